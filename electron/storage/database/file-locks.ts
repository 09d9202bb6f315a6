import { makePrivateFile } from '../../platform/private-files.ts';
import { isSqliteError, sqliteLibrary } from './sqlite-library.ts';
import type Database from 'better-sqlite3';
import { randomUUID } from 'node:crypto';
import { rmSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Keeps the handles from being garbage-collected, which would drop their locks. */
const heldHandles = new Set<Database.Database>();

/**
 * Locks a file for this process through SQLite's file lock. The operating system drops it when the process ends,
 * however it ends, so that no lock is ever stale. Returns a function that releases it, or null if another process holds
 * it.
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

export interface HeldFile {
  path: string;
  /** releases the lock and removes the file */
  release: () => void;
}

/** SQLite's codes for a lock that failed for any reason except another holder. */
const lockFaultPattern = /^SQLITE_IOERR_(?:CHECKRESERVED|RD|UN|SHM)?LOCK$/;

/** Whether the file system failed to take or drop a lock; `canLock` tests whether it supports any. */
export const isLockFault = (code: string): boolean => lockFaultPattern.test(code);

/**
 * Creates a file with an unguessable name in a folder and locks it. Returns null if the file system supports no locks:
 * SQLite reports that as busy (ENOLCK), and no other process can hold this file. Throws file system errors if no file
 * can be created.
 */
export function holdNewFile(folder: string): HeldFile | null {
  const path = join(folder, `desk.lock-trial-${randomUUID()}`);
  let releaseLock: (() => void) | null = null;
  try {
    releaseLock = holdFile(path);
  } catch (error) {
    remove(path);
    if (isSqliteError(error) && isLockFault(error.code)) return null;
    throw error;
  }
  const release = (): void => {
    releaseLock?.();
    remove(path);
  };
  if (releaseLock) return { path, release };
  release();
  return null;
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // on a disk that became read-only, the file stays until leftover files are removed
  }
}

/**
 * False if no lock can be taken in a folder, true also if that is unknown. Creates a temporary file; takes 200 ms if
 * the result is false.
 */
export function canLock(folder: string): boolean {
  try {
    const testFile = holdNewFile(folder);
    testFile?.release();
    return testFile !== null;
  } catch {
    return true;
  }
}

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
