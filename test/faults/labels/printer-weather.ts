import type { Seeded } from '../../simulation/seeded.ts';
import type { FakeChannel } from '../../support/fake-status-channel.ts';
import type { FakePrinter } from '../../support/serve-fake-zpl.ts';

/** Of so many labels that arrive, one meets this. */
const oneIn = { paperOut: 80, cutAndPrinted: 120, cutAndLost: 120, half: 160, stranger: 100, wrongAnswer: 60 };

/** A printer with all its faults at once, at labels that chance chooses; and whether it is told to print a cut label again itself. */
export function badPrinter(random: Seeded, labels: number): { given: FakePrinter; reprints: boolean } {
  // what was lost arrives once more
  const arrivals = Array.from({ length: labels * 2 }, (_, at) => at + 1);
  const some = (share: number): number[] => arrivals.filter(() => random.chance(1 / share));
  const ends = (share: number, end: 'prints' | 'loses') => some(share).map((at) => [at, end] as const);
  const odometer = random.chance(0.7);
  const given: FakePrinter = {
    odometer,
    silentWhenOut: random.chance(0.5),
    labelMs: random.one([0, 1, 4]),
    holds: 1,
    paperOutAt: some(oneIn.paperOut),
    cutAt: Object.fromEntries([...ends(oneIn.cutAndPrinted, 'prints'), ...ends(oneIn.cutAndLost, 'loses')]),
    halfAt: some(oneIn.half),
    strangerAt: some(oneIn.stranger),
    wrongAnswerAt: some(oneIn.wrongAnswer),
    ...(odometer && random.chance(0.7) && { channel: badChannel(random, labels) }),
  };
  return { given, reprints: random.chance(0.5) };
}

/** Its status channel is as bad: some questions get no answer of their own, and some channels end in the middle, or tell of another printer. */
function badChannel(random: Seeded, labels: number): FakeChannel {
  // for each label some questions
  const questions = Array.from({ length: labels * 8 }, (_, at) => at + 1);
  const some = (): number[] => questions.filter(() => random.chance(1 / oneIn.wrongAnswer));
  const inTheMiddle = random.between(1, labels * 8);
  const end = random.between(0, 5);
  return {
    otherAt: some(),
    hugeAt: some(),
    halfAt: some(),
    silentWhenOut: random.chance(0.5),
    ...(end === 1 && { silentFrom: inTheMiddle }),
    ...(end === 2 && { closesFrom: inTheMiddle }),
    ...(end === 3 && { id: 'ANOTHER', total: () => random.between(1, 1_000_000) }),
    ...(end === 4 && { alwaysIdle: true }),
  };
}
