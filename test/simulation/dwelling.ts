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

/** These let the fewest entries through to be hit, or stop all deliveries at the first: they come oftener. */
const rare: readonly Fate[] = [...bad, 'tls', 'tls', 'long-text', 'late', 'no-connection'];

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

/** A desk in practice, without its secret or without a line would come to none of them. */
const beforeCorner: readonly Step[] = [
  { after: 500, what: 'in-order' },
  { after: 60_000, what: 'try-now' },
];

/** A whole day comes to so many of them. */
const cornersOfDay = 5;

/** Those of a day, with a kind of fault each that their exchanges meet: one after the other, so that some days in a row come to all of them. */
export const cornersOf = (seed: number): readonly (readonly Step[])[] =>
  Array.from({ length: cornersOfDay }, (_, n) => {
    const nth = (seed - firstDay) * cornersOfDay + n;
    const corner = corners[nth % corners.length];
    const of = rare[Math.floor(nth / corners.length) % rare.length];
    if (!corner || !of) throw new Error('there is no corner to come to');
    return [...beforeCorner, ...corner(of)];
  });
