import { isFinal, transitions, type EntryEvent } from '../../shared/outbox/states.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { historyWriter } from './history.ts';
import type { EntryRecord } from './entry-record.ts';

/** Takes arrows of the state table on records in memory, and writes each into the history. */
export function transitionApplier(db: Sqlite) {
  const note = historyWriter(db);

  /** Throws ProblemError `wrong-state` where the table has no such arrow. */
  return function applyTransition(record: EntryRecord, event: EntryEvent, who: string, why: Why, now: number): void {
    const from = record.state;
    const to = transitions[from][event];
    if (to === null) {
      throw problem(
        'wrong-state',
        `This entry is ${from} now, so "${event}" is no longer possible. Look at it again.`,
        {
          state: from,
          event,
        },
      );
    }
    record.state = to;
    if (to === 'accepted' || to === 'done') record.accepted_at ??= now;
    // it is sent anew: what was accepted before is not there
    else if (to === 'queued') record.accepted_at = null;
    if (to === 'sending') record.tries += 1;
    if (to !== 'queued' && to !== 'draft') record.held_by = null;
    if (isFinal(to)) {
      record.settled_at = now;
      record.asks = null;
    }
    // what a restored entry was marked with is over once it is made
    if (to === 'done') record.maybe_taken = 0;
    // Only a provisional number is read on after the end.
    if (to === 'withdrawn' || (to === 'done' && record.tracking_final !== 0)) {
      record.wait_set_at = null;
      record.wait_for = null;
    }
    note({ entry: record.seq, at: now, who, event, from, to, why });
  };
}
export type ApplyTransition = ReturnType<typeof transitionApplier>;
