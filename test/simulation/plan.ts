import type { Fate } from './fates.ts';
import type { PersonAct } from './people.ts';
import { chanceOf, type Seeded } from './seeded.ts';

/** What happens to the world, beside what people do. */
export const turns = [
  'weather',
  'calm',
  'outage',
  'ill',
  'kill',
  'kill-within',
  'close',
  'clock',
  'backup',
  'loss',
  'beside',
  'reopen',
  'rotate',
  'secret',
  'switch',
  'switch-fails',
  'wrong-service',
  'full-disk',
] as const;
export type Turn = (typeof turns)[number];

/** One thing that somebody does, or that happens: so long (ms) after the one before, with chance of its own by its number. */
export interface Act {
  n: number;
  after: number;
  what: PersonAct | Turn;
}

/** A story as it is kept and told again. Left out are the fates of exchanges where chance decides them. */
export interface Plan {
  seed: number;
  acts: Act[];
  fates?: Record<string, Fate>;
}

const people: Readonly<Record<PersonAct, number>> = {
  capture: 60,
  together: 3,
  draft: 6,
  import: 3,
  submit: 5,
  discard: 1,
  'change-draft': 1,
  correct: 8,
  change: 4,
  withdraw: 2,
  replace: 2,
  decide: 12,
  close: 1,
  tick: 1,
  print: 4,
  'send-anyway': 1,
  'try-now': 2,
  'try-one': 2,
  setting: 2,
};
const world: Readonly<Record<Turn, number>> = {
  weather: 4,
  calm: 1,
  outage: 2,
  ill: 1.5,
  kill: 1.5,
  'kill-within': 2,
  close: 1,
  clock: 0.7,
  backup: 3,
  loss: 1,
  beside: 0.7,
  reopen: 0.7,
  rotate: 0.7,
  secret: 1.5,
  switch: 0.8,
  'switch-fails': 0.3,
  'wrong-service': 0.2,
  'full-disk': 0.7,
};

/** Some kinds of acts are left out and some come often, others in each story: what is rare in the mean of all is not in some. */
function swarm<N extends string>(
  chance: Seeded,
  weights: Readonly<Record<N, number>>,
  keep: readonly N[],
): Record<N, number> {
  const names = Object.keys(weights) as N[];
  return Object.fromEntries(
    names.map((name) => [name, weights[name] * (keep.includes(name) ? 1 : chance.one([0, 1, 1, 3]))]),
  ) as Record<N, number>;
}

const sizes = [25, 60, 60, 120, 250];

/** What happens in the story of a seed, before chance of each thing decides how. */
export function planOf(seed: number): Plan {
  const chance = chanceOf(seed, 'plan');
  const weights = {
    ...swarm(chance, people, ['capture', 'decide', 'correct']),
    ...swarm(chance, world, []),
  };
  const pace = chance.one([1000, 5000, 15_000]);
  const acts = Array.from({ length: chance.one(sizes) }, (_, n) => ({
    n,
    // most things happen while others do, some after all is quiet
    after: Math.round(chance.chance(0.03) ? chance.between(60_000, 1_800_000) : chance.between(0, pace)),
    what: chance.weighted(weights),
  }));
  return { seed, acts };
}
