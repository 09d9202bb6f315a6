import type { Seeded } from './seeded.ts';

const minute = 60_000;

/** What the interface leaves open, as one service decides it for a story. */
export interface Habits {
  /** a repeat of 1 and 2, and of 7: done again, refused, or answered as the first one */
  repeats12: 'again' | 'refused' | 'same';
  repeats7: 'again' | 'refused' | 'same';
  refusesWith: 400 | 409 | 422;
  /** an order that could not be made may be asked for again under its key */
  remakes: boolean;
  /** shares of orders refused at once, that fail later, of those that are made after all, that get a provisional number first */
  refuses: number;
  fails: number;
  heals: number;
  provisional: number;
  /** share of keys that somebody else's record has already */
  foreign: number;
  /** longest time until an order is made, and until its status is known (ms) */
  slowestMs: number;
  unseenMs: number;
  /** share of orders that may take so long; the others are made and known within half a second */
  slow: number;
  /** what 6, 7, 9, 10 and 15 answer */
  says: 'nothing' | 'json' | 'text' | 'json-text' | 'new-text';
  /** 7 and 15 say no in a line of text, with a 200 */
  refusesInText: boolean;
  /** what 8 answers */
  receipt: 'both' | 'id' | 'success' | 'list' | 'silent';
  /** creates that status 16 knows nothing of, ever */
  unknownAt16: readonly number[];
  /** which fields of a record 1 and 2 answer with */
  echoRecord: boolean;
  fbaAt: 16 | 18;
  /** endpoint 11 where one of the ids is unknown: 404 for all, or those that are found */
  of11: 'all' | 'those-found';
  errorShape: 'Message' | 'message' | 'Errors' | 'text';
  /** errors quote what came with the request, secrets too */
  echoes: boolean;
}

const unknown: readonly (readonly number[])[] = [[], [], [], [1], [2]];
/** Each order of such a kind is asked for some twenty times, and told nothing: on whole days of it that is most of what they cost. */
const seldomUnknown = [...unknown, ...Array.from({ length: 31 }, () => [])];

/**
 * `quick`: most orders take little time, and few kinds are unknown for ever, or known where a desk looks second: each look at what is not
 * made yet tells the same. More of them are refused, and fail, and heal.
 */
export const habitsOf = (chance: Seeded, quick = false): Habits => ({
  repeats12: chance.one(['again', 'again', 'again', 'refused', 'same'] as const),
  repeats7: chance.one(['again', 'same', 'refused'] as const),
  refusesWith: chance.one([400, 409, 422] as const),
  remakes: chance.chance(0.5),
  refuses: chance.one(quick ? [0.03, 0.06, 0.15, 0.4] : [0, 0.03, 0.06, 0.15]),
  fails: chance.one(quick ? [0.03, 0.06, 0.15, 0.3] : [0, 0.03, 0.06, 0.15]),
  heals: chance.one(quick ? [0, 0.3, 0.8, 0.8] : [0, 0.3, 0.8]),
  provisional: chance.one([0, 0.2]),
  foreign: chance.one([0, 0, 0.02, 0.15]),
  slowestMs: chance.one(quick ? [500, 500, 5000, 60_000, 10 * minute] : [500, 60_000, 10 * minute]),
  unseenMs: chance.one([0, 0, 20_000, 2 * minute]),
  slow: quick ? 0.1 : 1,
  says: chance.one(['nothing', 'json', 'text', 'json-text', 'new-text'] as const),
  refusesInText: chance.chance(0.25),
  receipt: chance.one(['both', 'both', 'id', 'success', 'list', 'silent'] as const),
  unknownAt16: chance.one(quick ? seldomUnknown : unknown),
  echoRecord: chance.chance(0.8),
  fbaAt: chance.one(quick ? ([16, 18, 18, 18] as const) : ([16, 18] as const)),
  of11: chance.one(['all', 'those-found'] as const),
  errorShape: chance.one(['Message', 'message', 'Errors', 'text'] as const),
  echoes: chance.chance(0.3),
});

/** A service that a person learns with. */
export const practiceHabits: Habits = {
  repeats12: 'again',
  repeats7: 'same',
  refusesWith: 400,
  remakes: true,
  refuses: 0.05,
  fails: 0.05,
  heals: 0,
  provisional: 0,
  foreign: 0,
  slowestMs: 2000,
  unseenMs: 0,
  slow: 1,
  says: 'nothing',
  refusesInText: false,
  receipt: 'both',
  unknownAt16: [],
  echoRecord: true,
  fbaAt: 18,
  of11: 'all',
  errorShape: 'Message',
  echoes: false,
};
