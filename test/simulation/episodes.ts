import { createNumbers, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Act } from './acts.ts';
import { illFates, type Fate } from './fates.ts';
import type { Habits } from './habits.ts';
import type { Seeded } from './seeded.ts';
import type { Trade } from './trade.ts';

type What = Act['what'];
interface Part {
  what: What;
  many?: number;
  of?: Fate | undefined;
  /** maximum time before it (ms) */
  within?: number;
}
/** What a small desk goes through; `nth` counts the desks before it that had the same episode. */
export interface Episode {
  trade: (chance: Seeded, nth: number) => Trade;
  /** shares of exchanges whose effect is in doubt, and of those that fail in another way */
  doubtful: number;
  faulty: number;
  /** fates that leave the effect in doubt; default: all in turn */
  doubts?: (nth: number) => readonly Fate[];
  /** creates whose status endpoint 16 never knows; default: random */
  unknownAt16?: (nth: number) => readonly CreateNumber[];
  /** how the service decides what the interface leaves open; default: random */
  habits?: (nth: number) => Partial<Habits>;
  parts: (chance: Seeded, nth: number) => Part[];
}

const second = 1000;
const minute = 60 * second;

const everything: Trade = { creates: [...createNumbers, 1, 2, 2, 7], needing: 0.3, further: 0.25 };
const chains: readonly (readonly CreateNumber[])[] = [
  [15, 4, 10],
  [4, 10, 4, 10, 7, 2],
  [2, 7, 6, 7, 1, 7],
];
const ofFew = (chance: Seeded): Trade => ({
  creates: [chance.one(createNumbers), chance.one([1, 2, 7]), chance.one([2, 4, 10])],
  needing: 0.3,
  further: 0.25,
});

const some = (chance: Seeded, count: number, of: readonly What[], within: number, many = 2): Part[] =>
  Array.from({ length: count }, () => ({ what: chance.one(of), many, within }));
const maybe = (chance: Seeded, share: number, part: Part): Part[] => (chance.chance(share) ? [part] : []);

const handling: readonly What[] = [
  'correct',
  'correct',
  'decide',
  'decide',
  'change',
  'press',
  'press-sending',
  'withdraw',
  'replace',
  'print',
  'submit',
  'try-one',
  'tick',
];
const sinceBackup: readonly What[] = [
  'submit',
  'submit',
  'draft',
  'capture',
  'correct',
  'withdraw',
  'replace',
  'print',
  'print',
  'change',
  'change-draft',
  'discard',
  'decide',
];
const accidents: readonly What[] = [
  'kill-sending',
  'full-journal',
  'close-beside',
  'full-disk-sending',
  'kill-within',
  'full-disk',
  'quit',
  'secret-sending',
  'clock',
];
/** These wait until an order is being sent. */
const whileSending: readonly What[] = ['close-beside', 'secret-sending'];

/** What may happen to an order between the counter and its tracking number. */
export const answers: Episode = {
  trade: (chance) => (chance.chance(0.6) ? everything : ofFew(chance)),
  doubtful: 0.25,
  faulty: 0.25,
  // Every third service answers 409 if another order has the key.
  habits: (nth) => (nth % 3 === 1 ? { repeats12: 'refused', refusesWith: 409, foreign: 0.4 } : {}),
  parts: (chance) => [
    ...maybe(chance, 0.3, { what: 'always-ask' }),
    { what: 'capture', many: 10 },
    ...maybe(chance, 0.8, { what: 'press-sending', many: 3 }),
    ...maybe(chance, 0.35, { what: 'clock', within: 5 * second }),
    ...some(chance, 5, handling, 15 * second, 3),
    ...maybe(chance, 0.5, { what: 'calm', within: 2 * minute }),
    ...some(chance, 4, handling, 4 * minute, 3),
  ],
};

