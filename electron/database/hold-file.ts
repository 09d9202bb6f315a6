import type Database from 'better-sqlite3';
import { makePrivateFile } from '../private-files/write-private.ts';
import { isSqliteError, sqliteLibrary } from './sqlite-library.ts';

/** Keeps the handles referenced: a handle that is garbage-collected loses its lock. */
const heldHandles = new Set<Database.Database>();

/**
 * Locks a file for this process through SQLite's file lock: the operating system drops it when the process ends,
 * however it ends, and not before, so that no lock is ever stale. Returns a function that releases it, or null if
 * another process holds it.
 *
 * The same process must never open the file by other means: closing any second handle drops the lock (POSIX).
 */
export function holdFile(path: string): (() => void) | null {
  makePrivateFile(path);
  const db = new (sqliteLibrary())(path, { timeout: 200 });
  try {
    // journal in memory, so that holding the lock writes nothing: the desk must open on a full disk too
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
    heldHandles.add(db);
    return () => {
      heldHandles.delete(db);
      db.close();
    };
  } catch (error) {
    db.close();
    if (isSqliteError(error) && error.code.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
}
