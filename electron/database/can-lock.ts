import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { holdFile } from './hold-file.ts';
import { isSqliteError } from './sqlite-library.ts';

export interface HeldFile {
  path: string;
  /** lets go of the file and removes it */
  release: () => void;
}

/** What SQLite says where the file system refuses a lock for any reason but that another holder has it. */
const lockFault = /^SQLITE_IOERR_(?:CHECKRESERVED|RD|UN|SHM)?LOCK$/;

/** True where the file system failed to take or drop a lock; whether it takes any is asked of `canLock`. */
export const isLockFault = (code: string): boolean => lockFault.test(code);

/**
 * Makes a file in a folder, of a name that no other process can know, and holds its lock. Null where the file system takes no lock:
 * SQLite calls that busy (ENOLCK), and nobody else can hold this file. Throws what the file system throws where it takes no file.
 */
export function holdNewFile(folder: string): HeldFile | null {
  const path = join(folder, `desk.lock-trial-${randomUUID()}`);
  let letGo: (() => void) | null = null;
  try {
    letGo = holdFile(path);
  } catch (error) {
    remove(path);
    if (isSqliteError(error) && isLockFault(error.code)) return null;
    throw error;
  }
  const release = (): void => {
    letGo?.();
    remove(path);
  };
  if (letGo) return { path, release };
  release();
  return null;
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // on a disk that became read-only it stays until leftovers are cleared
  }
}

/** False where no lock can be taken in a folder, true also where that cannot be told. Costs a file, and 200 ms where it is false. */
export function canLock(folder: string): boolean {
  try {
    const held = holdNewFile(folder);
    held?.release();
    return held !== null;
  } catch {
    return true;
  }
}
