import type { ScanMeaning } from '../../shared/contract/memory-procedures.ts';
import type { State } from '../../shared/outbox/states.ts';
import { readCode, removeRoutingZip } from '../../shared/scan/read-code.ts';
import { hasOrderKeyCondition } from '../outbox/entry-filter.ts';
import { entrySearch } from '../outbox/search/find-entries.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { templatesNamed } from './templates.ts';

type Entry = { id: string; endpoint: number; key: string; state: State };

/**
 * Resolves a scanned code at this desk: a command, a badge, entries by key or tracking number, a SKU, or a template by
 * its name.
 */
export function scanFinder(db: Sqlite) {
  const columns = 'SELECT id, endpoint, key, state FROM entry';
  const byKey = db.prepare<[string], Entry>(
    `${columns} WHERE ${hasOrderKeyCondition} AND key = ? ORDER BY seq DESC LIMIT 20`,
  );
  const byTracking = db.prepare<[string], Entry>(`${columns} WHERE tracking_number = ? ORDER BY seq DESC LIMIT 20`);
  // A number its order no longer has may still be on a printed label.
  const byOldPaper = db.prepare<[string], Entry>(
    `${columns} WHERE label_list = 'reprint' AND label_list IS NOT NULL AND printed_number = ? ORDER BY seq DESC LIMIT 20`,
  );
  // The same for a replaced order: the search finds any number an entry ever had.
  const { find } = entrySearch(db);
  const replacedWith = db.prepare<[{ seqs: string; number: string }], Entry>(
    `${columns} WHERE seq IN (SELECT value FROM json_each(@seqs)) AND replaced_by IS NOT NULL AND (printed_number = @number
       OR EXISTS (SELECT 1 FROM print_label l WHERE l.entry = entry.seq AND l.number = @number)) ORDER BY seq DESC`,
  );
  const byReplacedPaper = (number: string): Entry[] =>
    replacedWith.all({ seqs: JSON.stringify(find(number, null)), number });
  const sku = db.prepare<[string, string], { code: string }>(
    `SELECT code FROM list_item WHERE list = 'skus' AND code = ?
     UNION ALL SELECT key FROM entry WHERE key_kind = 'Sku' AND key = ? LIMIT 1`,
  );
  const called = templatesNamed(db);
  return (scanned: string): ScanMeaning => {
    const read = readCode(scanned);
    if (read.is === 'command' || read.is === 'badge') return read;
    const { text } = read;
    const number = removeRoutingZip(text);
    const entries = [byKey.all(text), byTracking.all(text), byTracking.all(number), byOldPaper.all(number)].find(
      (found) => found.length > 0,
    );
    if (entries) return { is: 'entry', text, entries };
    if (sku.get(text, text)) return { is: 'sku', text, Sku: text };
    const replaced = byReplacedPaper(number);
    if (replaced.length > 0) return { is: 'entry', text, entries: replaced };
    const templates = called(text);
    if (templates.length > 0) return { is: 'template', text, templates };
    if (read.is === 'mistyped') {
      // Of the possible corrections, those known to this desk are preferred.
      const known = read.meant.filter((id) => byKey.get(id) !== undefined);
      return { is: 'mistyped', text, meant: known.length > 0 ? known : read.meant };
    }
    return { is: 'unknown', text };
  };
}
