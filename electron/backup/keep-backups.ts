import { dirname } from 'node:path';
import { noteAttempt, noteBackup, readBackupNote } from './backup-note.ts';
import type { BackupMade } from './backup.ts';

export interface KeepBackupsHost {
  /** the data folder, which stores the backup note */
  data: string;
  /** folder of this desk alone for automatic backups; empty for none */
  to: () => string;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** nothing is in progress that a user or the service waits for */
  idle: () => boolean;
  /** `make` and `rehearse` reject in bounded time if the folder does not respond */
  make: (to: string, at: number) => Promise<BackupMade>;
  /** runs a backup test; resolves to what was wrong, or null */
  rehearse: (path: string, at: number) => Promise<string | null>;
  /** when the current lock of copies was set (ms); a backup made earlier is locked differently, or not at all */
  changedAt: () => number;
  onChange: () => void;
}

/** A day, with some slack (ms): a desk that opens at eight each morning makes one each morning. */
const everyMs = 20 * 3_600_000;
const againMs = 3_600_000;
/** Delay of the first check (ms), which leaves the disk to the start. */
const firstCheckMs = 60_000;
const checkEveryMs = 5 * 60_000;

/**
 * Makes a backup every day, and tests each as soon as the desk is idle. Failures are reported, and retried an hour
 * later.
 */
export function keepBackups(host: KeepBackupsHost) {
  const { data, now } = host;
  let working: Promise<void> = Promise.resolve();
  let closed = false;
  /** when the folder was last chosen (ms): earlier failures no longer count */
  let chosenAt = 0;
  let cancel = (): void => undefined;

  /** If the clock was set back, a backup is made too early rather than too late. */
  const isOver = (at: number, ms: number): boolean => now() < at || now() - at >= ms;

  function isDue(to: string): boolean {
    const last = readBackupNote(data);
    if (last && !last.ok && last.to === to && last.at >= chosenAt) return isOver(last.at, againMs);
    const good = last?.good && dirname(last.good.path) === to ? last.good : null;
    return good === null || good.at < host.changedAt() || isOver(good.at, everyMs);
  }

  async function make(to: string): Promise<BackupMade> {
    const at = now();
    try {
      const made = await host.make(to, at);
      noteAttempt(data, at, to, made);
      return made;
    } catch (error) {
      noteAttempt(data, at, to, null);
      throw error;
    } finally {
      if (!closed) host.onChange();
    }
  }

  async function rehearse(): Promise<void> {
    const { good, rehearsal } = readBackupNote(data) ?? {};
    if (!good || host.to() === '' || dirname(good.path) !== host.to()) return;
    const isDone = rehearsal?.path === good.path && (rehearsal.failed === null || !isOver(rehearsal.at, againMs));
    if (isDone) return;
    const at = now();
    const failed = await host.rehearse(good.path, at).catch((error: unknown) => sayOf(error));
    const last = readBackupNote(data);
    if (closed || !last || last.good?.path !== good.path) return;
    noteBackup(data, { ...last, rehearsal: { at, path: good.path, failed } });
    host.onChange();
  }

  async function check(): Promise<void> {
    // the desk may have been closed while this waited for its turn
    if (closed) return;
    const to = host.to();
    if (to !== '' && isDue(to)) await make(to).catch(() => undefined);
    if (!closed && host.idle()) await rehearse();
  }

  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = working.then(act);
    working = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  function checkIn(ms: number): void {
    cancel = host.after(ms, () => {
      void inTurn(check).finally(() => {
        if (!closed) checkIn(checkEveryMs);
      });
    });
  }
  checkIn(firstCheckMs);

  return {
    /** Makes a backup now. Rejects as `make`. */
    now: (): Promise<BackupMade> => inTurn(() => make(host.to())),
    /** The user chose the folder, possibly the same one again: earlier failures no longer delay a backup. */
    tryAnew: (): void => void (chosenAt = now()),
    /** Called when another folder may have been chosen. */
    check(): void {
      if (closed || host.to() === '' || !isDue(host.to())) return;
      cancel();
      checkIn(0);
    },
    close(): void {
      closed = true;
      cancel();
    },
  };
}

const sayOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
