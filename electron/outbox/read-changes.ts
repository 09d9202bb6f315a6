import type { State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import { opaqueIntParam } from '../database/given.ts';

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
  const after = db.prepare<[number, number], EntryChange>(
    `SELECT h.seq AS n, h.entry AS seq, h.from_state AS "from", h.to_state AS "to" FROM history h
     WHERE h.seq > ? ORDER BY h.seq LIMIT ${opaqueIntParam()}`,
  );
  const last = db.prepare<[], { n: number | null }>('SELECT max(seq) AS n FROM history');
  return {
    changes: (from: number, limit: number): EntryChange[] => after.all(from, limit),
    lastChange: (): number => last.get()?.n ?? 0,
  };
}
export type EntryChanges = ReturnType<typeof entryChanges>;
