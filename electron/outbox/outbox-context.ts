import type { Sqlite } from '../database/open-sqlite.ts';
import { problem } from '../../shared/contract/problem.ts';
import type { Why } from '../../shared/outbox/whys.ts';
import { searchIndex } from '../search/search-index.ts';
import { enqueueVerb, type Captured } from './enqueue.ts';
import type { Wait } from './entry.ts';
import { historyWriter, type Act } from './history.ts';
import { entryRecordStore, type EntryRecord } from './entry-record.ts';
import { dependencyTracker } from './dependencies.ts';
import { transitionApplier } from './apply-transition.ts';

/** What a host gives the outbox: its clock (ms), ids for entries, and the hold before a first try (ms). */
export interface OutboxDependencies {
  now: () => number;
  newId: () => string;
  holdMs: () => number;
  /** told how many entries are damaged so that nothing can be written of them */
  onUnwritable?: (count: number) => void;
}

/** What the verbs are made of, prepared once per connection. */
export function outboxContext(db: Sqlite, host: OutboxDependencies) {
  const records = entryRecordStore(db);
  const needs = dependencyTracker(db);
  const search = searchIndex(db);
  const note = historyWriter(db);
  let enqueue: ReturnType<typeof enqueueVerb> | undefined;
  return {
    db,
    host,
    records,
    needs,
    search,
    applyTransition: transitionApplier(db),
    // print queue and handovers have a context each and enter nothing: what they do not prepare, no start waits for
    enqueue: (...given: Parameters<NonNullable<typeof enqueue>>): Captured =>
      (enqueue ??= enqueueVerb(db, needs, search))(...given),
    /** The wait before a first try; null where the desk holds nothing. */
    hold(): Wait | null {
      const forMs = host.holdMs();
      return forMs > 0 ? { setAt: host.now(), forMs } : null;
    },
    /** Throws `unknown-entry`. */
    find(id: string): EntryRecord {
      const found = records.byId(id);
      if (found !== undefined) return found;
      throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
    },
    /** An act that changes no state, for the history. */
    noteAct(record: EntryRecord, act: Act, who: string, why: Why): void {
      note({ entry: record.seq, at: host.now(), who, event: act, from: record.state, to: record.state, why });
    },
    /** Saves records a verb has changed, and lets those that waited for the entry go on. */
    save(record: EntryRecord, from: EntryRecord['state']): void {
      needs.hold(record, from);
      records.save(record, from);
      if (record.state !== from) needs.release(record.seq);
    },
  };
}
export type OutboxContext = ReturnType<typeof outboxContext>;

/** The service may have a record under the entry's key, made by this entry. */
export function mayBeAtService(record: EntryRecord): boolean {
  return (
    record.maybe_taken === 1 || record.accepted_at !== null || record.state === 'sending' || record.state === 'unsure'
  );
}
