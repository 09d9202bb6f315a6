import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deskMigrations } from '../database/migrations/index.ts';
import { openSqlite, syncToDisk, type Sqlite } from '../database/open-sqlite.ts';
import { closeToOthers, makeInnerFolder, privateFileMode } from '../private-files/private-folder.ts';
import { problem } from '../../shared/contract/problem.ts';
import { backupName, claimName, halfName, openEnd } from './claim-name.ts';
import { copyMoment } from './copy-moment.ts';
import { isUsableByRows, verifyDatabase } from './verify.ts';
import { copyStepMs, slowReadMs, type ExtendDeadline } from './deadline.ts';

export interface BackupMade {
  path: string;
  entries: number;
}

/**
 * Copies a desk's database, while the desk goes on working, into `folder` under a name that tells when. The copy is checked and
 * synced before it gets its name, so no half backup ever looks like a whole one; what was not finished is taken away again, since the
 * place may be full. Throws `damaged` where the copy is not whole.
 */
export async function backUp(
  db: Sqlite,
  folder: string,
  now: number,
  working: ExtendDeadline = () => undefined,
): Promise<BackupMade> {
  makeBackupFolder(folder);
  const { path, half } = claimName(folder, now, openEnd);
  try {
    await copyMoment(db, half, working);
    working(copyStepMs + slowReadMs(statSync(half).size));
    const entries = checkedEntries(half);
    syncToDisk(half);
    renameSync(half, path);
    syncToDisk(folder);
    return { path, entries };
  } catch (error) {
    for (const beside of ['', '-journal', '-wal', '-shm']) rmSync(`${half}${beside}`, { force: true });
    throw error;
  }
}

/** Makes the folder where it is not, and closes what an older version left open there to other users of the machine. */
export function makeBackupFolder(folder: string): void {
  makeInnerFolder(folder);
  for (const one of readdirSync(folder, { withFileTypes: true })) {
    const isBackup = backupName.test(one.name) || halfName.test(one.name);
    // a link leads to a file that is none of the desk's
    if (isBackup && one.isFile()) closeToOthers(join(folder, one.name), privateFileMode);
  }
}

/** How many entries a copy holds that is whole. */
function checkedEntries(half: string): number {
  const copy = openSqlite(half, deskMigrations);
  try {
    // One file and nothing beside it, so that it can be carried about.
    copy.pragma('journal_mode = DELETE');
    const found = verifyDatabase(copy);
    if (isUsableByRows(found)) return found.entries;
    throw problem('damaged', 'The copy is not whole, so it was not kept. Run verify on the data folder.');
  } finally {
    copy.close();
  }
}
