import { recordBackup, writeBackupNote, readBackupNote } from './backup-note.ts';
import type { BackupResult } from './make-backup.ts';
import { dirname } from 'node:path';

export interface BackupScheduleHost {
  /** the data folder, which stores the backup note */
  data: string;
  /** folder of this desk alone for automatic backups; empty for none */
  destination: () => string;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** nothing is in progress that a user or the service waits for */
  isIdle: () => boolean;
  /** `make` and `rehearse` reject in bounded time if the folder does not respond */
  makeBackup: (to: string, at: number) => Promise<BackupResult>;
  /** runs a backup test; resolves to what was wrong, or null */
  testBackup: (path: string, at: number) => Promise<string | null>;
  /** when the current lock of copies was set (ms); a backup made earlier is locked differently, or not at all */
  lockChangedAt: () => number;
  onChange: () => void;
}

/** A day, with some slack (ms): a desk that opens at eight each morning makes one each morning. */
const backupIntervalMs = 20 * 3_600_000;
const retryMs = 3_600_000;
/** Delay of the first check (ms), which leaves the disk to the start. */
const firstCheckMs = 60_000;
const checkEveryMs = 5 * 60_000;

/**
 * Makes a backup every day, and tests each as soon as the desk is idle. Failures are reported, and retried an hour
 * later.
 */
export function scheduleBackups(host: BackupScheduleHost) {
  const { data, now } = host;
  let queue: Promise<void> = Promise.resolve();
  let closed = false;
  /** when the folder was last chosen (ms): earlier failures no longer count */
  let chosenAt = 0;
  let cancelNext: (() => void) | null = null;

  /** If the clock was set back, a backup is made too early rather than too late. */
  const hasElapsed = (at: number, ms: number): boolean => now() < at || now() - at >= ms;

  function isDue(to: string): boolean {
    const last = readBackupNote(data);
    if (last && !last.ok && last.to === to && last.at >= chosenAt) return hasElapsed(last.at, retryMs);
    const good = last?.good && dirname(last.good.path) === to ? last.good : null;
    return good === null || good.at < host.lockChangedAt() || hasElapsed(good.at, backupIntervalMs);
  }

  async function make(to: string): Promise<BackupResult> {
    const at = now();
    try {
      const made = await host.makeBackup(to, at);
      recordBackup(data, at, to, made);
      return made;
    } catch (error) {
      recordBackup(data, at, to, null);
      throw error;
    } finally {
      if (!closed) host.onChange();
    }
  }

  async function testNewest(): Promise<void> {
    const { good, rehearsal } = readBackupNote(data) ?? {};
    if (!good || host.destination() === '' || dirname(good.path) !== host.destination()) return;
    const isDone = rehearsal?.path === good.path && (rehearsal.failed === null || !hasElapsed(rehearsal.at, retryMs));
    if (isDone) return;
    const at = now();
    const failed = await host.testBackup(good.path, at).catch((error: unknown) => messageOf(error));
    const last = readBackupNote(data);
    if (closed || !last || last.good?.path !== good.path) return;
    writeBackupNote(data, { ...last, rehearsal: { at, path: good.path, failed } });
    host.onChange();
  }

  async function check(): Promise<void> {
    // the desk may have been closed while this waited for its turn
    if (closed) return;
    const to = host.destination();
    if (to !== '' && isDue(to)) await make(to).catch(() => undefined);
    if (!closed && host.isIdle()) await testNewest();
  }

  function runInTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = queue.then(act);
    queue = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  function scheduleCheck(ms: number): void {
    cancelNext = host.after(ms, () => {
      cancelNext = null;
      void runInTurn(check).finally(() => {
        // a check requested during this one is scheduled already
        if (!closed && !cancelNext) scheduleCheck(checkEveryMs);
      });
    });
  }
  scheduleCheck(firstCheckMs);

  return {
    /** Makes a backup now. Rejects as `make`. */
    now: (): Promise<BackupResult> => runInTurn(() => make(host.destination())),
    /** The user chose the folder, possibly the same one again: earlier failures no longer delay a backup. */
    noteFolderChosen: (): void => void (chosenAt = now()),
    /** Called when another folder may have been chosen. */
    check(): void {
      if (closed || host.destination() === '' || !isDue(host.destination())) return;
      cancelNext?.();
      scheduleCheck(0);
    },
    close(): void {
      closed = true;
      cancelNext?.();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