interface InDoubt {
  creates: readonly CreateNumber[];
  doubts: readonly Fate[];
  /** what happens to the desk while it, or a person, tries to find out */
  befalls: What;
  of?: Fate;
  unknownAt16?: readonly CreateNumber[];
}
const inDoubt: readonly InDoubt[] = [
  { creates: [1, 2, 2], doubts: ['lost-after', 'error-after'], befalls: 'ill-status', of: 'error-before' },
  { creates: [1, 2, 2], doubts: ['lost-before', 'late'], befalls: 'clock-on' },
  { creates: [7, 7, 2], doubts: ['lost-after', 'lost-before'], befalls: 'always-ask' },
  { creates: [2, 10, 10], doubts: ['late', 'hangs-after'], befalls: 'ill-status', of: 'hangs-before' },
  { creates: [1, 2, 9], doubts: ['late', 'lost-before'], befalls: 'clock-on' },
  { creates: [2, 2, 1], doubts: ['lost-after', 'late'], befalls: 'clock', unknownAt16: [2] },
  { creates: [8, 15, 4, 6], doubts: ['busy-after', 'hangs-after'], befalls: 'ill-status', of: 'too-many' },
  { creates: [1, 7, 7], doubts: ['error-after', 'late'], befalls: 'always-ask' },
];
const inDoubtOf = (nth: number): InDoubt => inDoubt[nth % inDoubt.length] as InDoubt;

/** Answers are lost, and for longer than the grace period only status checks can resolve the doubt. */
const doubt: Episode = {
  trade: (chance, nth) => ({ creates: inDoubtOf(nth).creates, needing: 0, further: chance.one([0, 0.4]) }),
  doubtful: 0.5,
  faulty: 0,
  doubts: (nth) => inDoubtOf(nth).doubts,
  unknownAt16: (nth) => inDoubtOf(nth).unknownAt16 ?? [],
  parts: (chance, nth) => [
    { what: 'capture', many: 4 },
    { what: 'capture', many: 3, within: minute },
    { what: inDoubtOf(nth).befalls, of: inDoubtOf(nth).of, within: minute },
    { what: 'capture', many: 5, within: minute },
    ...some(chance, 4, handling, 4 * minute, 3),
    { what: 'calm', within: 25 * minute },
  ],
};

const losses = ['loss', 'beside', 'loss-of-all'] as const;
const lossOf = (nth: number) => losses[nth % losses.length] ?? 'loss';

/** There is no connection, and so a person starts a copy elsewhere; the waiting entries are in both folders. */
const waits: readonly Part[] = [
  { what: 'outage', of: 'no-connection' },
  { what: 'capture', many: 4 },
];

/** A folder is lost some time after a backup, or a copy of it runs beside it. */
const rescue: Episode = {
  trade: (_, nth) => (lossOf(nth) === 'loss-of-all' ? { ...everything, creates: [2, 2, 2, 1, 6, 7] } : everything),
  doubtful: 0.1,
  faulty: 0.05,
  habits: (nth) => (nth % 2 === 0 ? { repeats12: 'again' } : {}),
  parts: (chance, nth) => [
    { what: 'draft', many: 4 },
    { what: 'capture', many: 5 },
    {
      what: 'backup',
      // With a short wait, the folder that is lost sends what the backup has as queued.
      within:
        lossOf(nth) === 'loss-of-all' ? 8 * minute : nth % 2 === 0 ? second : chance.one([30 * second, 4 * minute]),
    },
    ...some(chance, 9, sinceBackup, chance.one([second, 10 * second, minute])),
    { what: 'print', many: 4, within: 4 * minute },
    ...maybe(chance, lossOf(nth) === 'beside' ? 1 : 0.6, { what: 'kill-torn' }),
    ...(lossOf(nth) === 'beside' ? waits : []),
    { what: lossOf(nth), within: chance.one([second, 3 * minute]) },
    ...some(chance, 4, [...handling, 'submit', 'submit', 'correct'], minute),
    ...(lossOf(nth) === 'beside'
      ? [{ what: 'try-now', within: 30 * minute } as const, { what: 'reopen' } as const]
      : []),
    ...some(chance, 3, ['submit', 'correct', 'decide', 'print'], minute),
  ],
};

