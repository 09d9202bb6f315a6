/**
 * The lists an outbox is looked at by. `open` is all that is neither done nor withdrawn; `needs-you` is refused, or
 * on one of `asking`, `stuck` and `to-cancel`. `waiting` is queued, sending or unsure; `asking` has a question for a person, in whatever
 * state; `stuck` is accepted for longer than `stuckSeconds` without an outcome; `to-cancel` was replaced and is to be cancelled at the
 * service by a person.
 */
export const entryLists = [
  'open',
  'needs-you',
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
