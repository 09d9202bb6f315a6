import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { makePrivateFolder, writePrivateFile } from '../../platform/private-files.ts';
import { deskFile } from '../database/desk-file.ts';
import { diskProblem, goneProblem, lockProblem } from '../database/disk-problem.ts';
import { canLock, holdFile, isOpenElsewhere } from '../database/file-locks.ts';
import { statSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Identifies the file at a path on its disk, by device and inode; null if there is none or it cannot be read. Takes
 * some µs.
 */
export function fileIdentity(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? `${stats.dev}:${stats.ino}` : null;
  } catch {
    return null;
  }
}

/** Name of the lock file. Nothing else may open it, so copies of a data folder leave it out: see `holdFile`. */
export const lockFile = 'desk.lock';
/** Describes the holder; only displayed, never used for decisions. */
const holderInfoFile = 'desk.lock.json';

/** Read-only commands on a folder end within this time; if one takes longer, opening is refused. */
const readerTimeoutMs = 2000;

export interface FolderLock {
  /**
   * Whether this process still excludes all others. A lock file that was removed is created and locked again; false if
   * another process was faster, or it cannot be created. Takes some µs.
   */
  isHeld(): boolean;
  release(): void;
}

/**
 * Locks a data folder for this process, and creates it unless `mustExist`. Throws ProblemError `folder-in-use` with the
 * holder if another process has it, `disk` if the disk is not writable or supports no locks or a folder that must exist
 * is gone, and `bad-file` if the path cannot be a folder. Nothing is changed if it throws.
 */
export function lockFolder(folder: string, now: number, { mustExist = false } = {}): FolderLock {
  try {
    if (!mustExist) makePrivateFolder(folder);
    return acquireLock(folder, now);
  } catch (error) {
    if (mustExist && !existsSync(folder)) throw new ProblemError(goneProblem(folder));
    throw toLockProblem(folder, error);
  }
}

function acquireLock(folder: string, now: number): FolderLock {
  const path = join(folder, lockFile);
  const release = hasOwnerWithoutLockFile(folder) ? null : holdFile(path);
  if (!release) throw canLock(folder) ? folderInUse(folder) : new ProblemError(lockProblem('no-locks', folder));
  const file = fileIdentity(path);
  if (file === null) {
    // the folder was moved just now, and the locked file with it
    release();
    throw new ProblemError(goneProblem(folder));
  }
  writeHolder(folder, now);
  let currentHold = { release, file };
  return {
    isHeld() {
      if (fileIdentity(path) === currentHold.file) return true;
      const releaseNew = tryHold(path);
      const file = releaseNew && fileIdentity(path);
      if (!releaseNew || file === null) {
        releaseNew?.();
        return false;
      }
      currentHold.release();
      currentHold = { release: releaseNew, file };
      return true;
    },
    release() {
      try {
        rmSync(join(folder, holderInfoFile), { force: true });
      } catch {
        // on a disk that became read-only the file stays; it is only displayed
      } finally {
        currentHold.release();
      }
    },
  };
}

function toLockProblem(folder: string, error: unknown): unknown {
  const diskFailure = diskProblem(error, folder);
  if (diskFailure) return new ProblemError(diskFailure);
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const code = String(error.code);
  return problem('bad-file', `${folder} cannot be a data folder (${code}). Choose another one; nothing was changed.`);
}

/** The problem for a process that must not use a folder because another one does. */
export function folderInUse(folder: string): ProblemError {
  const holder = readHolder(folder);
  return problem(
    'folder-in-use',
    `${folder} is in use by ${holder}. Close that first, or choose another folder; nothing was changed.`,
    { holder },
  );
}

/**
 * Whether a process has the desk open although there is no lock file, because it was removed. Waits for read-only
 * processes, which end shortly.
 */
function hasOwnerWithoutLockFile(folder: string): boolean {
  return !existsSync(join(folder, lockFile)) && isOpenElsewhere(join(folder, deskFile), readerTimeoutMs);
}

function tryHold(path: string): (() => void) | null {
  try {
    return holdFile(path);
  } catch {
    return null;
  }
}

function writeHolder(folder: string, now: number): void {
  const holder = { pid: process.pid, host: hostname(), since: new Date(now).toISOString() };
  try {
    writePrivateFile(join(folder, holderInfoFile), JSON.stringify(holder), { lasts: false });
  } catch {
    // the desk must open on a full disk too; only the message about a folder in use is less precise then
  }
}

function readHolder(folder: string): string {
  try {
    const { pid, host, since } = JSON.parse(readFileSync(join(folder, holderInfoFile), 'utf8')) as Record<
      string,
      unknown
    >;
    return `process ${String(pid)} on ${String(host)} since ${String(since)}`;
  } catch {
    return 'another process that has only just started';
  }
}

/**
 * Locks a folder whose disk may not be writable yet; each call of `retry` tries again until the lock is held. Until
 * then no process can write there. Throws as `lockFolder`, except for `disk`.
 */
export function lockWhenPossible(folder: string, now: () => number) {
  let lock: FolderLock | null = null;

  function retry(): void {
    try {
      lock ??= lockFolder(folder, now());
    } catch (error) {
      if (!(error instanceof ProblemError && error.problem.kind === 'disk')) throw error;
    }
  }

  retry();
  return { retry: retry, release: (): void => lock?.release() };
}
