import { fdatasyncSync, realpathSync } from 'node:fs';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { journalFile } from './journal-file.ts';
import { textOf, type JournalLine } from './journal-line.ts';

/**
 * Puts what a restore took from one journal into that of the new folder, under the days it was done: should that folder be lost too
 * before its first backup, its journal tells all that the older backup lacks. What claims to be done after `now` (ms) goes under the day of now:
 * no retention would ever reach a day that is to come.
 */
export function carryJournal(lines: readonly JournalLine[], from: string, to: string, now: number): void {
  makePrivateFolder(to);
  if (realpathSync(from) === realpathSync(to)) return;
  const days = Map.groupBy(lines, ({ at }) => new Date(Math.min(at, now)).toISOString().slice(0, 10));
  const file = journalFile(fdatasyncSync);
  for (const [day, done] of days) file.append(to, day, done.map(textOf).join(''));
  file.close();
}
