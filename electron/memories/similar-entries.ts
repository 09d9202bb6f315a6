import type { SimilarEntry } from '../../shared/contract/memory-procedures.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { goodsFingerprint } from './goods-in.ts';
import { recipientOf, recipientFingerprint } from './recipient.ts';

/** Fingerprints of entries, used by a form to warn before the same parcel is entered twice. */
export function similarEntries(db: Sqlite) {
  const keep = db.prepare<[number, Buffer, Buffer, number]>(
    `INSERT INTO entry_print (entry, recipient, goods, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (entry) DO UPDATE SET recipient = excluded.recipient, goods = excluded.goods`,
  );
  const alike = db.prepare<[Buffer, Buffer, number, string], SimilarEntry>(
    `SELECT e.id, e.endpoint, e.key, e.state, e.operator, e.recipient, e.captured_at AS capturedAt
     FROM entry_print p JOIN entry e ON e.seq = p.entry
     WHERE p.recipient = ? AND p.goods = ? AND p.at >= ? AND e.state <> 'withdrawn' AND e.replaced_by IS NULL AND e.key <> ?
     ORDER BY p.at DESC LIMIT 20`,
  );
  return {
    learn(entry: number, endpoint: number, body: unknown, at: number): void {
      keep.run(entry, recipientFingerprint(recipientOf(endpoint, body)), goodsFingerprint(endpoint, body), at);
    },
    /**
     * Entries since a time (ms) with the same recipient and goods, of any kind; none for a body without a recipient.
     * Entries under `key` are left out: a declaration belongs to the order of its PackageId.
     */
    find(endpoint: number, body: unknown, key: string, since: number): SimilarEntry[] {
      const recipient = recipientOf(endpoint, body);
      if (recipient === null) return [];
      return alike.all(recipientFingerprint(recipient), goodsFingerprint(endpoint, body), since, key);
    },
  };
}
