import type { Sqlite } from '../database/open-sqlite.ts';
import { actionLookup } from '../outbox/read-acts.ts';
import type { JournalLine } from './journal-line.ts';
import { runAll, type Steps } from './steps.ts';

export interface JournalComparison {
  lines: number;
  damagedLines: number;
  /** unique ids of entries with lines in the journal that the database does not know */
  missing: string[];
}

/**
 * Compares lines of a journal (null: a damaged one) with the database beside it. Actions of users must be in the
 * histories; for a line of the old format, the entry must exist.
 */
export const compareJournal = (db: Sqlite, lines: Iterable<JournalLine | null>): JournalComparison =>
  runAll(compareSteps(db, lines));

/** Lines between two yields. */
const atOnce = 2000;

/** `compareJournal` in pieces. */
export function* compareSteps(db: Sqlite, lines: Iterable<JournalLine | null>): Steps<JournalComparison> {
  // a journal has at most a line for each step of the histories, besides those of older programs
  const expected = db.prepare<[], number>('SELECT count(*) FROM history').pluck().get() ?? 0;
  const isKnownAction = actionLookup(db);
  const entry = db.prepare<[string], { id: string }>('SELECT id FROM entry WHERE id = ?');
  const isKnown = (line: JournalLine): boolean =>
    line.v === 2 ? isKnownAction(line) : entry.get(line.id) !== undefined;
  const missing = new Set<string>();
  let count = 0;
  let damagedLines = 0;
  for (const line of lines) {
    if (line === null) damagedLines += 1;
    else {
      count += 1;
      if (!isKnown(line)) missing.add(line.id);
    }
    if ((count + damagedLines) % atOnce === 0) yield Math.min(1, (count + damagedLines) / Math.max(1, expected));
  }
  return { lines: count, damagedLines, missing: [...missing] };
}
