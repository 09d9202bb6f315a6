import type { WarningCode } from '../../../shared/contract/desk-state.ts';
import type { BackupNote } from '../../backup/backup-note.ts';
import type { Timer } from '../../service/timer.ts';

/**
 * Below this a disk counts as nearly full (bytes): a database of 100,000 entries, its copy while a backup is checked, and a PDF
 * of some thousand labels fit into it, so that a day's work still ends well.
 */
export const littleSpace = 500_000_000;
/** A backup is old after this (ms): whoever makes one a week has a day's grace. */
export const oldBackupMs = 8 * 86_400_000;
const checkEveryMs = 5 * 60_000;
/** A place that does not answer for this long is one that cannot be told of (ms). */
const longestLookMs = 5000;
const dayMs = 86_400_000;

export interface FolderWatchHost {
  /** places the desk writes to: the data folder, and a second one for the journal */
  folders: () => readonly string[];
  now: () => number;
  timer: Timer;
  /** bytes this user may still write there; rejects where that cannot be told */
  freeBytes: (folder: string) => Promise<number>;
  lastBackup: () => BackupNote | null;
  report: (code: WarningCode, params: Record<string, string | number> | null) => void;
}

/** Looks now and then whether the disk has room, and whether backups, where there are any, are whole and new. */
export function watchFolder(host: FolderWatchHost) {
  let closed = false;
  let cancel = (): void => undefined;

  /** A share that does not answer must not keep the others from being told. */
  function freeWithin(folder: string): Promise<number> {
    const late = Promise.withResolvers<number>();
    const stop = host.timer.after(longestLookMs, () => late.resolve(Infinity));
    return Promise.race([host.freeBytes(folder).catch(() => Infinity), late.promise]).finally(stop);
  }

  async function check(): Promise<void> {
    const found = await Promise.all(host.folders().map(async (folder) => ({ folder, free: await freeWithin(folder) })));
    // closed while it was asked
    if (closed) return;
    const tightest = found.toSorted((a, b) => a.free - b.free)[0];
    const full = tightest !== undefined && tightest.free < littleSpace;
    host.report('disk', full ? { folder: tightest.folder, megabytes: Math.floor(tightest.free / 1_000_000) } : null);
    tellOfBackup();
    cancel = host.timer.after(checkEveryMs, () => void check());
  }

  function tellOfBackup(): void {
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
