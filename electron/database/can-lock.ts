import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { holdFile } from './hold-file.ts';
import { isSqliteError } from './sqlite-library.ts';

export interface HeldFile {
  path: string;
  /** releases the lock and removes the file */
  release: () => void;
}

/** SQLite's codes for a lock refused for any reason except another holder. */
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
    // on a disk that became read-only the file stays until leftovers are cleared
  }
}

/**
 * False if no lock can be taken in a folder, true also if that is unknown. Creates a temporary file; takes 200 ms if
 * the result is false.
 */
export function canLock(folder: string): boolean {
  try {
    const held = holdNewFile(folder);
    held?.release();
    return held !== null;
  } catch {
    return true;
  }
}
