import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deskMigrations } from '../database/migrations/index.ts';
import { openSqlite, syncToDisk, type Sqlite } from '../database/open-sqlite.ts';
import { restrictAccess, makePrivateSubfolder, privateFileMode } from '../private-files/private-folder.ts';
import { problem } from '../../shared/contract/problem.ts';
import { backupName, claimName, unfinishedName, openExtension } from './claim-name.ts';
import { copySnapshot } from './copy-moment.ts';
import { hasUsableRows, verifyDatabase } from './verify.ts';
import { copyStepMs, slowReadMs, type ExtendDeadline } from './deadline.ts';

export interface BackupResult {
  path: string;
  entries: number;
}

/**
 * Copies a desk's database, while the desk is running, into `folder` under a name with its time. The copy is verified
 * and synced before it gets its name, so that an unfinished backup never looks like a whole one; an unfinished one is
 * removed, since the disk may be full. Throws `damaged` if the copy is not whole.
 */
export async function backUp(
  db: Sqlite,
  folder: string,
  now: number,
  extendDeadline: ExtendDeadline = () => undefined,
): Promise<BackupResult> {
  makeBackupFolder(folder);
  const { path, unfinishedPath } = claimName(folder, now, openExtension);
  try {
    await copySnapshot(db, unfinishedPath, extendDeadline);
    extendDeadline(copyStepMs + slowReadMs(statSync(unfinishedPath).size));
    const entries = verifyCopy(unfinishedPath);
    syncToDisk(unfinishedPath);
    renameSync(unfinishedPath, path);
    syncToDisk(folder);
    return { path, entries };
  } catch (error) {
    for (const beside of ['', '-journal', '-wal', '-shm']) rmSync(`${unfinishedPath}${beside}`, { force: true });
    throw error;
  }
}

/**
 * Creates the folder if it is missing, and removes other users' access to backups that an older version left open
 * there.
 */
export function makeBackupFolder(folder: string): void {
  makePrivateSubfolder(folder);
  for (const one of readdirSync(folder, { withFileTypes: true })) {
    const isBackup = backupName.test(one.name) || unfinishedName.test(one.name);
    // a link leads to a file that is not the desk's
    if (isBackup && one.isFile()) restrictAccess(join(folder, one.name), privateFileMode);
  }
}

/** Returns how many entries a whole copy holds. Throws `damaged` otherwise. */
function verifyCopy(half: string): number {
  const copy = openSqlite(half, deskMigrations);
  try {
    // One file with nothing beside it, so that it can be moved around.
    copy.pragma('journal_mode = DELETE');
    const found = verifyDatabase(copy);
    if (hasUsableRows(found)) return found.entries;
    throw problem('damaged', 'The copy is not whole, so it was not kept. Run verify on the data folder.');
  } finally {
    copy.close();
  }
}
