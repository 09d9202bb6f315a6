import type { Counts } from '../contract/entry-answers.ts';

/**
 * The lists an outbox is looked at by. `waiting` is queued, sending or unsure; `asking` has a question for a person, in
 * whatever state; `stuck` is accepted for longer than `stuckSeconds` without an outcome; `to-cancel` was replaced and is
 * to be cancelled at the service by a person.
 */
export const entryLists = [
  'all',
  'waiting',
  'asking',
  'refused',
  'accepted',
  'stuck',
  'to-cancel',
  'draft',
  'done',
  'withdrawn',
] as const;
export type EntryList = (typeof entryLists)[number];

/** How many entries stand on a list, from the kept counters. */
export function countOf(list: EntryList, counts: Counts): number {
  switch (list) {
    case 'all':
      return Object.values(counts.byState).reduce((sum, count) => sum + count, 0);
    case 'waiting':
      return counts.waiting;
    case 'asking':
      return counts.asking;
    case 'stuck':
      return counts.stuck;
    case 'to-cancel':
      return counts.toCancel;
    default:
      return counts.byState[list];
  }
}
