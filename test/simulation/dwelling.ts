import type { Act, Usual } from './acts.ts';
import { fates, type Fate } from './fates.ts';
import { chanceOf } from './seeded.ts';

/** Seeds from here on are whole days of some hundred entries each; those below are short, to find mistakes soon. */
export const firstDay = 100_000;

/**
 * These come more often. The ones that stop deliveries for a while hit the fewest entries each time, and the others hit
 * few entries in rare states.
 */
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
/** Events that hit a whole desk; one that leads to another comes before it. */
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
 * What a whole day repeats, so that each fault meets each transition in some days, however rare it is on average. Every
 * third day repeats nothing.
 */
export function dwellingOf(seed: number): Dwelling {
  const { chance, one } = chanceOf(seed, 'dwelling');
  if (seed < firstDay || chance(1 / 3)) return { fates: [], turns: [] };
  return { fates: [one(bad), one(bad)], turns: one(turns) };
}

type Step = Omit<Act, 'n'>;

/** With these, sending a draft and withdrawing an order were rarest in the first 1,664 desk-days. */
const leastMet: readonly Fate[] = ['hangs-before', 'hangs-after', 'hangs-before', 'hangs-after', 'tls'];
/** These come more often, because they stop all deliveries at the first hit or hit the fewest entries. */
const rare: readonly Fate[] = [...bad, 'tls', 'tls', 'long-text', 'late', 'no-connection', ...leastMet];

/**
 * Sequences of acts, in quick succession, that lead to transitions which few days make by chance after an exchange with
 * such a fate.
 */
const corners: readonly ((of: Fate) => readonly Step[])[] = [
  // Drafts that were sent after the backup from which they are restored; the restored folder does not know it.
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
  // The same with or without the journal; restored drafts are changed and withdrawn instead of sent.
  (of) => [
    { after: 500, what: 'draft', many: 80 },
    { after: 500, what: 'backup' },
    { after: 500, what: 'weather', of },
    { after: 500, what: 'submit', many: 80 },
    { after: 600_000, what: 'loss' },
    { after: 2000, what: 'change-draft', many: 80 },
    { after: 2000, what: 'discard', many: 80 },
  ],
  // Entries that are to be sent again while there is no connection, and are changed or withdrawn before they leave.
  (of) => [
    { after: 500, what: 'weather', of },
    { after: 500, what: 'capture', many: 80 },
    { after: 900_000, what: 'outage', of: 'no-connection' },
    { after: 100, what: 'decide', many: 80 },
    { after: 100, what: 'change', many: 40 },
    { after: 100, what: 'withdraw', many: 40 },
  ],
  // Doubtful and refused entries are decided either way, and corrected.
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
  // Resending is stopped, because the service meanwhile rejects the desk's secret.
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

/**
 * Drafts that a lost folder had sent and that were refused or had not left yet: once restored, they are drafts again
 * and are sent.
 */
const refusedDrafts = (of: Fate): readonly Step[] => [
  { after: 500, what: 'draft', many: 80 },
  { after: 500, what: 'backup' },
  { after: 500, what: 'strict' },
  { after: 500, what: 'weather', of },
  { after: 500, what: 'submit', many: 160 },
  // After each fault that stops all deliveries, a person resumes them, so that it hits further entries.
  ...Array.from({ length: 12 }, (): Step => ({ after: 40_000, what: 'try-now' })),
  // By now, late requests have arrived.
  { after: 400_000, what: 'loss-of-all' },
  { after: 500, what: 'change-draft', many: 60 },
  { after: 500, what: 'discard', many: 50 },
  { after: 500, what: 'submit', many: 160 },
];

/** A desk in practice mode, without its secret or without a connection would reach none of them. */
const beforeCorner: readonly Step[] = [
  { after: 500, what: 'in-order' },
  { after: 60_000, what: 'try-now' },
];

const nth = <T>(of: readonly T[], n: number): T => of[n % of.length] as T;

/**
 * The sequences of a day with the fate of their exchanges. Consecutive days take the fates in turn, so that a run of
 * days covers them all.
 */
export const cornersOf = (seed: number): readonly (readonly Step[])[] => {
  const day = seed - firstDay;
  const all = [...corners.map((corner) => corner(nth(rare, day))), refusedDrafts(nth(ofRefusedDrafts, day))];
  return all.map((corner) => [...beforeCorner, ...corner]);
};
