import type { Seeded } from './seeded.ts';

const minute = 60_000;

/** How one service decides, for a story, what the interface leaves open. */
export interface Habits {
  /** a repeat of 1 and 2, and of 7: carried out again, refused, or answered like the first one */
  repeats12: 'again' | 'refused' | 'same';
  repeats7: 'again' | 'refused' | 'same';
  refusesWith: 400 | 409 | 422;
  /** an order that could not be made may be requested again with its key */
  remakes: boolean;
  /**
   * shares of orders that are refused at once, that fail later, of failed ones that are made after all, and that get a
   * provisional number first
   */
  refuses: number;
  fails: number;
  heals: number;
  provisional: number;
  /** share of keys for which another party's record exists */
  foreign: number;
  /** maximum time until an order is made, and until its status is known (ms) */
  slowestMs: number;
  unseenMs: number;
  /** share of orders that may take that long; the others are made and known within half a second */
  slow: number;
  /** what 6, 7, 9, 10 and 15 answer */
  says: 'nothing' | 'json' | 'text' | 'json-text' | 'new-text';
  /** 7 and 15 refuse with status 200 and a line of text */
  refusesInText: boolean;
  /** what 8 answers */
  receipt: 'both' | 'id' | 'success' | 'list' | 'silent';
  /** creates that status endpoint 16 never knows */
  unknownAt16: readonly number[];
  /** whether 1 and 2 answer with a full record, or with ids only */
  echoRecord: boolean;
  fbaAt: 16 | 18;
  /** endpoint 11 if one of the ids is unknown: 404 for all, or only those that are found */
  of11: 'all' | 'those-found';
  errorShape: 'Message' | 'message' | 'Errors' | 'text';
  /** errors quote the request, including secrets */
  echoes: boolean;
}

const unknown: readonly (readonly number[])[] = [[], [], [], [1], [2]];
/**
 * An order of such a kind is checked some twenty times without result, which is most of the cost of a whole day with
 * it.
 */
const seldomUnknown = [...unknown, ...Array.from({ length: 31 }, () => [])];

/**
 * `quick`: most orders are made soon, and few kinds are never known or known only to the second status endpoint,
 * because repeated checks of an order that is not made yet show nothing new. More orders are refused, fail and recover.
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

/** The service of practice mode. */
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
