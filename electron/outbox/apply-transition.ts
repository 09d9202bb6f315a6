import { isFinal, transitions, type EntryEvent } from '../../shared/outbox/states.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { historyWriter } from './history.ts';
import type { EntryRecord } from './entry-record.ts';

/** Applies transitions of the state table to records in memory and writes each to the history. */
export function transitionApplier(db: Sqlite) {
  const note = historyWriter(db);

  /** Throws ProblemError `wrong-state` if the table has no such transition. */
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
    // It is sent again, so the earlier acceptance no longer holds.
    else if (to === 'queued') record.accepted_at = null;
    if (to === 'sending') record.tries += 1;
    if (to !== 'queued' && to !== 'draft') record.held_by = null;
    if (isFinal(to)) {
      record.settled_at = now;
      record.asks = null;
    }
    // The possibly-sent mark of a restored entry is resolved once the entry is done.
    if (to === 'done') record.maybe_taken = 0;
    // After completion only a provisional tracking number is still checked.
    if (to === 'withdrawn' || (to === 'done' && record.tracking_final !== 0)) {
      record.wait_set_at = null;
      record.wait_for = null;
    }
    note({ entry: record.seq, at: now, who, event, from, to, why });
  };
}
export type ApplyTransition = ReturnType<typeof transitionApplier>;
