import { writePrivateFile } from '../../platform/private-files.ts';
import type { ExtendDeadline } from '../verify/steps.ts';
import { byContents, rankBackups, folderTrust, type RankedBackup } from './rank-backups.ts';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const dayPattern = /^\d{4}-\d\d-\d\d\.jsonl$/;

/**
 * Removes days of a journal up to `upTo`, by name; the remaining lines (`kept`) replace the last of them. Returns how
 * many were removed. Throws file system errors; no remaining line is lost then.
 */
export function deleteDays(folder: string, upTo: string, kept: string): number {
  if (!existsSync(folder)) return 0;
  if (kept !== '') writePrivateFile(join(folder, upTo), kept);
  const isOld = (name: string): boolean => (kept === '' ? name <= upTo : name < upTo);
  return remove(
    folder,
    readdirSync(folder).filter((name) => dayPattern.test(name) && isOld(name)),
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
  const place = ranked.findIndex(({ path }) => path === kept);
  const last = ranked[place];
  if (!last) return 0;
  const old = ranked.slice(place + 1).filter((one) => latestPossibleTime(one, ranked, last.at) < before);
  return remove(
    folder,
    old.map(({ name }) => name),
  );
}

/**
 * Latest time a backup can have been made (ms), as far as that is known if its clock was wrong: a backup that holds
 * less than another was made before it. A name later than that of the last one comes from a clock that was ahead, and
 * the backup before it is a better guide.
 */
function latestPossibleTime(
  { at, contents, path }: RankedBackup,
  ranked: readonly RankedBackup[],
  last: number,
): number {
  if (!contents) return Math.min(at, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? at);
  const isRight = (one: RankedBackup): boolean => one.at <= last;
  // an equal backup says nothing: on an idle desk each holds the same as the one before
  const isBefore = (one: RankedBackup): boolean => one.contents !== null && byContents(one.contents, contents) > 0;
  const earlier = ranked.filter((one) => (one.path === path || isBefore(one)) && isRight(one));
  if (earlier.length > 0) return Math.max(...earlier.map((one) => one.at));
  const later = ranked.filter((one) => one.contents && isRight(one));
  return later.at(-1)?.at ?? last;
}

function remove(folder: string, names: readonly string[]): number {
  for (const name of names) rmSync(join(folder, name), { force: true });
  return names.length;
}
