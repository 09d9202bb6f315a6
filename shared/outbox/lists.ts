/**
 * The lists of the outbox. `open`: neither done nor withdrawn. `needs-you`: refused, or in one of `asking`, `stuck` and
 * `to-cancel`. `waiting`: queued, sending or unsure. `asking`: has a question for a person, in any state. `stuck`:
 * accepted for longer than `stuckSeconds` without an outcome. `to-cancel`: replaced, and to be cancelled at the service
 * by a person.
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
