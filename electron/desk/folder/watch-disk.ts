import type { WarningCode } from '../../../shared/contract/desk-state.ts';
import { ProblemError, problem, type Problem } from '../../../shared/contract/problem.ts';
import type { BackupNote } from '../../copies/backup/backup-note.ts';
import { privateFileMode } from '../../platform/private-files.ts';
import type { Timer } from '../../platform/timer.ts';
import { diskProblem, isFatal } from '../../storage/database/disk-problem.ts';
import { busyTimeoutMs, type Sqlite } from '../../storage/database/open-sqlite.ts';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const probeIntervalMs = 2000;
/**
 * Free space from which on a full disk counts as usable again (bytes): a capture with its history and index fits
 * easily.
 */
const minFreeBytes = 1_000_000;

/** Written for a moment to a folder whose free space cannot be read. */
const probeFile = 'space-probe.tmp';

export interface DiskWatchHost {
  db: Sqlite;
  folder: string;
  timer: Timer;
  freeBytes: (folder: string) => Promise<number>;
  /** called when nothing can be saved any more, and with null once it can again */
  onDiskFault: (diskFault: Problem | null) => void;
  /** ends this worker, so that its file is reopened: pending writes can no longer be relied on */
  endForRestart: () => void;
}

/** Tracks whether the disk accepts writes: from every failed write, and then from its own probes until one succeeds. */
export function watchDisk({ db, folder, timer, freeBytes, onDiskFault, endForRestart }: DiskWatchHost) {
  const version = Number(db.pragma('user_version', { simple: true }));
  let currentProblem: Problem | null = null;
  let isClosed = false;
  let cancelProbe = (): void => undefined;

  function setProblem(diskFault: Problem): void {
    const isNew = currentProblem === null;
    currentProblem = diskFault;
    onDiskFault(diskFault);
    // free space does not repair a damaged file
    if (isNew && diskFault.kind === 'disk') probeSoon();
  }

  function probeSoon(): void {
    cancelProbe = timer.after(probeIntervalMs, () => void probe());
  }

  async function probe(): Promise<void> {
    const hasRoom = await hasSpace();
    if (isClosed) return;
    if (!hasRoom) return probeSoon();
    try {
      writeWithoutWaiting();
    } catch (error) {
      recordError(error);
      return probeSoon();
    }
    currentProblem = null;
    onDiskFault(null);
  }

  /** If the free space cannot be read, writes a file of that size: a write to the database may need no new space. */
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
      db.pragma(`busy_timeout = ${busyTimeoutMs}`);
    }
  }

  /** Records an error. `answer`: the error to answer with, or the disk problem behind it; `isNew`: not known before. */
  function recordError(error: unknown): { answer: unknown; isNew: boolean } {
    const diskFault = diskProblem(error, folder);
    if (!diskFault) return { answer: error, isNew: true };
    const isNew = currentProblem === null;
    setProblem(diskFault);
    if (!isFatal(error)) return { answer: new ProblemError(diskFault), isNew };
    endForRestart();
    return {
      answer: problem(
        'desk-gone',
        `${diskFault.message} Whether this was saved is not known; do it again, nothing is done twice.`,
        diskFault.params,
      ),
      isNew,
    };
  }

  return {
    note: recordError,
    close(): void {
      isClosed = true;
      cancelProbe();
    },
  };
}
export type DiskWatch = ReturnType<typeof watchDisk>;

interface DeferringHost {
  timer: { after: (ms: number, run: () => void) => () => void };
  runSoon: (run: () => void) => void;
  onFault: (error: unknown) => void;
}

/**
 * Wraps the host so that an exception in a deferred callback does not end the desk: it is reported, and the next
 * callback runs. A disk problem is passed to the watch, and reported once.
 */
export function catchHostFaults<H extends DeferringHost>(host: H, disk: Pick<DiskWatch, 'note'>): H {
  const onFault = (error: unknown): void => {
    if (disk.note(error).isNew) host.onFault(error);
  };
  const reportingFaults = (run: () => void) => (): void => {
    try {
      run();
    } catch (error) {
      onFault(error);
    }
  };
  return {
    ...host,
    onFault,
    timer: { after: (ms, run) => host.timer.after(ms, reportingFaults(run)) },
    runSoon: (run) => host.runSoon(reportingFaults(run)),
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
/** Number of checks in a row that could not read the free space before this causes a warning. */
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
  let isClosed = false;
  let cancelNextCheck = (): void => undefined;

  /** by folder: the free bytes last known, and the number of failed checks in a row since */
  const lastKnown = new Map<string, { free: number | null; misses: number }>();

  /** null: unknown. An unresponsive share must not delay the report of the others. */
  function freeBytesInTime(folder: string): Promise<number | null> {
    const timeout = Promise.withResolvers<null>();
    const cancelTimeout = host.timer.after(responseTimeoutMs, () => timeout.resolve(null));
    return Promise.race([host.freeBytes(folder).catch(() => null), timeout.promise]).finally(cancelTimeout);
  }

  async function checkSpace(folder: string) {
    const free = await freeBytesInTime(folder);
    const previous = lastKnown.get(folder) ?? { free: null, misses: 0 };
    const current = free === null ? { free: previous.free, misses: previous.misses + 1 } : { free, misses: 0 };
    lastKnown.set(folder, current);
    return { folder, ...current };
  }

  async function check(): Promise<void> {
    const spaces = await Promise.all(host.folders().map(checkSpace));
    // closed during the check
    if (isClosed) return;
    const [fullest] = spaces
      .flatMap(({ folder, free }) => (free === null ? [] : { folder, free }))
      .toSorted((a, b) => a.free - b.free);
    const unknown = spaces.find(({ misses }) => misses >= unknownChecks);
    if (fullest && fullest.free < lowSpaceBytes)
      host.report('disk', { folder: fullest.folder, megabytes: Math.floor(fullest.free / 1_000_000) });
    else host.report('disk', unknown ? { folder: unknown.folder, reason: 'unknown' } : null);
    reportBackup();
    cancelNextCheck = host.timer.after(checkEveryMs, () => void check());
  }

  function reportBackup(): void {
    const note = host.lastBackup();
    const age = note ? host.now() - note.at : 0;
    const params = note && { to: note.to, at: note.at };
    host.report('backup-failed', note && !note.ok ? params : null);
    host.report('backup-old', note?.ok && age > oldBackupMs ? { ...params, days: Math.floor(age / dayMs) } : null);
  }

  return {
    check,
    close(): void {
      isClosed = true;
      cancelNextCheck();
    },
  };
}
