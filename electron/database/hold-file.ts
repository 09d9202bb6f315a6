import type Database from 'better-sqlite3';
import { makePrivateFile } from '../private-files/write-private.ts';
import { isSqliteError, sqliteLibrary } from './sqlite-library.ts';

/** A handle that nothing refers to is collected as garbage, and its lock goes with it. */
const held = new Set<Database.Database>();

/**
 * Holds a lock file for this process alone, through SQLite's own file lock: the operating system drops it with the process,
 * however that ends, so no stale lock is possible, and not before. Returns the way to let go, or null where another holds it.
 *
 * The file itself must never be opened by other means in the same process: closing any second handle drops the lock (POSIX).
 */
export function holdFile(path: string): (() => void) | null {
  makePrivateFile(path);
  const db = new (sqliteLibrary())(path, { timeout: 200 });
  try {
    // in memory, so that holding it writes nothing: the desk must open on a full disk too
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    held.add(db);
    return () => {
      held.delete(db);
      db.close();
    };
  } catch (error) {
    db.close();
    if (isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}
