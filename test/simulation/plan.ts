import type { Act, Usual } from './acts.ts';
import { cornersOf, dwellingOf, firstDay } from './dwelling.ts';
import type { Fate } from './fates.ts';
import type { PersonAct } from './people.ts';
import { chanceOf, type Seeded } from './seeded.ts';
import { isSmall, smallDeskOf } from './small-desks.ts';

/** A story that can be stored and replayed. `fates` is absent if the fates of exchanges are random. */
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
  press: 2,
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
const world: Readonly<Record<Usual, number>> = {
  weather: 4,
  calm: 1,
  outage: 2,
  ill: 1.5,
  kill: 1.5,
  'kill-within': 2,
  quit: 1,
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

type Kind = PersonAct | Usual;
type Weights = Record<Kind, number>;

/**
 * Leaves some kinds of acts out and makes some frequent, others in each story, so that what is rare on average is not
 * rare in some.
 */
function swarm(chance: Seeded, keep: readonly Kind[], shares: readonly number[]): Weights {
  const weights = { ...people, ...world };
  const names = Object.keys(weights) as Kind[];
  return Object.fromEntries(
    names.map((name) => [name, weights[name] * (keep.includes(name) ? 1 : chance.one(shares))]),
  ) as Weights;
}

/** A few kinds of acts, all of them frequent, so that some stories contain sequences of three rare acts. */
function few(chance: Seeded): Weights {
  const share = (name: Kind): number =>
    Object.hasOwn(people, name) ? chance.one([0, 0, 2, 6]) : chance.one([0, 0, 0, 2, 6]);
  const names = Object.keys({ ...people, ...world }) as Kind[];
  const weights = Object.fromEntries(names.map((name) => [name, share(name)])) as Weights;
  return { ...weights, capture: 40, decide: Math.max(3, weights.decide), correct: Math.max(2, weights.correct) };
}

const sizes = [25, 60, 60, 120, 250];
const sizesOfFew = [30, 45, 60];
/** One story in so many is a busy counter with all kinds of acts; the others are short and eventful. */
const busyEvery = 8;

const sizesOfDays = [60, 120, 250];

/** The acts of the story of a seed, before each act's own random numbers decide its details. */
export function planOf(seed: number): Plan {
  const chance = chanceOf(seed, 'plan');
  if (seed >= firstDay) return { seed, acts: actsOfDay(seed, chance) };
  if (isSmall(seed)) return { seed, acts: smallDeskOf(seed).acts };
  const isBusy = seed % busyEvery === 0;
  const weights = isBusy ? swarm(chance, ['capture', 'decide', 'correct'], [0, 1, 1, 3]) : few(chance);
  const pace = chance.one([1000, 5000, 15_000]);
  const companions = companionsOf(chance, weights);
  const acts: Act[] = [];
  for (const most = chance.one(isBusy ? sizes : sizesOfFew); acts.length < most;) {
    const last = acts.at(-1)?.what;
    const next = companions.find(([first]) => first === last)?.[1];
    const isNext = next !== undefined && chance.chance(0.5);
    // Most things happen while others are under way, some after everything is quiet.
    const after = chance.chance(0.03) ? chance.between(60_000, 1_800_000) : chance.between(0, isNext ? pace / 5 : pace);
    acts.push({ n: acts.length, after: Math.round(after), what: isNext ? next : chance.weighted(weights) });
  }
  return { seed, acts };
}

/** A busy counter: each act concerns many entries, so that each fault hits many. */
function actsOfDay(seed: number, chance: Seeded): Act[] {
  const weights = swarm(chance, ['capture', 'submit', 'decide', 'correct'], [0, 1, 1, 3]);
  const { fates, turns: dwelt } = dwellingOf(seed);
  for (const turn of dwelt) weights[turn] = Math.max(world[turn], 1) * 6;
  if (fates.length > 0) weights.weather = Math.max(weights.weather, 8);
  const pace = chance.one([1000, 5000, 15_000, 60_000]);
  const acts = Array.from({ length: chance.one(sizesOfDays) }, (_, n) => ({
    n,
    after: Math.round(chance.chance(0.03) ? chance.between(60_000, 1_800_000) : chance.between(0, pace)),
    what: chance.weighted(weights),
    many: chance.one([2, 10, 40, 80]),
  }));
  return withCorners(lessonsIn(acts, chance), seed, chance);
}

/** Adds rare sequences, which few days reach by chance. */
function withCorners(acts: Act[], seed: number, chance: Seeded): Act[] {
  for (const corner of cornersOf(seed))
    acts.splice(
      chance.below(acts.length),
      0,
      ...corner.map((act) => ({ ...act, n: 0, after: Math.round(act.after * chance.between(0.5, 1.5)) })),
    );
  return acts.map((act, n) => ({ ...act, n }));
}

/** Limits stays in practice mode to a few small acts, because practice entries are not part of a day's work. */
function lessonsIn(acts: (Act & { many: number })[], chance: Seeded): Act[] {
  for (let at = 0; at < acts.length; at += 1) {
    if (acts[at]?.what !== 'switch') continue;
    const back = at + 1 + chance.below(3);
    for (const act of acts.slice(at, back)) act.many = Math.min(act.many, 10);
    at = back;
    const end = acts[back];
    if (end) end.what = 'switch';
  }
  return acts;
}

/** After one kind of act another one often follows at once; which ones, differs from story to story. */
function companionsOf(chance: Seeded, weights: Weights): (readonly [Kind, Kind])[] {
  const there = (Object.keys(weights) as Kind[]).filter((name) => weights[name] > 0);
  return Array.from({ length: 4 }, () => [chance.one(there), chance.one(there)] as const);
}
