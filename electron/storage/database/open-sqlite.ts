import { ProblemError } from '../../../shared/contract/problem.ts';
import { createKinds, createNumbers, findCreate, keyKindOf } from '../../../shared/creates/create-kinds.ts';
import { restrictAccess, privateFileMode, makePrivateFile } from '../../platform/private-files.ts';
import { damagedProblem, diskProblem, goneProblem } from './disk-problem.ts';
import { readSchema, schemaOf, type Schema, versionOf, type Migration, migrate } from './migrate.ts';
import { intactRowCondition, createSealTriggers, registerSealFunctions } from './seal.ts';
import { isSqliteError, sqliteLibrary } from './sqlite-library.ts';
import type Database from 'better-sqlite3';
import { closeSync, openSync, readSync, existsSync, fsyncSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Offset of the write version in a file's header; above 2 SQLite only reads the file, as if the disk were read-only.
 */
const writeVersionOffset = 18;
/** A file this many versions newer certainly has other tables. */
const maxSimilarVersions = 8;

/**
 * Throws ProblemError `damaged` if a file's own header forbids writing: SQLite obeys it, and its integrity check finds
 * nothing wrong. Only for a file with no open handle in this process: closing any handle drops all locks that SQLite
 * has on it (POSIX).
 */
export function rejectWriteProtected(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // opening the file will report the reason
    return;
  }
  try {
    const mark = Buffer.alloc(1);
    if (readSync(file, mark, 0, 1, writeVersionOffset) === 1 && mark.readUInt8() > 2) throw damagedError(path);
  } finally {
    closeSync(file);
  }
}

export const damagedError = (path: string): ProblemError => new ProblemError(damagedProblem(dirname(path), path));

/**
 * Whether only the version number of a file is damaged: it claims another version, but has exactly the schema this
 * program creates. Migrating it would repeat steps, and it is not from a newer program.
 */
export function isVersionDamaged(db: Sqlite, migrations: readonly Migration[]): boolean {
  const newest = migrations.length;
  // in one snapshot, since another connection may migrate it in between
  return db
    .transaction(() => {
      const found = versionOf(db);
      if (found === newest || (found > newest && found < newest + maxSimilarVersions)) return false;
      const shape = readSchema(db);
      if (shape.size === 0 || !isSameSchema(shape, schemaOf(migrations))) return false;
      return found < 1 || found > newest || !isSameSchema(shape, schemaOf(migrations.slice(0, found)));
    })
    .deferred();
}

const isSameSchema = (one: Schema, other: Schema): boolean =>
  one.size === other.size && [...one].every(([name, sql]) => other.get(name) === sql);

/** False for a file of an older version, or one that is not a desk's. */
const hasKindTable = (db: Sqlite): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'create_kind'").get() !== undefined;

/**
 * Adds the creates this program knows to those a file accepts, so that a new create needs no migration, and removes
 * damaged rows.
 */
export function updateCreateKinds(db: Sqlite): void {
  if (!hasKindTable(db)) return;
  const has = db.prepare<[number, string], unknown>('SELECT 1 FROM create_kind WHERE endpoint = ? AND key_kind = ?');
  const remove = db.prepare<[number]>('DELETE FROM create_kind WHERE endpoint = ?');
  const add = db.prepare<[number, string]>('INSERT INTO create_kind (endpoint, key_kind) VALUES (?, ?)');
  const unknown = () => selectEndpoints(db).filter((endpoint) => findCreate(endpoint) === undefined);
  const missing = () => createNumbers.filter((create) => has.get(create, keyKindOf(create)) === undefined);
  // usually nothing changes, and then nothing is locked: a full or read-only disk allows no writes
  if (unknown().length + missing().length === 0) return;
  db.transaction(() => {
    for (const endpoint of [...unknown(), ...missing()]) remove.run(endpoint);
    for (const create of missing()) add.run(create, keyKindOf(create));
  }).immediate();
}

const selectEndpoints = (db: Sqlite, where = '1'): number[] =>
  db.prepare<[], number>(`SELECT endpoint FROM create_kind AS k WHERE ${where} ORDER BY endpoint`).pluck().all();

/**
 * Throws ProblemError `newer-database` if a file may contain entries of a create that this program does not know: it
 * has an intact row for it. Requires `registerSealFunctions`.
 */
export function refuseUnknownCreates(db: Sqlite, path: string): void {
  if (!hasKindTable(db)) return;
  const written = selectEndpoints(db, intactRowCondition(db, 'create_kind', 'k'));
  const unknown = written.filter((endpoint) => findCreate(endpoint) === undefined);
  if (unknown.length === 0) return;
  throw new ProblemError({
    kind: 'newer-database',
    message: `${path} was written by a newer Parcel Desk, which makes entries by endpoint ${unknown.join(', ')}. Install the newer program; nothing was changed.`,
    params: { found: written.length, known: createKinds.length },
  });
}

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
