import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import { makePrivateFolder, writePrivateFile } from '../../platform/private-files.ts';
import { deskFile } from '../database/desk-file.ts';
import { diskProblem, goneProblem, lockProblem } from '../database/disk-problem.ts';
import { canLock, holdFile, isOpenElsewhere } from '../database/file-locks.ts';
import { statSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * Identifies the file at a path, as long as it stays on one disk; null if there is none or it cannot be read. Takes
 * some µs.
 */
export function fileIdentity(path: string): string | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found ? `${found.dev}:${found.ino}` : null;
  } catch {
    return null;
  }
}

/** The lock file. Copies of a data folder must leave it out: see `holdFile`. */
export const lockFile = 'desk.lock';
/** Describes the holder; only displayed, never used for decisions. */
const holderInfoFile = 'desk.lock.json';

/**
 * A read-only command on a folder ends within this time (ms); after it, opening is refused and the user tries again.
 */
const readerTimeoutMs = 2000;

export interface FolderLock {
  /**
   * Whether this process still excludes all others. If the lock file was removed, it is created and locked again; false
   * if another process was faster or it cannot be created. Takes some µs.
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
    // the folder was just moved away, so the lock is held elsewhere
    release();
    throw new ProblemError(goneProblem(folder));
  }
  writeHolder(folder, now);
  let currentHold = { release, file };
  return {
    isHeld() {
      if (fileIdentity(path) === currentHold.file) return true;
      const again = tryHold(path);
      const file = again && fileIdentity(path);
      if (!again || file === null) {
        again?.();
        return false;
      }
      currentHold.release();
      currentHold = { release: again, file };
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
  const trouble = diskProblem(error, folder);
  if (trouble) return new ProblemError(trouble);
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
 * A desk without a lock file was copied here and not used since, or its owner still runs with a lock file that was
 * removed. Waits for read-only processes, which end shortly.
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
    // the desk must open on a full disk too; only the text of a refusal loses detail
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
 * Locks a folder whose disk may not be writable yet: each call of `again` retries until the lock is held. Until then no
 * process can write there. Throws as `lockFolder`, except for `disk`.
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
  return { again: retry, release: (): void => lock?.release() };
}
