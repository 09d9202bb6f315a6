import { reportFault } from '../../platform/link/failure.ts';
import { otherMode, type Mode } from '../../storage/register/workspace-folders.ts';
import type { Desk } from '../threads/desk.ts';
import { workerDesks, type OpenDesks } from './open-desks.ts';
import { holdsDesk } from './workspace-desk.ts';

export interface EraseOtherFolderHost {
  /** which folder is open, and its desk; throws if none is */
  mode: () => Mode;
  openDesk: () => Desk;
  folderOf: (mode: Mode) => string;
  /** runs an action in turn with all others that change which folder is open */
  runInTurn: (action: () => Promise<void>) => Promise<void>;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  desks?: OpenDesks | undefined;
}

/**
 * Delay of the first run, which leaves the disk to the start, and the interval after it, as in the open folder (ms).
 */
const firstRunMs = 20 * 60_000;
const intervalMs = 6 * 3_600_000;

/**
 * Erases old personal data also in the folder, practice or live, that is not open: it is opened for that alone, and
 * delivers nothing.
 */
export function eraseOtherFolder({
  mode,
  openDesk,
  folderOf,
  runInTurn,
  after,
  desks = workerDesks,
}: EraseOtherFolderHost) {
  let otherDesk: Desk | null = null;
  let isClosed = false;

  const retentionDaysOf = async (desk: Desk): Promise<number> => (await desk.ask('settings.get', {})).retentionDays;

  /**
   * Opens the other folder and answers its retention (days); practice without one of its own uses that of live. 0:
   * nothing to do.
   */
  async function openOtherDesk(): Promise<number> {
    const folder = folderOf(otherMode(mode()));
    if (isClosed || otherDesk || !(await holdsDesk(folder))) return 0;
    otherDesk = await desks.openAsOwner({ folder });
    return (await retentionDaysOf(otherDesk)) || (mode() === 'live' ? retentionDaysOf(openDesk()) : 0);
  }

  async function eraseOther(): Promise<void> {
    let days = 0;
    await runInTurn(async () => void (days = await openOtherDesk()));
    const desk = otherDesk;
    try {
      if (desk && days > 0) await desk.ask('retention.now', { days });
    } finally {
      if (otherDesk === desk) await runInTurn(stop);
    }
  }

  /** Closes the other desk: the current step ends in a moment, and a later run does the rest. Called within a turn. */
  async function stop(): Promise<void> {
    const desk = otherDesk;
    otherDesk = null;
    await desk?.close();
  }

  function scheduleRun(ms: number): void {
    after(ms, () => {
      if (isClosed) return;
      // another process may be working there
      void eraseOther()
        .catch(reportFault)
        .finally(() => scheduleRun(intervalMs));
    });
  }
  scheduleRun(firstRunMs);

  return {
    stop,
    close(): Promise<void> {
      isClosed = true;
      return stop();
    },
  };
}
