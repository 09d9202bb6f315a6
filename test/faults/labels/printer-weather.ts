import type { Seeded } from '../../simulation/seeded.ts';
import type { FakeChannelFaults } from '../../support/fake-status-channel.ts';
import type { FakeZplOptions } from '../../support/serve-fake-zpl.ts';

/** Each fault hits one label in this many. */
const oneIn = { paperOut: 80, cutAndPrinted: 120, cutAndLost: 120, half: 160, stranger: 100, wrongAnswer: 60 };

/**
 * A printer with all faults at once, at randomly chosen labels, and whether it is told to reprint a cut label by
 * itself.
 */
export function badPrinter(random: Seeded, labels: number): { given: FakeZplOptions; reprints: boolean } {
  // Lost labels arrive again.
  const arrivals = Array.from({ length: labels * 2 }, (_, at) => at + 1);
  const some = (share: number): number[] => arrivals.filter(() => random.chance(1 / share));
  const ends = (share: number, end: 'prints' | 'loses') => some(share).map((at) => [at, end] as const);
  const odometer = random.chance(0.7);
  const given: FakeZplOptions = {
    odometer,
    silentWhenOut: random.chance(0.5),
    labelMs: random.one([0, 1, 4]),
    memoryLabels: 1,
    paperOutAt: some(oneIn.paperOut),
    closesAfterLabel: Object.fromEntries([...ends(oneIn.cutAndPrinted, 'prints'), ...ends(oneIn.cutAndLost, 'loses')]),
    closesHalfwayAt: some(oneIn.half),
    foreignLabelAfter: some(oneIn.stranger),
    wrongStatusAt: some(oneIn.wrongAnswer),
    ...(odometer && random.chance(0.7) && { channel: badChannel(random, labels) }),
  };
  return { given, reprints: random.chance(0.5) };
}

/**
 * A faulty status channel: some questions get wrong answers, and some channels fail midway or report on another
 * printer.
 */
function badChannel(random: Seeded, labels: number): FakeChannelFaults {
  // Several questions for each label.
  const questions = Array.from({ length: labels * 8 }, (_, at) => at + 1);
  const some = (): number[] => questions.filter(() => random.chance(1 / oneIn.wrongAnswer));
  const inTheMiddle = random.between(1, labels * 8);
  const end = random.between(0, 5);
  return {
    otherSettingAt: some(),
    hugeAnswerAt: some(),
    halfAnswerAt: some(),
    silentWhenOut: random.chance(0.5),
    ...(end === 1 && { silentFromQuery: inTheMiddle }),
    ...(end === 2 && { closesFromQuery: inTheMiddle }),
    ...(end === 3 && { id: 'ANOTHER', total: () => random.between(1, 1_000_000) }),
    ...(end === 4 && { alwaysIdle: true }),
  };
}
