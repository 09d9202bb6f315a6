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
  /** makes a backup; like `testBackup`, rejects in bounded time if the folder does not respond */
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
  let isClosed = false;
  /** when the folder was last chosen (ms): earlier failures no longer count */
  let chosenAt = 0;
  let cancelNext: (() => void) | null = null;

  /** If the clock was set back, a backup is made too early rather than too late. */
  const hasElapsed = (at: number, ms: number): boolean => now() < at || now() - at >= ms;

  function isDue(folder: string): boolean {
    const note = readBackupNote(data);
    if (note && !note.ok && note.to === folder && note.at >= chosenAt) return hasElapsed(note.at, retryMs);
    const good = note?.good && dirname(note.good.path) === folder ? note.good : null;
    return good === null || good.at < host.lockChangedAt() || hasElapsed(good.at, backupIntervalMs);
  }

  async function makeAndRecord(folder: string): Promise<BackupResult> {
    const at = now();
    try {
      const result = await host.makeBackup(folder, at);
      recordBackup(data, at, folder, result);
      return result;
    } catch (error) {
      recordBackup(data, at, folder, null);
      throw error;
    } finally {
      if (!isClosed) host.onChange();
    }
  }

  async function testNewest(): Promise<void> {
    const { good, rehearsal } = readBackupNote(data) ?? {};
    if (!good || host.destination() === '' || dirname(good.path) !== host.destination()) return;
    const isTested = rehearsal?.path === good.path && (rehearsal.failed === null || !hasElapsed(rehearsal.at, retryMs));
    if (isTested) return;
    const at = now();
    const failed = await host.testBackup(good.path, at).catch((error: unknown) => messageOf(error));
    const note = readBackupNote(data);
    if (isClosed || !note || note.good?.path !== good.path) return;
    writeBackupNote(data, { ...note, rehearsal: { at, path: good.path, failed } });
    host.onChange();
  }

  async function check(): Promise<void> {
    // the desk may have been closed while the check waited for its turn
    if (isClosed) return;
    const folder = host.destination();
    if (folder !== '' && isDue(folder)) await makeAndRecord(folder).catch(() => undefined);
    if (!isClosed && host.isIdle()) await testNewest();
  }

  function runInTurn<T>(action: () => Promise<T>): Promise<T> {
    const result = queue.then(action);
    queue = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  function scheduleCheck(ms: number): void {
    cancelNext = host.after(ms, () => {
      cancelNext = null;
      void runInTurn(check).finally(() => {
        // a check requested during this one is scheduled already
        if (!isClosed && !cancelNext) scheduleCheck(checkEveryMs);
      });
    });
  }
  scheduleCheck(firstCheckMs);

  return {
    /** Makes a backup now. Rejects if it fails. */
    makeNow: (): Promise<BackupResult> => runInTurn(() => makeAndRecord(host.destination())),
    /** The user chose the folder, possibly the same one again: earlier failures no longer delay a backup. */
    noteFolderChosen: (): void => void (chosenAt = now()),
    /** Called when another folder may have been chosen. */
    check(): void {
      if (isClosed || host.destination() === '' || !isDue(host.destination())) return;
      cancelNext?.();
      scheduleCheck(0);
    },
    close(): void {
      isClosed = true;
      cancelNext?.();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
