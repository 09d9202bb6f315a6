import { isFinal, transitions, type EntryEvent } from '../../shared/outbox/states.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { historyWriter } from './history.ts';
import type { EntryRecord } from './entry-record.ts';

/** Takes arrows of the state table on marks in memory, and writes each into the history. */
export function transitionApplier(db: Sqlite) {
  const note = historyWriter(db);

  /** Throws ProblemError `wrong-state` where the table has no such arrow. */
  return function take(marks: EntryRecord, event: EntryEvent, who: string, why: Why, now: number): void {
    const from = marks.state;
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
    marks.state = to;
    if (to === 'accepted' || to === 'done') marks.accepted_at ??= now;
    // it is sent anew: what was accepted before is not there
    else if (to === 'queued') marks.accepted_at = null;
    if (to === 'sending') marks.tries += 1;
    if (to !== 'queued' && to !== 'draft') marks.held_by = null;
    if (isFinal(to)) {
      marks.settled_at = now;
      marks.asks = null;
    }
    // what a restored entry was marked with is over once it is made
    if (to === 'done') marks.maybe_taken = 0;
    // Only a provisional number is read on after the end.
    if (to === 'withdrawn' || (to === 'done' && marks.tracking_final !== 0)) {
      marks.wait_set_at = null;
      marks.wait_for = null;
    }
    note({ entry: marks.seq, at: now, who, event, from, to, why });
  };
}
export type ApplyTransition = ReturnType<typeof transitionApplier>;