/** Entries that depend on each other, with every way of entering and changing them. */
const needing: Episode = {
  trade: (chance) => ({ creates: chance.one(chains), needing: 0.9, further: 0 }),
  doubtful: 0.1,
  faulty: 0.1,
  // Other entries depend on a refused one while they are captured and sent.
  habits: (nth) => (nth % 2 === 0 ? { refuses: 0.4 } : {}),
  parts: (chance, nth) => [
    ...maybe(chance, nth % 2 === 0 ? 1 : 0.3, { what: 'no-hold' }),
    ...some(chance, 5, ['capture'], second),
    ...some(chance, 2, ['draft'], 4 * second),
    ...some(
      chance,
      7,
      ['submit', 'submit', 'capture', 'change', 'correct', 'withdraw', 'together', 'import', 'send-anyway', 'press'],
      4 * second,
    ),
    ...some(chance, 4, handling, minute),
  ],
};

/** The program, its PC or its disk fails while an order is being sent. */
const accident: Episode = {
  // What a crash leaves unanswered matters most where repeats are undocumented.
  trade: (chance, nth) => (nth % 2 === 0 ? { creates: [1, 2, 2, 7], needing: 0.3, further: 0.1 } : ofFew(chance)),
  doubtful: 0.2,
  faulty: 0.2,
  parts: (chance, nth) =>
    Array.from({ length: 3 }, (_, n): Part[] => {
      const what = accidents[(3 * nth + n) % accidents.length] ?? 'quit';
      const happens: Part = { what, within: chance.one([second, minute]) };
      const captures: Part = { what: chance.one(['capture', 'capture', 'together'] as const), many: 4, within: second };
      return [
        ...(whileSending.includes(what)
          ? Array.from({ length: 3 }, () => [captures, { ...happens, within: second }]).flat()
          : [happens, captures]),
        ...some(chance, 1, [...accidents, ...handling], 8 * second),
      ];
    }).flat(),
};

/** What the desk must do for all other entries while one thing fails, and after it has recovered. */
const trial: Episode = {
  trade: ofFew,
  doubtful: 0,
  faulty: 0,
  parts: (_, nth) => [
    ...[0, 1, 2].map((n): Part => ({ what: 'trial-ill', of: illnesses[(3 * nth + n) % illnesses.length] ?? 'slow' })),
    { what: lastTrials[nth % lastTrials.length] ?? 'trial-outage' },
  ],
};
const lastTrials = ['trial-outage', 'trial-stranger', 'trial-full-disk', 'trial-closing'] as const;
const illnesses: readonly Fate[] = ['forbidden', ...illFates.filter((fate) => fate !== 'forbidden'), 'too-many-until'];

/** Switching between practice and live, and saving settings meanwhile. */
const goingOver: Episode = {
  trade: ofFew,
  doubtful: 0.15,
  faulty: 0.15,
  parts: (chance, nth) => [
    { what: 'capture', many: 3 },
    { what: 'switch', within: 10 * second },
    { what: 'capture', many: 3 },
    ...maybe(chance, nth % 2 === 1 ? 0.5 : 0, { what: 'switch-fails', within: 10 * second }),
    { what: 'capture', many: 3, within: 30 * second },
    { what: nth % 2 === 0 ? 'wrong-service' : 'switch-fails', within: 4 * second },
    ...some(chance, 2, ['secret-sending', 'setting', 'always-ask', 'close-beside', 'switch', 'capture'], 4 * second),
    { what: 'always-ask' },
    { what: 'capture', many: 4 },
    ...some(chance, 3, ['secret-sending', 'setting', 'close-beside', ...handling], 10 * second),
  ],
};

export const episodes: readonly Episode[] = [
  answers,
  rescue,
  accident,
  needing,
  trial,
  doubt,
  answers,
  rescue,
  goingOver,
  accident,
  doubt,
  trial,
  answers,
  goingOver,
];
