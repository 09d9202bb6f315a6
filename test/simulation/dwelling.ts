import { fates, type Fate } from './fates.ts';
import type { Act, Usual } from './acts.ts';
import { chanceOf } from './seeded.ts';

/** Seeds from here on tell whole days, of some hundred entries each: the others are short, for what is to be found soon. */
export const firstDay = 100_000;

/** Those that stop deliveries for a while meet the fewest entries each time, and others few of those that wait for something: they come oftener. */
const seldom: readonly Fate[] = [
  'long-text',
  'forbidden',
  'no-name',
  'too-big',
  'page-after',
  'portal',
  'wrong-type',
  'redirect',
];
const bad = [...fates.filter((fate) => fate !== 'well'), ...seldom, ...seldom];
/** Whole desks are hit by these, what leads there before what hits. */
const turns: readonly (readonly Usual[])[] = [
  ['outage'],
  ['ill'],
  ['kill'],
  ['kill-within'],
  ['quit'],
  ['clock'],
  ['loss'],
  ['beside', 'reopen'],
  ['rotate', 'secret'],
  ['switch'],
  ['full-disk'],
];

export interface Dwelling {
  fates: readonly Fate[];
  turns: readonly Usual[];
}

/**
 * What a whole day comes back to again and again: each fault then meets each arrow in some days, however rare it is in the mean of all.
 * Every third day has no such thing.
 */
export function dwellingOf(seed: number): Dwelling {
  const { chance, one } = chanceOf(seed, 'dwelling');
  if (seed < firstDay || chance(1 / 3)) return { fates: [], turns: [] };
  return { fates: [one(bad), one(bad)], turns: one(turns) };
}

type Step = Omit<Act, 'n'>;

/** Behind these drafts were sent, and orders withdrawn, least often in the first 1,664 desk-days. */
const leastMet: readonly Fate[] = ['hangs-before', 'hangs-after', 'hangs-before', 'hangs-after', 'tls'];
/** These let the fewest entries through to be hit, or stop all deliveries at the first: they come oftener. */
const rare: readonly Fate[] = [...bad, 'tls', 'tls', 'long-text', 'late', 'no-connection', ...leastMet];

/** Arrows that few days come to by chance with an exchange behind them that fared so: what leads there, one act soon after the other. */
const corners: readonly ((of: Fate) => readonly Step[])[] = [
  // drafts that were sent since the backup they come back from; nothing tells that folder of it
  (of) => [
    { after: 500, what: 'draft', many: 80 },
    { after: 500, what: 'backup' },
    { after: 500, what: 'weather', of },
    { after: 500, what: 'submit', many: 80 },
    { after: 900_000, what: 'loss-of-all' },
    { after: 2000, what: 'change-draft', many: 40 },
    { after: 500, what: 'submit', many: 40 },
    { after: 500, what: 'discard', many: 20 },
    { after: 500, what: 'submit', many: 80 },
  ],
  // the same, with the journal or without, and drafts that came back are changed and taken back, not sent
  (of) => [
    { after: 500, what: 'draft', many: 80 },
    { after: 500, what: 'backup' },
    { after: 500, what: 'weather', of },
    { after: 500, what: 'submit', many: 80 },
    { after: 600_000, what: 'loss' },
    { after: 2000, what: 'change-draft', many: 80 },
    { after: 2000, what: 'discard', many: 80 },
  ],
  // what somebody sends again while there is no line, and changes or withdraws before it has gone
  (of) => [
    { after: 500, what: 'weather', of },
    { after: 500, what: 'capture', many: 80 },
    { after: 900_000, what: 'outage', of: 'no-connection' },
    { after: 100, what: 'decide', many: 80 },
    { after: 100, what: 'change', many: 40 },
    { after: 100, what: 'withdraw', many: 40 },
  ],
  // what is in doubt, and what was refused, is decided one way or the other, and corrected
  (of) => [
    { after: 500, what: 'weather', of },
    { after: 500, what: 'capture', many: 80 },
    { after: 120_000, what: 'decide', many: 80 },
    { after: 60_000, what: 'correct', many: 80 },
    { after: 100, what: 'change', many: 80 },
    { after: 100, what: 'withdraw', many: 80 },
    { after: 900_000, what: 'decide', many: 80 },
    { after: 500, what: 'correct', many: 80 },
    { after: 500, what: 'close', many: 80 },
  ],
  // what goes out again is stopped: the service takes the desk for a stranger meanwhile
  (of) => [
    { after: 500, what: 'weather', of },
    { after: 500, what: 'capture', many: 80 },
    { after: 300_000, what: 'rotate' },
    { after: 600_000, what: 'secret' },
    { after: 500, what: 'decide', many: 80 },
  ],
];

const ofRefusedDrafts: readonly Fate[] = [
  ...fates.filter((fate) => fate !== 'well'),
  ...leastMet,
  ...(['page-after', 'portal', 'redirect', 'error-after', 'busy-after', 'too-many-until', 'slow'] as const),
];

/** What a lost folder had sent was refused, or had not gone yet: such drafts are no less drafts when they come back, and are sent. */
const refusedDrafts = (of: Fate): readonly Step[] => [
  { after: 500, what: 'draft', many: 80 },
  { after: 500, what: 'backup' },
  { after: 500, what: 'strict' },
  { after: 500, what: 'weather', of },
  { after: 500, what: 'submit', many: 160 },
  // what stops all deliveries meets some each time that somebody has them go on
  ...Array.from({ length: 12 }, (): Step => ({ after: 40_000, what: 'try-now' })),
  // what arrives late has arrived
  { after: 400_000, what: 'loss-of-all' },
  { after: 500, what: 'change-draft', many: 60 },
  { after: 500, what: 'discard', many: 50 },
  { after: 500, what: 'submit', many: 160 },
];

/** A desk in practice, without its secret or without a line would come to none of them. */
const beforeCorner: readonly Step[] = [
  { after: 500, what: 'in-order' },
  { after: 60_000, what: 'try-now' },
];

const nth = <T>(of: readonly T[], n: number): T => of[n % of.length] as T;

/** Those of a day, with a kind of fault that their exchanges meet: one day after the other, so that some in a row come to all of them. */
export const cornersOf = (seed: number): readonly (readonly Step[])[] => {
  const day = seed - firstDay;
  const all = [...corners.map((corner) => corner(nth(rare, day))), refusedDrafts(nth(ofRefusedDrafts, day))];
  return all.map((corner) => [...beforeCorner, ...corner]);
};
