import { problem } from '../../../shared/contract/problem.ts';
import { restrictAccess, makePrivateSubfolder, privateFileMode } from '../../platform/private-files.ts';
import { deskFile } from '../../storage/database/desk-file.ts';
import { deskMigrations } from '../../storage/database/migrations/index.ts';
import { openDeskReader } from '../../storage/database/open-desk.ts';
import { type Sqlite, openSqlite, syncToDisk } from '../../storage/database/open-sqlite.ts';
import { copyStepMs, type ExtendDeadline, slowReadMs } from '../verify/run-steps.ts';
import { hasUsableRows, verifyDatabase } from '../verify/verify.ts';
import { backupName, claimName, unfinishedName, openExtension } from './claim-name.ts';
import { clearLeftovers } from './clear-leftovers.ts';
import { mkdtempSync, rmSync, statfsSync, statSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * While a reader holds a snapshot of the database, new writes stay in the log. A copy that finds more there than this
 * (bytes) releases its snapshot: with what is written until it does, the log stays below 64 MB.
 */
const maxLogBytes = 40 * 1024 * 1024;

const pagesPerStep = 100;

/** Attempts before a copy is given up, and the longest wait between two (ms). */
const maxAttempts = 12;
const maxWaitMs = 30_000;

class LogTooLarge extends Error {}

/**
 * Copies a snapshot of a database to a file, however much is written meanwhile. If the log would exceed its limit, the
 * copy restarts after a wait, in which the log can be checkpointed. Throws ProblemError `bad-file` if every attempt
 * ends that way.
 */
export async function copySnapshot(db: Sqlite, targetPath: string, extendDeadline: ExtendDeadline): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await copyPages(db, targetPath, extendDeadline);
    } catch (error) {
      rmSync(targetPath, { force: true });
      if (!(error instanceof LogTooLarge)) throw error;
      if (tries === maxAttempts)
        throw problem(
          'bad-file',
          `So much was being saved that no copy of ${db.name} could be made. Do it again when less is saved; nothing was changed.`,
        );
      const waitMs = Math.min(maxWaitMs, 250 * 2 ** tries);
      extendDeadline(waitMs + copyStepMs);
      await pause(waitMs);
    }
  }
}

async function copyPages(db: Sqlite, targetPath: string, extendDeadline: ExtendDeadline): Promise<void> {
  const initialLogBytes = logBytes(db.name);
  // without a snapshot of its own, each write of another connection would restart the copy
  db.exec('BEGIN DEFERRED; SELECT 1 FROM fact LIMIT 1');
  try {
    await db.backup(targetPath, {
      progress() {
        extendDeadline(copyStepMs);
        const currentLogBytes = logBytes(db.name);
        // a log that was already this large is overwritten from its start
        if (currentLogBytes > maxLogBytes && currentLogBytes > initialLogBytes) throw new LogTooLarge();
        return pagesPerStep;
      },
    });
  } finally {
    db.exec('COMMIT');
  }
}

const logBytes = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Runs `read` on a data folder's whole database. If a desk may be running there, `read` gets a temporary copy beside
 * the database, so that the desk's log does not grow meanwhile; a copy has every page as it is on the disk, damaged
 * ones too. Throws ProblemError `disk` (full) if there is no room for the copy.
 */
export async function readFromCopy<T>(
  data: string,
  extendDeadline: ExtendDeadline,
  read: (db: Sqlite) => Promise<T>,
): Promise<T> {
  const db = openDeskReader(data);
  try {
    // without a log no desk is running
    if (logBytes(join(data, deskFile)) === 0) return await read(db);
    clearLeftovers(data, Date.now());
    requireRoom(data);
    const scratch = mkdtempSync(join(data, 'verifying-'));
    try {
      await copySnapshot(db, join(scratch, deskFile), extendDeadline);
      const copy = openDeskReader(scratch);
      try {
        return await read(copy);
      } finally {
        copy.close();
      }
    } finally {
      rmSync(scratch, { recursive: true, force: true });
    }
  } finally {
    db.close();
  }
}

/** Throws ProblemError `disk` (full) unless twice the size of the copy is free. */
function requireRoom(data: string): void {
  const size = statSync(join(data, deskFile)).size + logBytes(join(data, deskFile));
  const { bavail, bsize } = statfsSync(data);
  const free = bavail * bsize;
  if (free >= 2 * size) return;
  const megabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);
  throw problem(
    'disk',
    `There is no room in ${data} for the copy that is read while a desk works: ${megabytes(2 * size)} MB must be free, and ${megabytes(free)} MB are. Make room, or close the desk first; nothing was changed.`,
    { reason: 'full', folder: data, megabytes: megabytes(2 * size) },
  );
}

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
    for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${unfinishedPath}${suffix}`, { force: true });
    throw error;
  }
}

/**
 * Creates the folder if it is missing, and removes other users' access to backups that an older version left open
 * there.
 */
export function makeBackupFolder(folder: string): void {
  makePrivateSubfolder(folder);
  for (const file of readdirSync(folder, { withFileTypes: true })) {
    const isBackup = backupName.test(file.name) || unfinishedName.test(file.name);
    // a link leads to a file that is not the desk's
    if (isBackup && file.isFile()) restrictAccess(join(folder, file.name), privateFileMode);
  }
}

/** Returns how many entries a whole copy holds. Throws `damaged` otherwise. */
function verifyCopy(unfinishedPath: string): number {
  const copy = openSqlite(unfinishedPath, deskMigrations);
  try {
    // One file with nothing beside it, so that it can be moved around.
    copy.pragma('journal_mode = DELETE');
    const verified = verifyDatabase(copy);
    if (hasUsableRows(verified)) return verified.entries;
    throw problem('damaged', 'The copy is not whole, so it was not kept. Run verify on the data folder.');
  } finally {
    copy.close();
  }
}
