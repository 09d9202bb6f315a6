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
  /** runs one at a time with everything that changes which folder is open */
  inTurn: (act: () => Promise<void>) => Promise<void>;
  /** runs a function once after `ms` */
  after: (ms: number, run: () => void) => void;
  desks?: OpenDesks | undefined;
}

/** A start has the disk for itself; after that as often as in the open folder (ms). */
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
  inTurn,
  after,
  desks = workerDesks,
}: EraseOtherFolderHost) {
  let otherDesk: Desk | null = null;
  let closed = false;

  const daysOf = async (desk: Desk): Promise<number> => (await desk.ask('settings.get', {})).retentionDays;

  /**
   * Opens the other folder and answers its retention (days); practice without one of its own uses that of live. 0:
   * nothing to do.
   */
  async function openOther(): Promise<number> {
    const folder = folderOf(otherMode(mode()));
    if (closed || otherDesk || !(await holdsDesk(folder))) return 0;
    otherDesk = await desks.keep({ folder });
    return (await daysOf(otherDesk)) || (mode() === 'live' ? daysOf(openDesk()) : 0);
  }

  async function run(): Promise<void> {
    let days = 0;
    await inTurn(async () => void (days = await openOther()));
    const desk = otherDesk;
    try {
      if (desk && days > 0) await desk.ask('retention.now', { days });
    } finally {
      if (otherDesk === desk) await inTurn(stop);
    }
  }

  /** Stops the erasing; the running step ends in a moment, and the rest follows at a later run. Part of a turn. */
  async function stop(): Promise<void> {
    const desk = otherDesk;
    otherDesk = null;
    await desk?.close();
  }

  function runIn(ms: number): void {
    after(ms, () => {
      if (closed) return;
      // another process may be working there
      void run()
        .catch(reportFault)
        .finally(() => runIn(intervalMs));
    });
  }
  runIn(firstRunMs);

  return {
    stop,
    close(): Promise<void> {
      closed = true;
      return stop();
    },
  };
}
