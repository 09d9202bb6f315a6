import { existsSync, rmdirSync } from 'node:fs';
import { ProblemError } from '../../shared/contract/problem.ts';
import { holdNewFile, type HeldFile } from '../database/can-lock.ts';
import { lockProblem } from '../database/disk-problem.ts';
import { holdFile } from '../database/hold-file.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { mountOf } from './mount-of.ts';

export interface LockTrial {
  /** mounts on which a second process was kept out before, by `Mount.key` */
  proven: { knows: (mount: string) => boolean; learn: (mount: string) => void };
  /** whether another process can take the lock of a file (`takesLock` there); rejects where that could not be tried */
  takeElsewhere: (path: string) => Promise<boolean>;
  /** no folder is made where none is */
  mustExist: boolean;
}

/**
 * Throws ProblemError `disk` where a lock in a folder would keep nobody out (reason `locks-ignored`) or cannot be taken (`no-locks`), before
 * anything is opened there. Tried by a second process, since a process is never shut out by its own lock; once for each mount, and
 * again where the result is not known, which refuses nothing.
 */
export async function demandLocks(folder: string, { proven, takeElsewhere, mustExist }: LockTrial): Promise<void> {
  const mount = mountOf(folder);
  if (mount?.keepsLocksHere) throw new ProblemError(lockProblem('locks-ignored', folder));
  const key = mount?.key ?? null;
  if (key !== null && proven.knows(key)) return;
  const isMade = !mustExist && !existsSync(folder);
  try {
    const held = holdFor(folder, mustExist);
    if (held === 'unknown') return;
    if (!held) throw new ProblemError(lockProblem('no-locks', folder));
    const isTaken = await takeElsewhere(held.path)
      .catch(() => null)
      .finally(held.release);
    if (isTaken) throw new ProblemError(lockProblem('locks-ignored', folder));
    if (isTaken === false && key !== null) proven.learn(key);
  } finally {
    // who opens it makes it again, and what is refused leaves nothing
    if (isMade) removeIfEmpty(folder);
  }
}

/** Null where the file system takes no lock. */
function holdFor(folder: string, mustExist: boolean): HeldFile | 'unknown' | null {
  try {
    if (!mustExist) makePrivateFolder(folder);
    return holdNewFile(folder);
  } catch {
    // a disk that takes no file now: who opens the folder tells why
    return 'unknown';
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // somebody works in it already
  }
}

/** Whether this process can take the lock of a file that is there. Throws where it cannot be tried. */
export function takesLock(path: string): boolean {
  // one that is gone would be made, and held by nobody
  if (!existsSync(path)) throw new Error('There is no file to try a lock on.');
  const release = holdFile(path);
  release?.();
  return release !== null;
}
