import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { createFolderOpener, type CurrentKey, readKeys } from '../../platform/encryption/key-file.ts';
import { openSealed, sealFile } from '../../platform/encryption/sealed-file.ts';
import { makePrivateSubfolder } from '../../platform/private-files.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { diskProblem } from '../../storage/database/disk-problem.ts';
import { openDeskReader } from '../../storage/database/open-desk.ts';
import { syncToDisk, type Sqlite } from '../../storage/database/open-sqlite.ts';
import { copyStepMs, slowReadMs, type ExtendDeadline } from '../verify/run-steps.ts';
import { claimName, lockedExtension, unfinishedName } from './claim-name.ts';
import { backUp, makeBackupFolder, type BackupResult } from './make-backup.ts';
import {
  byRank,
  type RankedBackup,
  readUnlockedContents,
  formatContents,
  rankBackups,
  folderTrust,
  type CopyTrust,
} from './rank-backups.ts';
import { mkdtempSync, readdirSync, renameSync, rmSync, statSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** How many days, and how many weeks, keep one backup each. */
const keptDays = 7;
const keptWeeks = 4;

const dayMs = 86_400_000;

type ThinningCandidate = Pick<RankedBackup, 'name' | 'at' | 'contents' | 'olderKey'>;

/**
 * Names of backups that can be deleted: of each of the last seven days with a backup, the one that holds most stays,
 * and likewise of the last four weeks. Which days are the last depends on what their backups hold, so that a backup
 * made with a wrong clock does not displace a newer one, and the one that holds most always stays. Backups with unknown
 * content fill the remaining slots.
 */
export function backupsToDelete(backups: readonly ThinningCandidate[]): string[] {
  const newestFirst = backups.toSorted(byRank).map(({ name, at }) => ({ name, day: Math.floor(at / dayMs) }));
  const newestPer = (periodOf: (day: number) => number, max: number): string[] => {
    const newestByPeriod = new Map<number, string>();
    for (const { name, day } of newestFirst)
      if (!newestByPeriod.has(periodOf(day))) newestByPeriod.set(periodOf(day), name);
    return [...newestByPeriod.values()].slice(0, max);
  };
  // 1970-01-01 was a Thursday; weeks begin on Mondays
  const keptNames = new Set([
    ...newestPer((day) => day, keptDays),
    ...newestPer((day) => Math.floor((day + 3) / 7), keptWeeks),
  ]);
  return newestFirst.map(({ name }) => name).filter((name) => !keptNames.has(name));
}

const scratchPrefix = 'backing-up-';
/** Age above which leftovers are from a killed backup; a running one is younger (ms). */
export const leftOverMs = 6 * 3_600_000;

/**
 * The same as `backUp`, locked with the key of the data folder. The unlocked copy lies beside the database, never in
 * the backup folder. The locked file is read back and compared before it gets its name.
 */
export async function backUpLocked(
  db: Sqlite,
  data: string,
  { lock, key }: CurrentKey,
  folder: string,
  now: number,
  extendDeadline: ExtendDeadline,
): Promise<BackupResult> {
  const scratch = mkdtempSync(join(data, scratchPrefix));
  try {
    const unlockedCopy = await backUp(db, scratch, now, extendDeadline);
    makeBackupFolder(folder);
    const { path, unfinishedPath } = claimName(folder, now, lockedExtension);
    try {
      extendDeadline(copyStepMs + slowReadMs(4 * statSync(unlockedCopy.path).size));
      const unlocked = { lock, key: Buffer.from(key, 'base64') };
      const aboutText = formatContents(readUnlockedContents(unlockedCopy.path), statSync(unlockedCopy.path).size);
      const hash = sealFile(unlockedCopy.path, unfinishedPath, unlocked, aboutText);
      if (openSealed(unfinishedPath, null, createFolderOpener(data)) !== hash)
        throw problem('damaged', `${folder} did not keep what was written. Nothing was kept there.`);
      renameSync(unfinishedPath, path);
      syncToDisk(folder);
      return { path, entries: unlockedCopy.entries };
    } catch (error) {
      rmSync(unfinishedPath, { force: true });
      throw error;
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Removes unlocked copies that a killed backup left beside the database. */
export function clearScratch(data: string, now: number): void {
  for (const name of readdirSync(data)) {
    const path = join(data, name);
    if (
      name.startsWith(scratchPrefix) &&
      now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > leftOverMs
    )
      rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Backs up the database of a data folder into `folder`, also while its owner is running; locked if the data folder has
 * a passphrase. Refuses to start if less than twice the backup's size would stay free. File system errors become
 * ProblemError `bad-file` or `disk`.
 */
export async function backUpDataFolder(
  data: string,
  folder: string,
  now: number,
  extendDeadline: ExtendDeadline,
): Promise<BackupResult> {
  const db = openDeskReader(data);
  try {
    // copies may have been locked when it was killed, even if they are not now
    clearScratch(data, now);
    const { current } = readKeys(data);
    makePrivateSubfolder(folder);
    requireRoom(data, folder);
    // the unlocked copy temporarily lies beside the database
    if (current) requireRoom(data, data, statSync(data).dev === statSync(folder).dev ? 2 : 1);
    return await (current
      ? backUpLocked(db, data, current, folder, now, extendDeadline)
      : backUp(db, folder, now, extendDeadline));
  } catch (error) {
    const diskFault = error instanceof ProblemError ? null : diskProblem(error, folder);
    if (diskFault?.params?.['reason'] === 'full') throw new ProblemError(diskFault);
    if (error instanceof Error && 'syscall' in error && 'code' in error)
      throw problem('bad-file', `${folder} cannot be written (${String(error.code)}).`, { reason: 'write' });
    throw error;
  } finally {
    db.close();
  }
}

/**
 * Throws ProblemError `disk` if less than twice a backup's size would stay free, with `copies` copies of it there at
 * once.
 */
export function requireRoom(data: string, folder: string, copies = 1): void {
  const size = [deskFile, `${deskFile}-wal`]
    .map((name) => statSync(join(data, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, one) => sum + one, 0);
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize - copies * size >= 2 * size) return;
  const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);
  throw problem(
    'disk',
    `No backup was begun in ${folder}: it takes ${megabytes(copies * size)} MB and must leave ${megabytes(2 * size)} MB free, but ${megabytes(bavail * bsize)} MB are free there.`,
    { reason: 'full', folder },
  );
}

export interface ScheduledBackup extends BackupResult {
  /** number of obsolete backups that could not be removed; the new one is just as good */
  notRemoved: number;
}

/**
 * Makes a scheduled backup in a folder of this desk alone, and removes obsolete ones once the new one is whole. Rejects
 * as `backUpDataFolder`.
 */
export async function scheduledBackup(
  data: string,
  folder: string,
  now: number,
  extendDeadline: ExtendDeadline,
): Promise<ScheduledBackup> {
  const backup = await backUpDataFolder(data, folder, now, extendDeadline);
  const obsolete = obsoletePaths(folder, now, folderTrust(data), extendDeadline).filter((path) => path !== backup.path);
  return { ...backup, notRemoved: obsolete.filter((path) => !tryRemove(path)).length };
}

function obsoletePaths(folder: string, now: number, trust: CopyTrust, extendDeadline: ExtendDeadline): string[] {
  const names = listNames(folder);
  const isLeftOver = (name: string): boolean =>
    unfinishedName.test(name) &&
    now - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now) > leftOverMs;
  return [...obsoleteBackups(folder, trust, extendDeadline), ...names.filter(isLeftOver)].map((name) =>
    join(folder, name),
  );
}

function obsoleteBackups(folder: string, trust: CopyTrust, extendDeadline: ExtendDeadline): string[] {
  try {
    return backupsToDelete(rankBackups([folder], trust, extendDeadline));
  } catch {
    // the next backup retries it
    return [];
  }
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // the next backup retries it
    return [];
  }
}

function tryRemove(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}
