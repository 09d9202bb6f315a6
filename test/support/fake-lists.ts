import type { Counts, EntryDetail } from '../../shared/contract/entry-answers.ts';
import { type EntryList, isFinal, states, type State } from '../../shared/outbox/states.ts';

/** Which entries of the fake desk belong to a list. */
export const belongsTo: Record<EntryList, (entry: EntryDetail) => boolean> = {
  all: () => true,
  open: ({ state }) => !isFinal(state),
  'needs-you': ({ state, asks, toCancel, waitsFor }) =>
    asks !== null || toCancel || state === 'refused' || (waitsFor.for === 'outcome' && waitsFor.stuck),
  waiting: ({ state }) => ['queued', 'sending', 'unsure'].includes(state),
  asking: ({ asks }) => asks !== null,
  stuck: ({ waitsFor }) => waitsFor.for === 'outcome' && waitsFor.stuck,
  'to-cancel': ({ toCancel }) => toCancel,
  draft: ({ state }) => state === 'draft',
  accepted: ({ state }) => state === 'accepted',
  refused: ({ state }) => state === 'refused',
  done: ({ state }) => state === 'done',
  withdrawn: ({ state }) => state === 'withdrawn',
};

/** Counts entries the way a desk does. */
export function countsOf(entries: readonly EntryDetail[]): Counts {
  const byState = Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>;
  for (const { state } of entries) byState[state]++;
  const waiting = entries.filter(belongsTo.waiting);
  return {
    byState,
    asking: entries.filter(belongsTo.asking).length,
    stuck: entries.filter(belongsTo.stuck).length,
    nextStuckAt: null,
    toCancel: entries.filter(belongsTo['to-cancel']).length,
    needsYou: entries.filter(belongsTo['needs-you']).length,
    waiting: waiting.length,
    oldestWaiting:
      waiting.length === 0 ? null : Math.min(...waiting.map(({ capturedAt }) => capturedAt).slice(0, 1000)),
  };
}
