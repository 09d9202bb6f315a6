import { closeSync, fsyncSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';
import { closeToOthers, privateFileMode } from '../private-files/private-folder.ts';
import { makePrivateFile } from '../private-files/write-private.ts';
import { ProblemError } from '../../shared/problem.ts';

export type Sqlite = Database.Database;

/** One numbered step of a file's shape; versions rise by one from 1 and a released step is never edited. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/**
 * Opens a SQLite file for writing and brings it to the newest version.
 * Throws ProblemError `newer-database` where the file was made by a newer Parcel Desk, `damaged` where it is no database.
 */
export function openSqlite(path: string, migrations: readonly Migration[]): Sqlite {
  keepPrivate(path);
  const db = new Database(path);
  try {
    db.pragma('journal_mode = WAL');
    // better-sqlite3 is built so that WAL silently means NORMAL, which loses acknowledged rows in a power cut.
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    db.pragma('busy_timeout = 5000');
    // Keeps the log small, so that a start after a kill replays at most 8 MB.
    db.pragma('wal_autocheckpoint = 1000');
    db.pragma('journal_size_limit = 8388608');
    migrate(db, path, migrations);
    return db;
  } catch (error) {
    db.close();
    throw asProblem(error, path);
  }
}

/** SQLite gives the files beside a database the mode of the database: it is made, or made so, before they are. */
function keepPrivate(path: string): void {
  makePrivateFile(path);
  for (const one of [path, `${path}-wal`, `${path}-shm`]) closeToOthers(one, privateFileMode);
}

/** Opens the same file beside its writer, unable to write. */
export function openSqliteReader(path: string, migrations: readonly Migration[]): Sqlite {
  let db: Sqlite;
  try {
    db = new Database(path, { readonly: true, fileMustExist: true });
  } catch (error) {
    throw asProblem(error, path);
  }
  try {
    db.pragma('busy_timeout = 5000');
    db.pragma('query_only = ON');
    refuseNewer(versionOf(db), path, migrations.length);
    return db;
  } catch (error) {
    db.close();
    throw asProblem(error, path);
  }
}

function versionOf(db: Sqlite): number {
  return db.pragma('user_version', { simple: true }) as number;
}

function refuseNewer(found: number, path: string, known: number): void {
  if (found <= known) return;
  throw new ProblemError({
    kind: 'newer-database',
    message: `${path} was written by a newer Parcel Desk (version ${found} of its file, this program knows ${known}). Install the newer program; nothing was changed.`,
    params: { found, known },
  });
}

function migrate(db: Sqlite, path: string, migrations: readonly Migration[]): void {
  const found = versionOf(db);
  refuseNewer(found, path, migrations.length);
  for (const [index, step] of migrations.entries()) {
    if (step.version !== index + 1) throw new Error(`migration ${step.name} stands at the wrong place`);
    if (step.version <= found) continue;
    db.transaction(() => {
      db.exec(step.sql);
      db.pragma(`user_version = ${step.version}`);
    }).exclusive();
  }
}

function asProblem(error: unknown, path: string): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  if (error.code === 'SQLITE_NOTADB' || error.code.startsWith('SQLITE_CORRUPT')) {
    return new ProblemError({
      kind: 'damaged',
      message: `${path} is damaged or no database of Parcel Desk. It was left as it is; restore a backup into another folder.`,
    });
  }
  return error;
}

/** Syncs a file, or the names in a folder, to the disk. */
export function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
