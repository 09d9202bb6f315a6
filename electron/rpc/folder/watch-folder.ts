import type { WarningCode } from '../../../shared/contract/desk-state.ts';
import type { BackupNote } from '../../backup/backup-note.ts';
import type { Timer } from '../../service/timer.ts';

/**
 * Below this a disk counts as nearly full (bytes): enough for a database of 100,000 entries, its copy during a backup
 * check, and a PDF of some thousand labels, so that the day's work can still be finished.
 */
export const lowSpaceBytes = 500_000_000;
/** A backup counts as old after this (ms): a weekly backup has a day's grace. */
export const oldBackupMs = 8 * 86_400_000;
const checkEveryMs = 5 * 60_000;
/** A place that takes longer to respond counts as unknown (ms). */
const responseTimeoutMs = 5000;
const dayMs = 86_400_000;

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

  /** An unresponsive share must not delay the report of the others. */
  function freeBytesInTime(folder: string): Promise<number> {
    const late = Promise.withResolvers<number>();
    const stop = host.timer.after(responseTimeoutMs, () => late.resolve(Infinity));
    return Promise.race([host.freeBytes(folder).catch(() => Infinity), late.promise]).finally(stop);
  }

  async function check(): Promise<void> {
    const found = await Promise.all(
      host.folders().map(async (folder) => ({ folder, free: await freeBytesInTime(folder) })),
    );
    // closed during the check
    if (closed) return;
    const tightest = found.toSorted((a, b) => a.free - b.free)[0];
    const full = tightest !== undefined && tightest.free < lowSpaceBytes;
    host.report('disk', full ? { folder: tightest.folder, megabytes: Math.floor(tightest.free / 1_000_000) } : null);
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
