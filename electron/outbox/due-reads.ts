import type { Sqlite } from '../database/open-sqlite.ts';
import { createNumbers, type CreateNumber, type DueRead } from './entry.ts';
import { markColumns, reachedBy, type Marks, type MarksStore } from './marks.ts';
import { readKept, readRequest } from './stored-request.ts';
import { writable, type Unwritable } from './unwritable.ts';

interface Passed {
  unwritable: string;
}

/** What the clock brings next: statuses to ask, and the time until anything is due. */
export function dueQueries(db: Sqlite, marks: MarksStore, unwritable: Unwritable) {
  type Row = Marks & { request: string; request_sha256: Buffer; record: string | null; last_try: number | null };
  const columns = `${markColumns}, request, request_sha256, record,
    (SELECT max(id) FROM attempt a WHERE a.entry = entry.seq) AS last_try`;
  const reading = `state IN ('unsure', 'accepted', 'refused', 'done') AND wait_set_at IS NOT NULL`;
  const elapsed = db.prepare<[CreateNumber, number, number, Passed], { seq: number; id: string; due_at: number }>(
    `SELECT seq, id, due_at FROM entry INDEXED BY entry_reading_of WHERE endpoint = ? AND ${reading} AND due_at <= ? AND ${writable}
     ORDER BY due_at LIMIT ?`,
  );
  const load = db.prepare<[number], Row>(`SELECT ${columns} FROM entry WHERE seq = ?`);
  const setBack = db.prepare<[number, number, Passed], Row>(
    `SELECT ${columns} FROM entry INDEXED BY entry_wait_set
     WHERE wait_set_at IS NOT NULL AND wait_set_at > ? AND ${reading} AND ${writable} LIMIT ?`,
  );
  const nextQueued = db.prepare<[Passed], { due: number | null }>(
    `SELECT min(due_at) AS due FROM entry INDEXED BY entry_waiting
     WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND ${writable}`,
  );
  // one question for all of them: a loop asks it each time it wakes
  const nextOf = (endpoint: CreateNumber): string =>
    `SELECT min(due_at) AS due FROM entry INDEXED BY entry_reading_of WHERE endpoint = ${endpoint} AND ${reading} AND ${writable}`;
  const nextRead = db.prepare<[Passed], { due: number | null }>(
    `SELECT min(due) AS due FROM (${createNumbers.map(nextOf).join(' UNION ALL ')})`,
  );
  const queued = db.prepare<[CreateNumber, number], { count: number }>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM entry INDEXED BY entry_queued WHERE endpoint = ? AND state = 'queued' LIMIT ?)`,
  );
  const clockBack = db.prepare<[number, Passed], { seq: number }>(
    `SELECT seq FROM entry WHERE wait_set_at IS NOT NULL AND wait_set_at > ? AND ${writable} LIMIT 1`,
  );
  const moving = db.prepare<[number, Passed], { busy: 0 | 1 }>(
    `SELECT EXISTS (SELECT 1 FROM entry INDEXED BY entry_ready WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL AND ${writable})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_waiting WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND ${writable})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_sending WHERE state = 'sending' AND ${writable})
       OR EXISTS (SELECT 1 FROM entry WHERE state = 'unsure' AND wait_set_at IS NOT NULL AND asks IS NULL AND ${writable})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_open_outcome WHERE state = 'accepted' AND accepted_at > ? AND asks IS NULL AND wait_set_at IS NOT NULL AND ${writable})
       AS busy`,
  );

  // No status is asked for what is damaged: nothing it says could be held against it. A person looks.
  const leaveDamaged = db.prepare<[number]>(
    `UPDATE OR IGNORE entry SET wait_set_at = NULL, wait_for = NULL,
       asks = CASE WHEN state IN ('unsure', 'accepted') THEN 'damaged' ELSE asks END WHERE seq = ?`,
  );
  const leave = (seq: number): false => {
    if (leaveDamaged.run(seq).changes === 0) unwritable.add(seq);
    return false;
  };
  const passed = (): Passed => ({ unwritable: unwritable.list() });

  return {
    dueReads(
      limit: number,
      now: number,
      skip: readonly CreateNumber[] = [],
      underWay: ReadonlySet<string> = new Set(),
    ): DueRead[] {
      const isFree = ({ id }: { id: string }): boolean => !underWay.has(id);
      const most = limit + underWay.size;
      const first = nextRead.get(passed())?.due ?? null;
      const due =
        first === null || first > now
          ? []
          : createNumbers
              .filter((endpoint) => !skip.includes(endpoint))
              .flatMap((endpoint) => elapsed.all(endpoint, now, most, passed()))
              .filter(isFree)
              .sort((a, b) => a.due_at - b.due_at || a.seq - b.seq)
              .slice(0, limit);
      const rows = due.map(({ seq }) => load.get(seq)).filter((row) => row !== undefined);
      const left = limit - rows.length;
      if (left > 0)
        rows.push(
          ...setBack
            .all(now, most, passed())
            .filter((row) => isFree(row) && !skip.includes(row.endpoint))
            .slice(0, left),
        );
      return rows.filter(({ seq }) => marks.isWhole(seq) || leave(seq)).map(dueRead);
    },
    nextDue(now: number): number | null {
      if (clockBack.get(now, passed()) !== undefined) return 0;
      const waits = [nextQueued.get(passed()), nextRead.get(passed())].flatMap((row) =>
        row?.due == null ? [] : [row.due],
      );
      return waits.length === 0 ? null : Math.max(0, Math.min(...waits) - now);
    },
    queued: (endpoint: CreateNumber, most: number): number => queued.get(endpoint, most)?.count ?? 0,
    busy: (now: number, stuckMs: number): boolean => moving.get(now - stuckMs, passed())?.busy === 1,
  };

  function dueRead(row: Row): DueRead {
    const record = readKept(row.record);
    return {
      id: row.id,
      seq: row.seq,
      endpoint: row.endpoint,
      key: { kind: row.key_kind, value: row.key },
      request: readRequest(row.request, row.request_sha256) ?? { query: {}, body: {} },
      tries: row.tries,
      maybeTaken: row.maybe_taken === 1,
      reached: reachedBy(row),
      lastRecord: record,
      state: row.state,
      lastTry: row.last_try,
      asks: row.asks,
      absences: row.absences,
      lostAtRunningMs: row.lost_at_running,
      reads: row.reads,
      acceptedAt: row.accepted_at,
      outcome:
        row.record === null && row.svc_id === null && row.tracking_number === null
          ? null
          : {
              TrackingNumber: row.tracking_number,
              IsFinalTrackingNumber: row.tracking_final === null ? null : row.tracking_final === 1,
              ShippingProvider: row.shipping_provider,
              SvcId: row.svc_id,
              record,
            },
    };
  }
}
