import type { WarningCode } from '../../../shared/contract/desk-state.ts';
import { ProblemError, problem, type Problem } from '../../../shared/contract/problem.ts';
import type { BackupNote } from '../../copies/backup/backup-note.ts';
import { privateFileMode } from '../../platform/private-files.ts';
import type { Timer } from '../../platform/timer.ts';
import { diskProblem, isFatal } from '../../storage/database/disk-problem.ts';
import { busyMs, type Sqlite } from '../../storage/database/open-sqlite.ts';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const probeIntervalMs = 2000;
/**
 * Below this a full disk does not count as having space again (bytes): a capture with its history and index fits
 * easily.
 */
const minFreeBytes = 1_000_000;

/** Exists for a moment, in a folder whose free space cannot be read. */
const probeFile = 'space-probe.tmp';

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
    const hasRoom = await hasSpace();
    if (closed) return;
    if (!hasRoom) return probeSoon();
    try {
      writeWithoutWaiting();
    } catch (error) {
      recordError(error);
      return probeSoon();
    }
    currentProblem = null;
    onTrouble(null);
  }

  /** If the free space cannot be read, a file of that size tells: a write into the database may need no new space. */
  async function hasSpace(): Promise<boolean> {
    const free = await freeBytes(folder).catch(() => null);
    if (free !== null) return free >= minFreeBytes;
    const path = join(folder, probeFile);
    try {
      await writeFile(path, Buffer.alloc(minFreeBytes), { mode: privateFileMode, flush: true });
      return true;
    } catch {
      return false;
    } finally {
      await rm(path, { force: true }).catch(() => undefined);
    }
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

interface Guarded {
  timer: { after: (ms: number, run: () => void) => () => void };
  soon: (run: () => void) => void;
  onFault: (error: unknown) => void;
}

/**
 * Wraps the host so that an exception in a deferred callback does not end the desk: it is reported, and the next
 * callback runs. A disk problem is passed to the watch, and reported once.
 */
export function catchHostFaults<H extends Guarded>(host: H, disk: Pick<DiskWatch, 'note'>): H {
  const onFault = (error: unknown): void => {
    if (disk.note(error).isNews) host.onFault(error);
  };
  const guarded = (run: () => void) => (): void => {
    try {
      run();
    } catch (error) {
      onFault(error);
    }
  };
  return {
    ...host,
    onFault,
    timer: { after: (ms, run) => host.timer.after(ms, guarded(run)) },
    soon: (run) => host.soon(guarded(run)),
  };
}

/**
 * Below this a disk counts as nearly full (bytes): enough for a database of 100,000 entries, its copy during a backup
 * check, and a PDF of some thousand labels, so that the day's work can still be finished.
 */
export const lowSpaceBytes = 500_000_000;
/** A backup counts as old after this (ms): a weekly backup has a day's grace. */
export const oldBackupMs = 8 * 86_400_000;
const checkEveryMs = 5 * 60_000;
/** A place that takes longer to respond counts as unknown (ms). A sleeping disk may take longer once. */
const responseTimeoutMs = 5000;
const dayMs = 86_400_000;
/** Free space that could not be read in this many checks in a row causes a warning. */
const unknownChecks = 2;

export interface FolderWatchHost {
  /** places the desk writes to: the data folder, and the journal's second location */
  folders: () => readonly string[];
  now: () => number;
  timer: Timer;
  /** bytes this user may still write there; rejects if unknown */
  freeBytes: (folder: string) => Promise<number>;
  lastBackup: () => BackupNote | null;
  report: (code: WarningCode, params: Record<string, string | number> | null) => void;
}

/** Periodically checks free disk space, and whether existing backups are intact and recent. */
export function watchFolder(host: FolderWatchHost) {
  let closed = false;
  let cancel = (): void => undefined;

  /** free bytes when they were last known, and how many checks in a row have not found them since */
  const known = new Map<string, { free: number | null; misses: number }>();

  /** null: unknown. An unresponsive share must not delay the report of the others. */
  function freeBytesInTime(folder: string): Promise<number | null> {
    const late = Promise.withResolvers<null>();
    const stop = host.timer.after(responseTimeoutMs, () => late.resolve(null));
    return Promise.race([host.freeBytes(folder).catch(() => null), late.promise]).finally(stop);
  }

  async function checkSpace(folder: string) {
    const free = await freeBytesInTime(folder);
    const before = known.get(folder) ?? { free: null, misses: 0 };
    const now = free === null ? { free: before.free, misses: before.misses + 1 } : { free, misses: 0 };
    known.set(folder, now);
    return { folder, ...now };
  }

  async function check(): Promise<void> {
    const found = await Promise.all(host.folders().map(checkSpace));
    // closed during the check
    if (closed) return;
    const [tightest] = found
      .flatMap(({ folder, free }) => (free === null ? [] : { folder, free }))
      .toSorted((a, b) => a.free - b.free);
    const unknown = found.find(({ misses }) => misses >= unknownChecks);
    if (tightest && tightest.free < lowSpaceBytes)
      host.report('disk', { folder: tightest.folder, megabytes: Math.floor(tightest.free / 1_000_000) });
    else host.report('disk', unknown ? { folder: unknown.folder, reason: 'unknown' } : null);
    reportBackup();
    cancel = host.timer.after(checkEveryMs, () => void check());
  }

  function reportBackup(): void {
    const last = host.lastBackup();
    const age = last ? host.now() - last.at : 0;
    const about = last && { to: last.to, at: last.at };
    host.report('backup-failed', last && !last.ok ? about : null);
    host.report('backup-old', last?.ok && age > oldBackupMs ? { ...about, days: Math.floor(age / dayMs) } : null);
  }

  return {
    check,
    close(): void {
      closed = true;
      cancel();
    },
  };
}
