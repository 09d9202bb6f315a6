import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { actionReader } from '../outbox/read-acts.ts';
import { compareJournal } from './compare-journal.ts';
import { journalAheadFact, journalStartFact } from './journal-facts.ts';
import type { JournalLine } from './journal-line.ts';
import { readDayEnd, dayLines, type JournalDays } from './read-journal.ts';

/** Lines compared per turn (some 2 ms). */
const linesPerTurn = 50;

/**
 * Finds entries with actions in the journal that the database lacks: the disk lost what it had confirmed. Searches the
 * last day, by name and by the time it was written, and all days since the first finding, until a restore. What is lost
 * is the newest, so the end of a day is searched at once, and the rest of it in turns. The first finding begins a new
 * generation, since assigned PackageId numbers are lost too and must not be assigned again.
 */
export function createLostActionFinder(db: Sqlite, folder: string) {
  const facts = factStore(db);
  const missing = new Set<string>();
  let remainingSearch: Generator<void, void, void> | null = null;

  function compareLines(day: string, lines: Iterable<JournalLine | null>): void {
    const found = compareJournal(db, lines).missing;
    for (const id of found) missing.add(id);
    const since = facts.get(journalAheadFact) ?? '';
    if (found.length === 0 || (since !== '' && since <= day)) return;
    db.transaction(() => {
      facts.set(journalAheadFact, day);
      if (since !== '') return;
      facts.set(journalStartFact, String(actionReader(db).last()));
      facts.set('generation', String(Number(facts.get('generation') ?? 1) + 1));
    })();
  }

  function* searchDays(days: readonly string[]): Generator<void, void, void> {
    for (const day of days) {
      const path = join(folder, day);
      // retention may have erased it meanwhile
      if (!existsSync(path)) continue;
      let lines: (JournalLine | null)[] = [];
      for (const line of dayLines(path)) {
        lines.push(line);
        if (lines.length < linesPerTurn) continue;
        compareLines(day, lines);
        lines = [];
        yield;
      }
      compareLines(day, lines);
    }
  }

  return {
    /** Number of entries found. */
    count: (): number => missing.size,

    /** Searches where recent losses would be; returns whether there is more to search. */
    begin({ days, newestDays: lately }: JournalDays): boolean {
      const since = facts.get(journalAheadFact) ?? '';
      const partlySearched: string[] = [];
      for (const day of days) {
        if (since !== '' && day >= since) compareLines(day, dayLines(join(folder, day)));
        else if (lately.includes(day)) {
          const { lines, isComplete: isAll } = readDayEnd(join(folder, day));
          compareLines(day, lines);
          if (!isAll) partlySearched.push(day);
        }
      }
      remainingSearch = searchDays(partlySearched);
      return partlySearched.length > 0;
    },

    /** Searches some of the rest; returns whether there is more. */
    processBatch: (): boolean => remainingSearch?.next().done === false,

    /** Stops the search. */
    close: (): void => void remainingSearch?.return(),
  };
}
