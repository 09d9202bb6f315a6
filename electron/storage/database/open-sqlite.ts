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
/** A file of a program this many versions newer cannot have the same tables. */
const maxSimilarVersions = 8;

/**
 * Throws ProblemError `damaged` if the header of a file forbids writing, which SQLite obeys and its integrity check
 * does not report. Only for a file with no open handle in this process: closing any handle drops all locks that SQLite
 * has on it (POSIX).
 */
export function rejectWriteProtected(path: string): void {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    // opening the database will report the reason
    return;
  }
  try {
    const versionByte = Buffer.alloc(1);
    if (readSync(file, versionByte, 0, 1, writeVersionOffset) === 1 && versionByte.readUInt8() > 2)
      throw damagedError(path);
  } finally {
    closeSync(file);
  }
}

export const damagedError = (path: string): ProblemError => new ProblemError(damagedProblem(dirname(path), path));

/**
 * Whether the version number of a file is damaged: it claims another version, but the schema is exactly the one this
 * program creates. Such a file must be neither migrated nor reported as that of a newer program.
 */
export function isVersionDamaged(db: Sqlite, migrations: readonly Migration[]): boolean {
  const newest = migrations.length;
  // in one snapshot, since another connection may migrate the file meanwhile
  return db
    .transaction(() => {
      const version = versionOf(db);
      if (version === newest || (version > newest && version < newest + maxSimilarVersions)) return false;
      const schema = readSchema(db);
      if (schema.size === 0 || !isSameSchema(schema, schemaOf(migrations))) return false;
      return version < 1 || version > newest || !isSameSchema(schema, schemaOf(migrations.slice(0, version)));
    })
    .deferred();
}

const isSameSchema = (one: Schema, other: Schema): boolean =>
  one.size === other.size && [...one].every(([name, sql]) => other.get(name) === sql);

/** Whether a file has the table of creates; false for an older version, or a file that is not a desk's. */
const hasKindTable = (db: Sqlite): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'create_kind'").get() !== undefined;

/**
 * Makes a file accept exactly the creates that this program knows, so that a new create needs no migration. Removes
 * damaged rows.
 */
export function updateCreateKinds(db: Sqlite): void {
  if (!hasKindTable(db)) return;
  const selectKind = db.prepare<[number, string], unknown>(
    'SELECT 1 FROM create_kind WHERE endpoint = ? AND key_kind = ?',
  );
  const remove = db.prepare<[number]>('DELETE FROM create_kind WHERE endpoint = ?');
  const add = db.prepare<[number, string]>('INSERT INTO create_kind (endpoint, key_kind) VALUES (?, ?)');
  const unknownEndpoints = () => selectEndpoints(db).filter((endpoint) => findCreate(endpoint) === undefined);
  const missingCreates = () =>
    createNumbers.filter((create) => selectKind.get(create, keyKindOf(create)) === undefined);
  // usually there is nothing to change, and then no lock is taken: the disk may be full or read-only
  if (unknownEndpoints().length + missingCreates().length === 0) return;
  db.transaction(() => {
    for (const endpoint of [...unknownEndpoints(), ...missingCreates()]) remove.run(endpoint);
    for (const create of missingCreates()) add.run(create, keyKindOf(create));
  }).immediate();
}

const selectEndpoints = (db: Sqlite, condition = '1'): number[] =>
  db.prepare<[], number>(`SELECT endpoint FROM create_kind AS k WHERE ${condition} ORDER BY endpoint`).pluck().all();

/**
 * Throws ProblemError `newer-database` if a file may contain entries of a create unknown to this program, because it
 * has an intact row for that create. Requires `registerSealFunctions`.
 */
export function refuseUnknownCreates(db: Sqlite, path: string): void {
  if (!hasKindTable(db)) return;
  const acceptedEndpoints = selectEndpoints(db, intactRowCondition(db, 'create_kind', 'k'));
  const unknownEndpoints = acceptedEndpoints.filter((endpoint) => findCreate(endpoint) === undefined);
  if (unknownEndpoints.length === 0) return;
  throw new ProblemError({
    kind: 'newer-database',
    message: `${path} was written by a newer Parcel Desk, which makes entries by endpoint ${unknownEndpoints.join(', ')}. Install the newer program; nothing was changed.`,
    params: { found: acceptedEndpoints.length, known: createKinds.length },
  });
}

