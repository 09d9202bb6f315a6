import { dirname } from 'node:path';
import { noteAttempt, noteBackup, readBackupNote } from './backup-note.ts';
import type { BackupMade } from './backup.ts';

export interface KeepBackupsHost {
  /** the data folder, which keeps a note of it */
  data: string;
  /** where backups go by themselves, a folder of this desk alone; empty for none */
  to: () => string;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  /** nothing is under way that a person or the service waits for */
  idle: () => boolean;
  /** both reject in bounded time where the place does not answer */
  make: (to: string, at: number) => Promise<BackupMade>;
  /** brings a backup back to life where nobody sees it; answers what was wrong with it, or null */
  rehearse: (path: string, at: number) => Promise<string | null>;
  /** since when copies are locked as they are now (ms): one made before is of another kind */
  changedAt: () => number;
  onChange: () => void;
}

/** A day, with time to spare: a desk that opens at eight each morning makes one each morning. */
const everyMs = 20 * 3_600_000;
const againMs = 3_600_000;
/** The first look leaves a start its disk. */
const firstCheckMs = 60_000;
const checkEveryMs = 5 * 60_000;

/**
 * Makes a backup a day by itself, and rehearses each as soon as the desk is idle. What fails is told, and tried again an hour later.
 */
export function keepBackups(host: KeepBackupsHost) {
  const { data, now } = host;
  let working: Promise<void> = Promise.resolve();
  let closed = false;
  /** what failed before somebody chose the folder anew says nothing of it */
  let chosenAt = 0;
  let cancel = (): void => undefined;

  /** A clock that was set back makes one too early, and none too late. */
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
    // the desk may have been closed since its turn was asked for
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
    /** Makes one now. Rejects as `make`. */
    now: (): Promise<BackupMade> => inTurn(() => make(host.to())),
    /** The folder was chosen, perhaps once more. */
    tryAnew: (): void => void (chosenAt = now()),
    /** Another folder may be chosen now. */
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
