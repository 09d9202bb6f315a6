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
