import type { ScanMeaning } from '../../shared/contract/memory-procedures.ts';
import type { State } from '../../shared/outbox/states.ts';
import { readCode, removeRoutingZip } from '../../shared/scan/read-code.ts';
import { hasOrderKeyCondition } from '../outbox/entry-filter.ts';
import { entrySearch } from '../outbox/search/find-entries.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { templateNameFinder } from './templates.ts';

type Entry = { id: string; endpoint: number; key: string; state: State };

/**
 * Finds what a scanned code means at this desk: a command, a badge, entries by key or tracking number, a SKU, or a
 * template by its name.
 */
export function scanFinder(db: Sqlite) {
  const columns = 'SELECT id, endpoint, key, state FROM entry';
  const byKey = db.prepare<[string], Entry>(
    `${columns} WHERE ${hasOrderKeyCondition} AND key = ? ORDER BY seq DESC LIMIT 20`,
  );
  const byTracking = db.prepare<[string], Entry>(`${columns} WHERE tracking_number = ? ORDER BY seq DESC LIMIT 20`);
  // a number that its order no longer has may still be on a printed label
  const byOldPaper = db.prepare<[string], Entry>(
    `${columns} WHERE label_list = 'reprint' AND label_list IS NOT NULL AND printed_number = ? ORDER BY seq DESC LIMIT 20`,
  );
  // the same for replaced orders; the search finds every number that an entry ever had
  const { find } = entrySearch(db);
  const replacedByNumber = db.prepare<[{ seqs: string; number: string }], Entry>(
    `${columns} WHERE seq IN (SELECT value FROM json_each(@seqs)) AND replaced_by IS NOT NULL AND (printed_number = @number
       OR EXISTS (SELECT 1 FROM print_label l WHERE l.entry = entry.seq AND l.number = @number)) ORDER BY seq DESC`,
  );
  const byReplacedPaper = (number: string): Entry[] =>
    replacedByNumber.all({ seqs: JSON.stringify(find(number, null)), number });
  const sku = db.prepare<[string, string], { code: string }>(
    `SELECT code FROM list_item WHERE list = 'skus' AND code = ?
     UNION ALL SELECT key FROM entry WHERE key_kind = 'Sku' AND key = ? LIMIT 1`,
  );
  const findTemplates = templateNameFinder(db);
  return (scanned: string): ScanMeaning => {
    const scan = readCode(scanned);
    if (scan.is === 'command' || scan.is === 'badge') return scan;
    const { text } = scan;
    const number = removeRoutingZip(text);
    const entries = [byKey.all(text), byTracking.all(text), byTracking.all(number), byOldPaper.all(number)].find(
      (found) => found.length > 0,
    );
    if (entries) return { is: 'entry', text, entries };
    if (sku.get(text, text)) return { is: 'sku', text, Sku: text };
    const replaced = byReplacedPaper(number);
    if (replaced.length > 0) return { is: 'entry', text, entries: replaced };
    const templates = findTemplates(text);
    if (templates.length > 0) return { is: 'template', text, templates };
    if (scan.is === 'mistyped') {
      // if entries have some of the possible corrections, only those are offered
      const knownIds = scan.meant.filter((id) => byKey.get(id) !== undefined);
      return { is: 'mistyped', text, meant: knownIds.length > 0 ? knownIds : scan.meant };
    }
    return { is: 'unknown', text };
  };
}
