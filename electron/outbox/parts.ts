import type { Sqlite } from '../database/open-sqlite.ts';
import { problem } from '../../shared/problem.ts';
import type { Why } from '../../shared/whys.ts';
import { searchIndex } from '../search/search-index.ts';
import { enqueueVerb } from './enqueue.ts';
import type { Wait } from './entry.ts';
import { historyWriter, type Act } from './history.ts';
import { marksStore, type Marks } from './marks.ts';
import { needsKeeper } from './needs.ts';
import { arrowTaker } from './take.ts';

/** What a host gives the outbox: its clock (ms), ids for entries, and the hold before a first try (ms). */
export interface OutboxHost {
  now: () => number;
  newId: () => string;
  holdMs: () => number;
  /** told how many entries are damaged so that nothing can be written of them */
  onUnwritable?: (count: number) => void;
}

/** What the verbs are made of, prepared once per connection. */
export function outboxParts(db: Sqlite, host: OutboxHost) {
  const marks = marksStore(db);
  const needs = needsKeeper(db);
  const search = searchIndex(db);
  const note = historyWriter(db);
  return {
    db,
    host,
    marks,
    needs,
    search,
    take: arrowTaker(db),
    enqueue: enqueueVerb(db, needs, search),
    /** The wait before a first try; null where the desk holds nothing. */
    hold(): Wait | null {
      const forMs = host.holdMs();
      return forMs > 0 ? { setAt: host.now(), forMs } : null;
    },
    /** Throws `unknown-entry`. */
    find(id: string): Marks {
      const found = marks.byId(id);
      if (found !== undefined) return found;
      throw problem('unknown-entry', `There is no entry ${id} in this data folder.`, { id });
    },
    /** An act that changes no state, for the history. */
    noteAct(mark: Marks, act: Act, who: string, why: Why): void {
      note({ entry: mark.seq, at: host.now(), who, event: act, from: mark.state, to: mark.state, why });
    },
    /** Saves marks a verb has changed, and lets those that waited for the entry go on. */
    save(mark: Marks, from: Marks['state']): void {
      needs.hold(mark, from);
      marks.save(mark, from);
      if (mark.state !== from) needs.release(mark.seq);
    },
  };
}
export type OutboxParts = ReturnType<typeof outboxParts>;

/** The service may have a record under the entry's key, made by this entry. */
export function mayBeAtService(mark: Marks): boolean {
  return mark.maybe_taken === 1 || mark.accepted_at !== null || mark.state === 'sending' || mark.state === 'unsure';
}
