import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from '../outbox/facts.ts';
import { actsReader } from '../outbox/read-acts.ts';
import { compareJournal } from './compare-journal.ts';
import { aheadSince, beganAt } from './journal-facts.ts';
import { journalDays, lastDays, linesOfDay } from './read-journal.ts';

/**
 * How many entries the journal knows something of that the database does not: what a disk lost that said it had it. The last day, by
 * name and by when it was written, is looked through, and all since the first that was found so, until somebody restores. With the
 * first a new generation begins, since numbers of PackageIds are lost too and must not be given again.
 */
export function findLostActs(db: Sqlite, folder: string): number {
  if (!existsSync(folder)) return 0;
  const facts = factStore(db);
  const since = facts.get(aheadSince);
  const days = journalDays(folder);
  const lately = lastDays(folder, days);
  const looked = days.filter((day) => lately.includes(day) || (since !== null && since !== '' && day >= since));
  const missing = new Set<string>();
  let first: string | undefined;
  for (const day of looked) {
    const found = compareJournal(db, linesOfDay(join(folder, day))).missing;
    if (found.length > 0) first ??= day;
    for (const id of found) missing.add(id);
  }
  if (first !== undefined && (since === null || since === '')) {
    db.transaction(() => {
      facts.set(aheadSince, first);
      facts.set(beganAt, String(actsReader(db).last()));
      facts.set('generation', String(Number(facts.get('generation') ?? 1) + 1));
    })();
  }
  return missing.size;
}
