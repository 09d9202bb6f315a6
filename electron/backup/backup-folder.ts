import { statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { diskProblem } from '../database/disk-problem.ts';
import { deskFile } from '../database/desk-file.ts';
import { openDeskReader } from '../database/open-desk.ts';
import { makePrivateSubfolder } from '../private-files/private-folder.ts';
import { readKeys } from '../encryption/key-file.ts';
import { backUp, type BackupResult } from './backup.ts';
import { backUpLocked, clearScratch } from './locked-backup.ts';
import type { ExtendDeadline } from './deadline.ts';

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
    // also if copies are no longer locked by now
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
    const trouble = error instanceof ProblemError ? null : diskProblem(error, folder);
    if (trouble?.params?.['reason'] === 'full') throw new ProblemError(trouble);
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
