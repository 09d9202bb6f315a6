import type { Seeded } from './seeded.ts';

/** Everything that may happen to an exchange on its way. */
export const fates = [
  'well',
  'slow',
  'no-name',
  'no-connection',
  'tls',
  'lost-before',
  'lost-after',
  'late',
  'hangs-before',
  'hangs-after',
  'cut',
  'empty',
  'broken-json',
  'wrong-type',
  'too-big',
  'page-after',
  'error-before',
  'error-after',
  'error-wait',
  'busy-after',
  'too-many',
  'too-many-until',
  'portal',
  'long-text',
  'redirect',
  'forbidden',
] as const;
export type Fate = (typeof fates)[number];
export type Weather = Readonly<Record<Fate, number>>;

/** These stop all deliveries for a while, so they are rare. */
const stops: readonly Fate[] = ['tls', 'portal', 'page-after', 'long-text', 'redirect', 'forbidden'];

/** Fates that one endpoint may have for a long time while the others work. */
export const illFates = [
  'error-before',
  'error-wait',
  'too-many',
  'slow',
  'error-after',
  'forbidden',
  'hangs-before',
] as const satisfies readonly Fate[];

export const calm = Object.fromEntries(fates.map((fate) => [fate, fate === 'well' ? 1 : 0])) as Weather;

/**
 * Picks a few kinds of faults and makes them frequent, so that what is rare on average is common in some weather.
 * `dwells` are the fates in every weather of a day. With `of`, nearly half of the exchanges have this fate and a third
 * get lost, so that status checks of doubtful orders have it too.
 */
export function weatherOf(chance: Seeded, dwells: readonly Fate[] = [], of?: Fate): Weather {
  const lost = (): Fate => chance.one(['lost-before', 'lost-before', 'lost-after'] as const);
  if (of) return { ...calm, well: 0.2, [lost()]: 0.35, [of]: 0.45 };
  const share = chance.one([0.05, 0.2, 0.4, 0.6]);
  const few = fates.filter((fate) => fate !== 'well' && chance.chance(0.15));
  const drawn = few.map((fate) => [fate, chance.next() * (stops.includes(fate) ? 0.15 : 1)] as const);
  const weights = [...drawn.filter(([fate]) => !dwells.includes(fate)), ...dwells.map((fate) => [fate, 1] as const)];
  const whole = weights.reduce((sum, [, weight]) => sum + weight, 0);
  if (whole === 0) return calm;
  const shares = weights.map(([fate, weight]) => [fate, (weight / Math.max(1, whole)) * share] as const);
  return { ...calm, ...Object.fromEntries(shares), well: 1 - share };
}
