import type { Sqlite } from '../database/open-sqlite.ts';
import { knownActs } from '../outbox/read-acts.ts';
import type { JournalLine } from './journal-line.ts';

export interface Compared {
  lines: number;
  damagedLines: number;
  /** unique ids of entries with lines in the journal that the database does not know */
  missing: string[];
}

/**
 * Compares lines of a journal (null: a damaged one) with the database beside it. Actions of users must be in the
 * histories; for a line of the old format, the entry must exist.
 */
export function compareJournal(db: Sqlite, lines: Iterable<JournalLine | null>): Compared {
  const knowsAct = knownActs(db);
  const entry = db.prepare<[string], { id: string }>('SELECT id FROM entry WHERE id = ?');
  const knows = (line: JournalLine): boolean => (line.v === 2 ? knowsAct(line) : entry.get(line.id) !== undefined);
  const missing = new Set<string>();
  let count = 0;
  let damagedLines = 0;
  for (const line of lines) {
    if (line === null) damagedLines += 1;
    else {
      count += 1;
      if (!knows(line)) missing.add(line.id);
    }
  }
  return { lines: count, damagedLines, missing: [...missing] };
}
