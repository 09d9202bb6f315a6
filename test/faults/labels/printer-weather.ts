import type { Seeded } from '../../simulation/seeded.ts';
import type { FakePrinter } from '../../support/serve-fake-zpl.ts';

/** Of so many labels that arrive, one meets this. */
const oneIn = { paperOut: 80, cutAndPrinted: 120, cutAndLost: 120, half: 160, stranger: 100, wrongAnswer: 60 };

/** A printer with all its faults at once, at labels that chance chooses; and whether it is told to print a cut label again itself. */
export function badPrinter(random: Seeded, labels: number): { given: FakePrinter; reprints: boolean } {
  // what was lost arrives once more
  const arrivals = Array.from({ length: labels * 2 }, (_, at) => at + 1);
  const some = (share: number): number[] => arrivals.filter(() => random.chance(1 / share));
  const ends = (share: number, end: 'prints' | 'loses') => some(share).map((at) => [at, end] as const);
  const given: FakePrinter = {
    odometer: random.chance(0.7),
    silentWhenOut: random.chance(0.5),
    labelMs: random.one([0, 1, 4]),
    holds: 1,
    paperOutAt: some(oneIn.paperOut),
    cutAt: Object.fromEntries([...ends(oneIn.cutAndPrinted, 'prints'), ...ends(oneIn.cutAndLost, 'loses')]),
    halfAt: some(oneIn.half),
    strangerAt: some(oneIn.stranger),
    wrongAnswerAt: some(oneIn.wrongAnswer),
  };
  return { given, reprints: random.chance(0.5) };
}
