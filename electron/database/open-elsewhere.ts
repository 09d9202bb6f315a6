import { existsSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { isSqliteError, sqliteLibrary } from './sqlite-library.ts';

/**
 * Whether another connection, of this process or another, has a database in WAL mode open: each holds a lock on the
 * file as long as it lives. Waits up to `waitMs` for connections that end. False if there is no database, or it cannot
 * be opened.
 */
export function isOpenElsewhere(path: string, waitMs: number): boolean {
  if (!existsSync(path)) return false;
  let db: Database.Database | undefined;
  try {
    db = new (sqliteLibrary())(path, { timeout: waitMs, fileMustExist: true });
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    return isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');
  } finally {
    db?.close();
  }
}
