import { fdatasync, fdatasyncSync } from 'node:fs';

/**
 * Writes within this time are synced together (ms): a sync for each would keep the disk from the captures that follow.
 */
const withinMs = 250;

interface SyncSoonHost {
  after: (ms: number, run: () => void) => () => void;
  onFailure: (error: unknown) => void;
}

/** Syncs the file that was written last a moment later. */
export function syncSoon({ after, onFailure }: SyncSoonHost) {
  let written: { file: number; isOpen: () => boolean } | null = null;
  let cancel: (() => void) | null = null;

  function take(): typeof written {
    const taken = written?.isOpen() ? written : null;
    [written, cancel] = [null, null];
    return taken;
  }

  function sync(): void {
    const { file, isOpen } = take() ?? {};
    if (file === undefined) return;
    fdatasync(file, (error) => {
      if (error && isOpen?.()) onFailure(error);
    });
  }

  return {
    /** Schedules a sync of `file`, which is skipped if it is closed by then. */
    note(file: number, isOpen: () => boolean): void {
      written = { file, isOpen };
      cancel ??= after(withinMs, sync);
    },
    /** Syncs pending writes now, before their file is closed. */
    now(): void {
      cancel?.();
      const { file } = take() ?? {};
      if (file === undefined) return;
      try {
        fdatasyncSync(file);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