export type Sqlite = Database.Database;

/** How long a write waits for another process that is writing (ms). */
export const busyTimeoutMs = 5000;

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
    // With WAL, better-sqlite3 defaults to NORMAL, which loses acknowledged rows in a power cut.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma(`busy_timeout = ${busyTimeoutMs}`);
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
 * Makes every transaction of a writing connection take the write lock when it begins, because SQLite waits for a lock
 * (`busy_timeout`) only then. A transaction that has already read fails at once if another program has the lock or has
 * written meanwhile, since what it read may be outdated. Transactions that only read use `deferred`.
 * See https://sqlite.org/lang_transaction.html#deferred_immediate_and_exclusive_transactions
 */
function useImmediateTransactions(db: Sqlite): void {
  const { transaction } = db;
  db.transaction = (fn) => transaction.call(db, fn).immediate as ReturnType<typeof transaction<typeof fn>>;
}

/** Interval between retries while another connection is busy (ms). */
const retryMs = 5;

/**
 * Switches a new file to WAL. Two connections that do so at once block each other, and SQLite waits for neither, so the
 * blocked one retries.
 */
function enableWal(db: Sqlite): void {
  const sleepCell = new Int32Array(new SharedArrayBuffer(4));
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      return void db.pragma('journal_mode = WAL');
    } catch (error) {
      if (!isSqliteError(error) || error.code !== 'SQLITE_BUSY' || waitedMs >= busyTimeoutMs) throw error;
      Atomics.wait(sleepCell, 0, 0, retryMs);
    }
  }
}

/**
 * Tests whether the file can be written, with a write that is rolled back before it reaches the disk. If the header
 * forbids writing, throws as `rejectWriteProtected`; for any other reason, the desk opens and reports it.
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
  for (const file of [path, `${path}-wal`, `${path}-shm`]) restrictAccess(file, privateFileMode);
}

/**
 * Opens a file read-only, also while another connection writes it. If SQLite cannot create the files beside it (full or
 * read-only disk), the file is read into memory, since then there is no writer.
 */
export function openSqliteReader(path: string, migrations: readonly Migration[]): Sqlite {
  try {
    return openReadable(() => new (sqliteLibrary())(path, { readonly: true, fileMustExist: true }), path, migrations);
  } catch (error) {
    if (!isRoomError(error) || !existsSync(path) || hasLogContent(path)) throw toProblem(error, path);
    return openReadable(() => openInMemory(path), path, migrations);
  }
}

function openReadable(openDatabase: () => Sqlite, path: string, migrations: readonly Migration[]): Sqlite {
  const db = openDatabase();
  try {
    db.pragma(`busy_timeout = ${busyTimeoutMs}`);
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

/** Whether the log has commits that are not in the file yet: then the file alone is outdated. */
const hasLogContent = (path: string): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;

function openInMemory(path: string): Sqlite {
  const bytes = readFileSync(path);
  // a database in memory cannot use WAL, which these two bytes of the header would request
  bytes.fill(1, 18, 20);
  return new (sqliteLibrary())(bytes);
}

function checkVersion(db: Sqlite, path: string, migrations: readonly Migration[]): void {
  const [fileVersion, programVersion] = [versionOf(db), migrations.length];
  if (isVersionDamaged(db, migrations)) throw damagedError(path);
  if (fileVersion <= programVersion) return;
  throw new ProblemError({
    kind: 'newer-database',
    message: `${path} was written by a newer Parcel Desk (version ${fileVersion} of its file, this program knows ${programVersion}). Install the newer program; nothing was changed.`,
    params: { found: fileVersion, known: programVersion },
  });
}

function toProblem(error: unknown, path: string): unknown {
  const problem = diskProblem(error, dirname(path), path);
  return problem ? new ProblemError(problem) : error;
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
