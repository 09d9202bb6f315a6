import { writePrivateFile } from '../../platform/private-files.ts';
import type { ExtendDeadline } from '../verify/run-steps.ts';
import { byContents, rankBackups, folderTrust, type RankedBackup } from './rank-backups.ts';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dayPattern = /^\d{4}-\d\d-\d\d\.jsonl$/;

/**
 * Removes days of a journal up to `upTo`, by name, and those `ahead` of a clock that was corrected; the remaining lines
 * (`remainingText`) replace the day `upTo`. Returns how many were removed. Throws file system errors, without losing a remaining line.
 */
export function deleteDays(
  folder: string,
  { upTo, ahead }: { upTo: string; ahead: readonly string[] },
  remainingText: string,
): number {
  if (!existsSync(folder)) return 0;
  if (remainingText !== '') writePrivateFile(join(folder, upTo), remainingText);
  const isOld = (name: string): boolean => (remainingText === '' ? name <= upTo : name < upTo);
  return remove(
    folder,
    readdirSync(folder).filter((name) => dayPattern.test(name) && (isOld(name) || ahead.includes(name))),
  );
}

/**
 * Removes backups made before a moment (ms) that hold less than `kept`, which has passed its backup test. Returns how
 * many.
 */
export function deleteOldBackups(
  { data, folder, before, kept }: { data: string; folder: string; before: number; kept: string },
  extendDeadline: ExtendDeadline,
): number {
  const ranked = rankBackups([folder], folderTrust(data), extendDeadline);
  const index = ranked.findIndex(({ path }) => path === kept);
  const keptBackup = ranked[index];
  if (!keptBackup) return 0;
  const old = ranked.slice(index + 1).filter((one) => latestPossibleTime(one, ranked, keptBackup.at) < before);
  return remove(
    folder,
    old.map(({ name }) => name),
  );
}

/**
 * Latest time at which a backup can have been made (ms), even if its clock was wrong: a backup that holds less than
 * another was made before it. A name later than `lastTime` comes from a clock that was ahead, so such a backup is not
 * used for comparison.
 */
function latestPossibleTime(
  { at, contents, path }: RankedBackup,
  ranked: readonly RankedBackup[],
  lastTime: number,
): number {
  if (!contents) return Math.min(at, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? at);
  const isClockPlausible = (one: RankedBackup): boolean => one.at <= lastTime;
  // an equal backup says nothing: on an idle desk each holds the same as the one before
  const holdsMore = (one: RankedBackup): boolean => one.contents !== null && byContents(one.contents, contents) > 0;
  const earlier = ranked.filter((one) => (one.path === path || holdsMore(one)) && isClockPlausible(one));
  if (earlier.length > 0) return Math.max(...earlier.map((one) => one.at));
  const later = ranked.filter((one) => one.contents && isClockPlausible(one));
  return later.at(-1)?.at ?? lastTime;
}

function remove(folder: string, names: readonly string[]): number {
  for (const name of names) rmSync(join(folder, name), { force: true });
  return names.length;
}
