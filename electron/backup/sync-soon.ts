import { fdatasync, fdatasyncSync } from 'node:fs';

/**
 * Writes within this time are synced together (ms): a sync for each would keep the disk from the captures that follow.
 */
const delayMs = 250;

interface DelayedSyncHost {
  after: (ms: number, run: () => void) => () => void;
  onFailure: (error: unknown) => void;
}

/** Syncs the file that was written last a moment later. */
export function createDelayedSync({ after, onFailure }: DelayedSyncHost) {
  let written: { file: number; isOpen: () => boolean } | null = null;
  let cancel: (() => void) | null = null;

  function takeWritten(): typeof written {
    const taken = written?.isOpen() ? written : null;
    [written, cancel] = [null, null];
    return taken;
  }

  function sync(): void {
    const { file, isOpen } = takeWritten() ?? {};
    if (file === undefined) return;
    fdatasync(file, (error) => {
      if (error && isOpen?.()) onFailure(error);
    });
  }

  return {
    /** Schedules a sync of `file`, which is skipped if it is closed by then. */
    schedule(file: number, isOpen: () => boolean): void {
      written = { file, isOpen };
      cancel ??= after(delayMs, sync);
    },
    /** Syncs pending writes now, before their file is closed. */
    flush(): void {
      cancel?.();
      const { file } = takeWritten() ?? {};
      if (file === undefined) return;
      try {
        fdatasyncSync(file);
      } catch (error) {
        onFailure(error);
      }
    },
  };
}
