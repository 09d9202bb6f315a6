import { existsSync, rmdirSync } from 'node:fs';
import { ProblemError } from '../../shared/contract/problem.ts';
import { holdNewFile, type HeldFile } from '../database/can-lock.ts';
import { lockProblem } from '../database/disk-problem.ts';
import { holdFile } from '../database/hold-file.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import type { Mount } from './mount-of.ts';

export interface LockTest {
  /** how the folder is reached; null if that is unknown */
  mount: Mount | null;
  /** mounts where a lock has been proven to exclude a second process, by `Mount.key` */
  proven: { knows: (mount: string) => boolean; learn: (mount: string) => void };
  /** whether another process can take the lock on a file (it runs `takesLock`); rejects if that cannot be tested */
  isTakenElsewhere: (path: string) => Promise<boolean>;
  /** do not create a missing folder */
  mustExist: boolean;
}

/**
 * Throws ProblemError `disk`, before anything is opened, if locks in a folder do not exclude other processes (reason
 * `locks-ignored`) or cannot be taken (`no-locks`). A second process runs the test, because a process is never blocked
 * by its own lock. Each mount is tested once; an unknown result refuses nothing and is tested again the next time.
 */
export async function requireWorkingLocks(
  folder: string,
  { mount, proven, isTakenElsewhere: takeElsewhere, mustExist }: LockTest,
): Promise<void> {
  if (mount?.hasLocalLocks) throw new ProblemError(lockProblem('locks-ignored', folder));
  const key = mount?.key ?? null;
  if (key !== null && proven.knows(key)) return;
  const isMade = !mustExist && !existsSync(folder);
  try {
    const held = holdTestFile(folder, mustExist);
    if (held === 'unknown') return;
    if (!held) throw new ProblemError(lockProblem('no-locks', folder));
    const isTaken = await takeElsewhere(held.path)
      .catch(() => null)
      .finally(held.release);
    if (isTaken) throw new ProblemError(lockProblem('locks-ignored', folder));
    if (isTaken === false && key !== null) proven.learn(key);
  } finally {
    // the caller that opens the folder creates it again, and a refused folder must leave nothing behind
    if (isMade) removeIfEmpty(folder);
  }
}

/** Returns null if the file system supports no locks. */
function holdTestFile(folder: string, mustExist: boolean): HeldFile | 'unknown' | null {
  try {
    if (!mustExist) makePrivateFolder(folder);
    return holdNewFile(folder);
  } catch {
    // the disk accepts no file at the moment; opening the folder will report why
    return 'unknown';
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // another process is using it already
  }
}

/** Whether this process can take the lock on an existing file. Throws if that cannot be tested. */
export function canTakeLock(path: string): boolean {
  // a missing file would be created, and no process would hold it
  if (!existsSync(path)) throw new Error('There is no file to try a lock on.');
  const release = holdFile(path);
  release?.();
  return release !== null;
}
