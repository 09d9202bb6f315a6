import type { Act } from './acts.ts';
import { answers, episodes, type Episode } from './episodes.ts';
import { calm, fates, type Fate, type Weather } from './fates.ts';
import { habitsOf, type Habits } from './habits.ts';
import { chanceOf, type Seeded } from './seeded.ts';
import type { Trade } from './trade.ts';

/** A desk of a few entries, its service and network, and what happens to it. */
export interface SmallDesk {
  acts: Act[];
  weather: Weather;
  habits: Habits;
  trade: Trade;
}

const second = 1000;
const minute = 60 * second;

/** Faults take turns, so that after some stories each kind of episode has had all of them. */
const doubtful: readonly Fate[] = ['lost-after', 'error-after', 'late', 'hangs-after', 'lost-before', 'busy-after'];
/** Fates whose answers are easiest to mistake for the service's come first. */
const first: readonly Fate[] = [
  'cut',
  'portal',
  'broken-json',
  'redirect',
  'page-after',
  'long-text',
  'wrong-type',
  'forbidden',
];
const others = [...first, ...fates.filter((fate) => fate !== 'well' && ![...doubtful, ...first].includes(fate))];
function weatherIn(nth: number, { doubtful: share, faulty, doubts }: Episode): Weather {
  const two = [others[(2 * nth) % others.length], others[(2 * nth + 1) % others.length]];
  const shares = two.map((fault) => [fault, faulty / 2]);
  const uncertain = doubts?.(nth) ?? [doubtful[nth % doubtful.length] ?? 'late'];
  return {
    ...calm,
    ...Object.fromEntries(shares),
    ...Object.fromEntries(uncertain.map((fate) => [fate, share / uncertain.length])),
    well: 1 - share - faulty,
  };
}

/** What the interface leaves open, decided for extremes rather than averages. */
function habitsIn(
  chance: Seeded,
  unknownAt16: readonly number[] = chance.one([[], [], [1, 2]]),
  given: Partial<Habits> = {},
): Habits {
  return {
    ...habitsOf(chance),
    refuses: chance.one([0, 0, 0.3]),
    fails: chance.one([0, 0.4]),
    heals: 0,
    refusesInText: chance.chance(0.5),
    unknownAt16,
    foreign: chance.one([0, 0, 0.3]),
    slowestMs: chance.one([500, 5 * second, 5 * minute]),
    unseenMs: chance.one([0, 0, 20 * second]),
    ...given,
  };
}

/** Every fourth seed is a busy counter or has acts of all kinds; the others are small desks. */
const othersEvery = 4;
export const isSmall = (seed: number): boolean => seed % othersEvery !== 0;

export function smallDeskOf(seed: number): SmallDesk {
  const place = seed - Math.floor(seed / othersEvery) - 1;
  const chance = chanceOf(seed, 'small desk');
  const episode = episodes[place % episodes.length] ?? answers;
  const nth = countBefore(episode, place);
  const parts = episode.parts(chance, nth);
  return {
    acts: parts.map(({ what, many, of, within = second }, n) => ({
      n,
      after: Math.round(chance.between(0, within)),
      what,
      ...(many !== undefined && { many }),
      ...(of !== undefined && { of }),
    })),
    weather: weatherIn(nth, episode),
    habits: habitsIn(chance, episode.unknownAt16?.(nth), episode.habits?.(nth)),
    trade: episode.trade(chance, nth),
  };
}

/** Number of small desks before this one with the same episode. */
function countBefore(episode: Episode, place: number): number {
  const inOne = (of: readonly Episode[]): number => of.filter((one) => one === episode).length;
  const left = place % episodes.length;
  return Math.floor(place / episodes.length) * inOne(episodes) + inOne(episodes.slice(0, left));
}
