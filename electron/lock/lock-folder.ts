import { existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { problem, ProblemError } from '../../shared/contract/problem.ts';
import { makePrivateFolder } from '../private-files/private-folder.ts';
import { writePrivate } from '../private-files/write-private.ts';
import { canLock } from '../database/can-lock.ts';
import { diskProblem, goneProblem, lockProblem } from '../database/disk-problem.ts';
import { holdFile } from '../database/hold-file.ts';
import { isOpenElsewhere } from '../database/open-elsewhere.ts';
import { deskFile } from '../database/desk-file.ts';
import { fileAt } from './same-file.ts';

/** The file that is held. Copies of a data folder must leave it out: see `holdFile`. */
export const lockFile = 'desk.lock';
/** Says in words who holds it; only ever shown, never decided by. */
const holderFile = 'desk.lock.json';

/** A command that only reads a folder has ended after this (ms), or is asked for again. */
const readersEndMs = 2000;

export interface FolderLock {
  /**
   * Whether this process still keeps all others out. A lock file that was taken away is made and held anew; false where another
   * process was faster, or none can be made. Costs some µs.
   */
  held(): boolean;
  release(): void;
}

/**
 * Makes this process the only one that works on a data folder, which is made if it is not there and need not be.
 * Throws ProblemError `folder-in-use`, naming the holder, where another process has it, `disk` where its disk takes nothing or no locks, or one
 * that must exist is gone, and `bad-file` where no folder can be there; nothing is changed then.
 */
export function lockFolder(folder: string, now: number, { mustExist = false } = {}): FolderLock {
  try {
    if (!mustExist) makePrivateFolder(folder);
    return lock(folder, now);
  } catch (error) {
    if (mustExist && !existsSync(folder)) throw new ProblemError(goneProblem(folder));
    throw notLockable(folder, error);
  }
}

function lock(folder: string, now: number): FolderLock {
  const path = join(folder, lockFile);
  const release = isOwnedWithoutLock(folder) ? null : holdFile(path);
  if (!release) throw canLock(folder) ? folderInUse(folder) : new ProblemError(lockProblem('no-locks', folder));
  const file = fileAt(path);
  if (file === null) {
    // moved away in this moment: what is held lies elsewhere now
    release();
    throw new ProblemError(goneProblem(folder));
  }
  writeHolder(folder, now);
  let mine = { release, file };
  return {
    held() {
      if (fileAt(path) === mine.file) return true;
      const again = holdAgain(path);
      const file = again && fileAt(path);
      if (!again || file === null) {
        again?.();
        return false;
      }
      mine.release();
      mine = { release: again, file };
      return true;
    },
    release() {
      try {
        rmSync(join(folder, holderFile), { force: true });
      } catch {
        // on a disk that became read-only it stays; it is only ever shown
      } finally {
        mine.release();
      }
    },
  };
}

function notLockable(folder: string, error: unknown): unknown {
  const trouble = diskProblem(error, folder);
  if (trouble) return new ProblemError(trouble);
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const code = String(error.code);
  return problem('bad-file', `${folder} cannot be a data folder (${code}). Choose another one; nothing was changed.`);
}

/** What a process is answered that may not work on a folder, since another one does. */
export function folderInUse(folder: string): ProblemError {
  const holder = readHolder(folder);
  return problem(
    'folder-in-use',
    `${folder} is in use by ${holder}. Close that first, or choose another folder; nothing was changed.`,
    { holder },
  );
}

/**
 * A desk whose lock file is gone is one nobody has worked on since it was copied here, or one whose owner goes on with a lock that
 * nobody can see any more. Who only reads it ends in a moment.
 */
function isOwnedWithoutLock(folder: string): boolean {
  return !existsSync(join(folder, lockFile)) && isOpenElsewhere(join(folder, deskFile), readersEndMs);
}

function holdAgain(path: string): (() => void) | null {
  try {
    return holdFile(path);
  } catch {
    return null;
  }
}

function writeHolder(folder: string, now: number): void {
  const holder = { pid: process.pid, host: hostname(), since: new Date(now).toISOString() };
  try {
    writePrivate(join(folder, holderFile), JSON.stringify(holder), { lasts: false });
  } catch {
    // on a full disk the desk must still open; only the words of a refusal are poorer then
  }
}

function readHolder(folder: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(join(folder, holderFile), 'utf8')) as Record<string, unknown>;
    return `process ${String(pid)} on ${String(host)} since ${String(since)}`;
  } catch {
    return 'another process that has only just started';
  }
}

/**
 * The lock of a folder whose disk may take nothing now: then it is tried again with each `again`, until it is held. Nothing can be
 * written there meanwhile, by anyone. Throws as `lockFolder`.
 */
export function lockWhenPossible(folder: string, now: () => number) {
  let lock: FolderLock | null = null;

  function again(): void {
    try {
      lock ??= lockFolder(folder, now());
    } catch (error) {
      if (!(error instanceof ProblemError && error.problem.kind === 'disk')) throw error;
    }
  }

  again();
  return { again, release: (): void => lock?.release() };
}
