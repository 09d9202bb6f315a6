import { diskProblem, isFatal } from '../../database/disk-problem.ts';
import { busyMs, type Sqlite } from '../../database/open-sqlite.ts';
import type { Timer } from '../../service/timer.ts';
import { ProblemError, problem, type Problem } from '../../../shared/contract/problem.ts';

const probeIntervalMs = 2000;
/**
 * Below this a full disk does not count as having space again (bytes): a capture with its history and index fits
 * easily.
 */
const minFreeBytes = 1_000_000;

export interface DiskWatchHost {
  db: Sqlite;
  folder: string;
  timer: Timer;
  freeBytes: (folder: string) => Promise<number>;
  /** called when nothing can be saved any more, and with null once it can again */
  onTrouble: (trouble: Problem | null) => void;
  /** ends this worker, so that its file is reopened: pending writes can no longer be relied on */
  giveUp: () => void;
}

/** Tracks whether the disk accepts writes: from every failed write, and then from its own probes until one succeeds. */
export function watchDisk({ db, folder, timer, freeBytes, onTrouble, giveUp }: DiskWatchHost) {
  const version = Number(db.pragma('user_version', { simple: true }));
  let currentProblem: Problem | null = null;
  let closed = false;
  let cancel = (): void => undefined;

  function setTrouble(trouble: Problem): void {
    const isNew = currentProblem === null;
    currentProblem = trouble;
    onTrouble(trouble);
    // free space does not repair a damaged file
    if (isNew && trouble.kind === 'disk') probeSoon();
  }

  function probeSoon(): void {
    cancel = timer.after(probeIntervalMs, () => void probe());
  }

  async function probe(): Promise<void> {
    const free = await freeBytes(folder).catch(() => Infinity);
    if (closed) return;
    if (free < minFreeBytes) return probeSoon();
    try {
      writeWithoutWaiting();
    } catch (error) {
      recordError(error);
      return probeSoon();
    }
    currentProblem = null;
    onTrouble(null);
  }

  /**
   * A real write and its sync, which leaves the value unchanged. Does not wait for a lock, since the whole desk would
   * wait.
   */
  function writeWithoutWaiting(): void {
    db.pragma('busy_timeout = 0');
    try {
      db.pragma(`user_version = ${version}`);
    } finally {
      db.pragma(`busy_timeout = ${busyMs}`);
    }
  }

  /** The error to answer with, replaced by the cause if it is a disk problem; `isNews` if it was not known yet. */
  function recordError(error: unknown): { answer: unknown; isNews: boolean } {
    const found = diskProblem(error, folder);
    if (!found) return { answer: error, isNews: true };
    const isNews = currentProblem === null;
    setTrouble(found);
    if (!isFatal(error)) return { answer: new ProblemError(found), isNews };
    giveUp();
    return {
      answer: problem(
        'desk-gone',
        `${found.message} Whether this was saved is not known; do it again, nothing is done twice.`,
        found.params,
      ),
      isNews,
    };
  }

  return {
    note: recordError,
    close(): void {
      closed = true;
      cancel();
    },
  };
}
export type DiskWatch = ReturnType<typeof watchDisk>;
