import { fdatasyncSync, realpathSync } from 'node:fs';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { createJournalFile } from './journal-file.ts';
import { formatParsedLine, type JournalLine } from './journal-line.ts';

/**
 * Writes the lines that a restore took from a journal into the journal of the new folder, under their own days: if that
 * folder is lost too before its first backup, its journal has everything that the older backup lacks. Lines dated after
 * `now` (ms) go under today, because retention would never reach a day in the future.
 */
export function copyJournalLines(lines: readonly JournalLine[], from: string, to: string, now: number): void {
  makePrivateFolder(to);
  if (realpathSync(from) === realpathSync(to)) return;
  const days = Map.groupBy(lines, ({ at }) => new Date(Math.min(at, now)).toISOString().slice(0, 10));
  const file = createJournalFile(fdatasyncSync);
  for (const [day, done] of days) file.append(to, day, done.map(formatParsedLine).join(''));
  file.close();
}
