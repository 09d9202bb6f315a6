import type { JobLabel } from '../../../shared/contract/print-procedures.ts';
import type { Seeded } from '../../simulation/seeded.ts';
import type { PrintDesk } from '../../support/print-jobs.ts';
import type { FakeZplPrinter } from '../../support/serve-fake-zpl.ts';
import { setTimeout as pause } from 'node:timers/promises';

/** What a person answered about a label, as the log must record it. */
export interface Said {
  place: number;
  who: string;
  event: 'seen' | 'no-paper';
  why: 'scanned' | 'person-said' | 'no-paper-seen';
}

/** Numbers of the labels that lie whole in a tray, in order. */
export const wholeIn = (printer: FakeZplPrinter): string[] =>
  printer.paper.filter(({ cut, label: says }) => !cut && says.startsWith('T-')).map(({ label: says }) => says);

/**
 * A person looks at the last whole label in the tray of a quiet printer and answers the desk's question by scanning it
 * or by its position. Returns what the log must record; nothing if the desk asked nothing.
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
  desk.queue.answerAndContinue(desk.command(), job, said, true, who);
  return open.map(({ place }) =>
    place <= upTo ? { place, who, event: 'seen', why: how } : { place, who, event: 'no-paper', why: 'no-paper-seen' },
  );
}

/** Loads paper and waits until the printer has printed what it still holds. */
export async function quiet(printer: FakeZplPrinter): Promise<void> {
  do {
    printer.loadPaper();
    await pause(10);
  } while (printer.isBusy() || printer.isOut());
}
