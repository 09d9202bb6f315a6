import type { State } from '../../shared/outbox/states.ts';
import { factStore } from '../storage/database/facts.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { failingEndpointStore } from './endpoint-stores.ts';
import { entryCounts, entryDetails } from './read-detail.ts';
import { labelLists } from './read-labels.ts';
import { entryPages } from './read-pages.ts';
import { readRequests } from './stored-request.ts';

export interface EntryChange {
  /** number of the change, rising across the whole desk */
  n: number;
  /** sequence number of the entry */
  seq: number;
  from: State | null;
  to: State;
}

/** State changes of entries, in order, after a given number. */
export function entryChanges(db: Sqlite) {
  // A bare `seq` would mean the entry's in ORDER BY and the history's elsewhere.
  const changesAfter = db.prepare<[number, number], EntryChange>(
    `SELECT h.seq AS n, h.entry AS seq, h.from_state AS "from", h.to_state AS "to" FROM history h
     WHERE h.seq > ? ORDER BY h.seq LIMIT ${opaqueIntParam()}`,
  );
  const lastNumber = db.prepare<[], { n: number | null }>('SELECT max(seq) AS n FROM history');
  return {
    changes: (afterNumber: number, limit: number): EntryChange[] => changesAfter.all(afterNumber, limit),
    lastChange: (): number => lastNumber.get()?.n ?? 0,
  };
}
export type EntryChanges = ReturnType<typeof entryChanges>;

/** All reads of the outbox, over a read-only connection. `stuckMs` is a setting, and may change. */
export function openReader(db: Sqlite, now: () => number, stuckMs: () => number) {
  const pages = entryPages(db, now, stuckMs);
  return {
    ...pages,
    detail: entryDetails(db, pages),
    counts: entryCounts(db, now, stuckMs),
    failingEndpoints: failingEndpointStore(factStore(db)).read,
    labels: labelLists(db),
    requests: readRequests(db),
  };
}
export type OutboxReader = ReturnType<typeof openReader>;
