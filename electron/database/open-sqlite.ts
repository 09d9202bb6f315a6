import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'better-sqlite3';
import { restrictAccess, privateFileMode } from '../private-files/private-folder.ts';
import { makePrivateFile } from '../private-files/write-private.ts';
import { ProblemError } from '../../shared/contract/problem.ts';
import { updateCreateKinds, refuseUnknownCreates } from './create-kinds.ts';
import { diskProblem, goneProblem } from './disk-problem.ts';
import { damagedError, isVersionDamaged, rejectWriteProtected } from './header-damage.ts';
import { migrate, versionOf, type Migration } from './migrate.ts';
import { createSealTriggers, registerSealFunctions } from './seal.ts';
import { isSqliteError, sqliteLibrary } from './sqlite-library.ts';

export type Sqlite = Database.Database;

/** How long a write waits for another process that is writing (ms). */
export const busyMs = 5000;

export interface OpenOptions {
  /** do not create a missing file, but throw `disk` */
  mustExist?: boolean;
}

/**
 * Opens a SQLite file for writing, or creates it in an existing folder, and migrates it to the newest version. Throws
 * ProblemError `newer-database` if a newer Parcel Desk wrote the file, `damaged` if it is not a database, `disk` if the
 * disk prevents opening it.
 */
export function openSqlite(
  path: string,
  migrations: readonly Migration[],
  { mustExist = false }: OpenOptions = {},
): Sqlite {
  let db: Sqlite | undefined;
  try {
    if (!mustExist) makePrivateFile(path);
    restrictFiles(path);
    db = new (sqliteLibrary())(path, { fileMustExist: mustExist });
    useImmediateTransactions(db);
    enableWal(db);
    // better-sqlite3 is built so that WAL silently means NORMAL, which loses acknowledged rows in a power cut.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma(`busy_timeout = ${busyMs}`);
    // Keeps the log small, so that a start after a kill replays at most 8 MB; the desk checkpoints earlier, while it is
    // idle.
    db.pragma('wal_autocheckpoint = 2000');
    db.pragma('journal_size_limit = 8388608');
    checkVersion(db, path, migrations);
    checkWritable(db, path);
    migrate(db, migrations);
    createSealTriggers(db);
    refuseUnknownCreates(db, path);
    updateCreateKinds(db);
    return db;
  } catch (error) {
    db?.close();
    if (mustExist && !existsSync(path)) throw new ProblemError(goneProblem(dirname(path)));
    throw toProblem(error, path);
  }
}

/**
 * Makes every transaction of a writing connection take the write lock when it begins. SQLite waits for a lock only then
 * (`busy_timeout`): a transaction that has already read cannot wait to write, since what it read may be outdated by
 * then, and fails at once if another program has the lock or has written meanwhile. A transaction that only reads uses
 * `deferred`.
 * See https://sqlite.org/lang_transaction.html#deferred_immediate_and_exclusive_transactions
 */
function useImmediateTransactions(db: Sqlite): void {
  const { transaction } = db;
  db.transaction = (act) => transaction.call(db, act).immediate as ReturnType<typeof transaction<typeof act>>;
}

/** Interval between retries while another connection is busy (ms). */
const retryMs = 5;

/**
 * Switches a new file to WAL. Two connections that do so at once block each other, and SQLite waits for neither, so the
 * blocked one retries.
 */
function enableWal(db: Sqlite): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      return void db.pragma('journal_mode = WAL');
    } catch (error) {
      if (!isSqliteError(error) || error.code !== 'SQLITE_BUSY' || waitedMs >= busyMs) throw error;
      Atomics.wait(pause, 0, 0, retryMs);
    }
  }
}

/**
 * Tests whether the file can be written, with a write that is rolled back before it reaches the disk; the header is
 * examined only if that fails. If there is another reason, the desk opens and reports it.
 */
function checkWritable(db: Sqlite, path: string): void {
  try {
    db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${versionOf(db)}; ROLLBACK`);
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    if (isSqliteError(error) && error.code.startsWith('SQLITE_READONLY')) rejectWriteProtected(path);
  }
}

/** SQLite gives the files beside a database the mode of the database, so its mode is set before they are created. */
function restrictFiles(path: string): void {
  for (const one of [path, `${path}-wal`, `${path}-shm`]) restrictAccess(one, privateFileMode);
}

/**
 * Opens the same file read-only beside its writer. If the disk does not let SQLite create the files beside it (full,
 * read-only), the file is read into memory: then there is no writer either.
 */
export function openSqliteReader(path: string, migrations: readonly Migration[]): Sqlite {
  try {
    return openReadable(() => new (sqliteLibrary())(path, { readonly: true, fileMustExist: true }), path, migrations);
  } catch (error) {
    if (!isRoomError(error) || !existsSync(path) || hasLogContent(path)) throw toProblem(error, path);
    return openReadable(() => openInMemory(path), path, migrations);
  }
}

function openReadable(open: () => Sqlite, path: string, migrations: readonly Migration[]): Sqlite {
  const db = open();
  try {
    db.pragma(`busy_timeout = ${busyMs}`);
    db.pragma('query_only = ON');
    checkVersion(db, path, migrations);
    registerSealFunctions(db);
    refuseUnknownCreates(db, path);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const isRoomError = (error: unknown): boolean =>
  isSqliteError(error) && /^SQLITE_(?:FULL|READONLY|CANTOPEN|IOERR)/.test(error.code);

/** Whether there are commits that are not in the file yet, which would otherwise be shown in its old state. */
const hasLogContent = (path: string): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

function openInMemory(path: string): Sqlite {
  const bytes = readFileSync(path);
  // a database in memory has no log; these two bytes of the header ask for one
  bytes.fill(1, 18, 20);
  return new (sqliteLibrary())(bytes);
}

function checkVersion(db: Sqlite, path: string, migrations: readonly Migration[]): void {
  const [found, known] = [versionOf(db), migrations.length];
  if (isVersionDamaged(db, migrations)) throw damagedError(path);
  if (found <= known) return;
  throw new ProblemError({
    kind: 'newer-database',
    message: `${path} was written by a newer Parcel Desk (version ${found} of its file, this program knows ${known}). Install the newer program; nothing was changed.`,
    params: { found, known },
  });
}

function toProblem(error: unknown, path: string): unknown {
  const trouble = diskProblem(error, dirname(path), path);
  return trouble ? new ProblemError(trouble) : error;
}

/** Syncs a file, or the entries of a folder, to the disk. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
