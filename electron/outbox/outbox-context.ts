import { problem } from '../../shared/contract/problem.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import type { Capture } from './capture.ts';
import { dependencyTracker, ordersSentBefore } from './dependencies.ts';
import { enqueueVerb, type CapturedEntry } from './enqueue.ts';
import { type EntryAction, actionStep } from './entry-change.ts';
import { entryRecordStore } from './entry-record.ts';
import type { StoredEntry } from './entry-row.ts';
import type { Wait } from './entry.ts';
import { historyWriter } from './history.ts';
import { searchIndex } from './search/search-index.ts';

/** What a host provides to the outbox: its clock (ms), ids for entries, and the hold before a first attempt (ms). */
export interface OutboxDependencies {
  now: () => number;
  newId: () => string;
  holdMs: () => number;
  /** receives the number of entries too damaged to be written */
  onUnwritable?: (count: number) => void;
}

/** Shared parts of the verbs, prepared once per connection. */
export function outboxContext(db: Sqlite, host: OutboxDependencies) {
  const needs = dependencyTracker(db);
  const records = entryRecordStore(db, needs);
  const search = searchIndex(db);
  const writeStep = historyWriter(db);
  let enqueue: ReturnType<typeof enqueueVerb> | undefined;
  let sentBefore: ReturnType<typeof ordersSentBefore> | undefined;
  const getSentBefore = () => (sentBefore ??= ordersSentBefore(db));
  return {
    db,
    host,
    records,
    needs,
    search,
    // Prepared on first use: the print queue and handovers have their own context and never enqueue, so start-up does
    // not wait for it.
    enqueue: (...args: Parameters<NonNullable<typeof enqueue>>): CapturedEntry =>
      (enqueue ??= enqueueVerb(db, needs, search, getSentBefore()))(...args),
    /** Throws `maybe-taken`, see `ordersSentBefore`. */
    throwIfSentBefore: ({ endpoint, key }: Pick<Capture, 'endpoint' | 'key'>): void =>
      getSentBefore().throwIfSentBefore(endpoint, key),
    /** The hold before a first attempt; null if the setting is zero. */
    initialHold(): Wait | null {
      const forMs = host.holdMs();
      return forMs > 0 ? { setAt: host.now(), forMs } : null;
    },
    /** Throws `unknown-entry`. */
    find(id: string): StoredEntry {
      const row = records.byId(id);
      if (row !== undefined) return row;
      throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
    },
    /** Records an action that changes no cell of the row. */
    recordAction: (row: StoredEntry, action: EntryAction, who: string, why: Why): void =>
      writeStep({ entry: row.seq, who, ...actionStep(row, action, why, host.now()) }),
  };
}
export type OutboxContext = ReturnType<typeof outboxContext>;

/** Whether the service may have a record under the entry's key, made by this entry. */
export function mayBeAtService({ maybe_taken, accepted_at, state }: StoredEntry): boolean {
  return maybe_taken === 1 || accepted_at !== null || state === 'sending' || state === 'unsure';
}
