import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { actsReader } from '../outbox/read-acts.ts';
import { compareJournal } from './compare-journal.ts';
import { aheadSince, beganAt } from './journal-facts.ts';
import type { JournalLine } from './journal-line.ts';
import { endOfDay, linesOfDay, type ListedDays } from './read-journal.ts';

/** So many lines are looked at in one turn (some 2 ms). */
const linesAtOnce = 50;

/**
 * Looks for entries the journal knows something of that the database does not: what a disk lost that said it had it. The last day, by
 * name and by when it was written, is looked through, and all since the first that was found so, until somebody restores. What was lost is
 * the newest: it is looked for at the end of a day at once, and in the rest of that by turns. With the first that is found a new generation
 * begins, since numbers of PackageIds are lost too and must not be given again.
 */
export function lostActsFinder(db: Sqlite, folder: string) {
  const facts = factStore(db);
  const missing = new Set<string>();
  let rest: Generator<void, void, void> | null = null;

  function look(day: string, lines: Iterable<JournalLine | null>): void {
    const found = compareJournal(db, lines).missing;
    for (const id of found) missing.add(id);
    const since = facts.get(aheadSince) ?? '';
    if (found.length === 0 || (since !== '' && since <= day)) return;
    db.transaction(() => {
      facts.set(aheadSince, day);
      if (since !== '') return;
      facts.set(beganAt, String(actsReader(db).last()));
      facts.set('generation', String(Number(facts.get('generation') ?? 1) + 1));
    })();
  }

  function* lookThrough(days: readonly string[]): Generator<void, void, void> {
    for (const day of days) {
      const path = join(folder, day);
      // it was old enough to be erased meanwhile
      if (!existsSync(path)) continue;
      let lines: (JournalLine | null)[] = [];
      for (const line of linesOfDay(path)) {
        lines.push(line);
        if (lines.length < linesAtOnce) continue;
        look(day, lines);
        lines = [];
        yield;
      }
      look(day, lines);
    }
  }

  return {
    /** How many entries were found so. */
    count: (): number => missing.size,

    /** Looks where what a disk has just lost would be; answers whether there is more to look through. */
    begin({ days, lately }: ListedDays): boolean {
      const since = facts.get(aheadSince) ?? '';
      const longer: string[] = [];
      for (const day of days) {
        if (since !== '' && day >= since) look(day, linesOfDay(join(folder, day)));
        else if (lately.includes(day)) {
          const { lines, isAll } = endOfDay(join(folder, day));
          look(day, lines);
          if (!isAll) longer.push(day);
        }
      }
      rest = lookThrough(longer);
      return longer.length > 0;
    },

    /** Looks through some of the rest; answers whether there is more. */
    some: (): boolean => rest?.next().done === false,

    /** Leaves the rest. */
    close: (): void => void rest?.return(),
  };
}
