import type { Desk } from '../threads/desk.ts';
import { reportFault } from '../rpc/transport/failure.ts';
import { inWorkers, type OpenDesks } from './open-desks.ts';
import { holdsDesk } from './workspace-desk.ts';
import { otherMode, type Mode } from './workspace.ts';

export interface EraseElsewhereHost {
  /** which folder is open, and its desk; throws where none is */
  mode: () => Mode;
  here: () => Desk;
  folderOf: (mode: Mode) => string;
  /** one at a time with everything that changes which folder is open */
  turn: (act: () => Promise<void>) => Promise<void>;
  /** runs its argument once after that many ms */
  after: (ms: number, run: () => void) => void;
  desks?: OpenDesks | undefined;
}

/** A start has its disk for itself; then as often as in the folder that is open (ms). */
const firstRunMs = 20 * 60_000;
const everyMs = 6 * 3_600_000;

/** Of practice and live the one that nobody works in loses personal data too: it is opened for that alone, and delivers nothing. */
export function eraseElsewhere({ mode, here, folderOf, turn, after, desks = inWorkers }: EraseElsewhereHost) {
  let opened: Desk | null = null;
  let closed = false;

  const daysOf = async (desk: Desk): Promise<number> => (await desk.ask('settings.get', {})).retentionDays;

  /** Answers after how many days it loses them: what is set in live holds for what was practised there too. */
  async function begin(): Promise<number> {
    const folder = folderOf(otherMode(mode()));
    if (closed || opened || !(await holdsDesk(folder))) return 0;
    opened = await desks.keep({ folder });
    return (await daysOf(opened)) || (mode() === 'live' ? daysOf(here()) : 0);
  }

  async function run(): Promise<void> {
    let days = 0;
    await turn(async () => void (days = await begin()));
    const mine = opened;
    try {
      if (mine && days > 0) await mine.ask('retention.now', { days });
    } finally {
      if (opened === mine) await turn(stop);
    }
  }

  /** What is under way comes to its end in a moment; the rest follows another time. Part of a turn. */
  async function stop(): Promise<void> {
    const mine = opened;
    opened = null;
    await mine?.close();
  }

  function runIn(ms: number): void {
    after(ms, () => {
      if (closed) return;
      // another process may be at work there
      void run()
        .catch(reportFault)
        .finally(() => runIn(everyMs));
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
