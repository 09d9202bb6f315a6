import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deskMigrations } from '../database/migrations/index.ts';
import { openDeskReader } from '../database/open-desk.ts';
import { openSqlite, syncToDisk, type Sqlite } from '../database/open-sqlite.ts';
import { closeToOthers, makePrivateFolder, privateFileMode } from '../private-files/private-folder.ts';
import { makePrivateFile } from '../private-files/write-private.ts';
import { isUsable, verifyDatabase } from './verify.ts';
import { problem } from '../../shared/problem.ts';

export interface BackupMade {
  path: string;
  entries: number;
}

const backupFile = /^parcel-desk-[0-9TZ]+\.db(\.part)?$/;

/** Told while it goes on: within so many ms it says so again, or is done. */
export type Working = (withinMs: number) => void;

const pagesAtOnce = 100;
const stepMs = 30_000;
/** A slow disk still reads so much (bytes in a ms). */
const slowRead = 500;

/** The same by its data folder, also beside its owner; what the file system says is a ProblemError `bad-file`. */
export async function backUpFolder(data: string, folder: string, now: number, working: Working): Promise<BackupMade> {
  const db = openDeskReader(data);
  try {
    return await backUp(db, folder, now, working);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error && 'code' in error)
      throw problem('bad-file', `${folder} cannot be written (${String(error.code)}).`, { reason: 'write' });
    throw error;
  } finally {
    db.close();
  }
}

/**
 * Copies a desk's database, while the desk goes on working, into `folder` under a name that tells when. The copy is checked and
 * synced before it gets its name, so no half backup ever looks like a whole one. Throws `damaged` where the copy is not whole.
 */
export async function backUp(
  db: Sqlite,
  folder: string,
  now: number,
  working: Working = () => undefined,
): Promise<BackupMade> {
  makePrivateFolder(folder);
  // those of an older version, which left them open to other users of the machine
  for (const name of readdirSync(folder)) if (backupFile.test(name)) closeToOthers(join(folder, name), privateFileMode);
  const stamp = new Date(now).toISOString().replaceAll(/[-:]/g, '').replace(/\.\d+/, '');
  const path = join(folder, `parcel-desk-${stamp}.db`);
  if (existsSync(path)) throw problem('bad-file', `${path} exists already. Nothing was written over.`);
  const half = `${path}.part`;
  rmSync(half, { force: true });
  makePrivateFile(half);
  await copyPages(db, half, working);
  working(stepMs + statSync(half).size / slowRead);
  const copy = openSqlite(half, deskMigrations);
  // One file and nothing beside it, so that it can be carried about.
  copy.pragma('journal_mode = DELETE');
  try {
    const found = verifyDatabase(copy);
    if (!isUsable(found))
      throw problem('damaged', 'The copy is not whole, so it was not kept. Run verify on the data folder.');
    copy.close();
    syncToDisk(half);
    renameSync(half, path);
    syncToDisk(folder);
    return { path, entries: found.entries };
  } catch (error) {
    copy.close();
    rmSync(half, { force: true });
    throw error;
  }
}

/** One moment of the database, however much is saved meanwhile: without, each write of another connection begins the copy anew. */
async function copyPages(db: Sqlite, to: string, working: Working): Promise<void> {
  db.exec('BEGIN; SELECT 1 FROM fact LIMIT 1');
  try {
    await db.backup(to, {
      progress() {
        working(stepMs);
        return pagesAtOnce;
      },
    });
  } finally {
    db.exec('COMMIT');
  }
}
