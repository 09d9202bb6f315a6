import { setTimeout as pause } from 'node:timers/promises';
import type { JobLabel } from '../../../shared/contract/print-procedures.ts';
import type { Seeded } from '../../simulation/seeded.ts';
import type { PrintDesk } from '../../support/print-jobs.ts';
import type { FakeZplPrinter } from '../../support/serve-fake-zpl.ts';

/** What somebody said of a label, as the log must tell it. */
export interface Said {
  place: number;
  who: string;
  event: 'seen' | 'no-paper';
  why: 'scanned' | 'person-said' | 'no-paper-seen';
}

/** Numbers of the labels that lie whole in a tray, in order. */
export const wholeIn = (printer: FakeZplPrinter): string[] =>
  printer.paper.filter(({ cut, says }) => !cut && says.startsWith('T-')).map(({ says }) => says);

/**
 * Somebody puts paper in, waits until the printer is quiet, looks at the last label that came out whole, and tells the desk by a scan or by
 * its place. Answers what the log must hold of it: nothing where nothing was asked.
 */
export async function answerAtPrinter(
  desk: PrintDesk,
  job: string,
  printer: FakeZplPrinter,
  labels: readonly JobLabel[],
  random: Seeded,
): Promise<Said[]> {
  const open = labels.filter(({ state }) => state === 'unconfirmed');
  if (open.length === 0) return [];
  const who = random.one(['Mia', 'Ana']);
  const last = wholeIn(printer).at(-1);
  const upTo = labels.find(({ key }) => `T-${key}` === last)?.place ?? 0;
  const how = last !== undefined && random.chance(0.5) ? 'scanned' : 'person-said';
  const said = how === 'scanned' ? { scanned: last ?? '' } : { upTo };
  desk.queue.answerAndGoOn(desk.command(), job, said, true, who);
  return open.map(({ place }) =>
    place <= upTo ? { place, who, event: 'seen', why: how } : { place, who, event: 'no-paper', why: 'no-paper-seen' },
  );
}

/** Puts paper in and waits for what the printer still has. */
export async function quiet(printer: FakeZplPrinter): Promise<void> {
  do {
    printer.load();
    await pause(10);
  } while (printer.isBusy() || printer.isOut());
}
