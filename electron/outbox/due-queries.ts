import { createNumbers, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { anyKind } from './entry-filter.ts';
import { type EntryRecordStore, type ReadEntry, writable, type Quarantine } from './entry-record.ts';
import { reachedContent } from './entry-row.ts';
import type { DueCheck } from './entry.ts';
import { parseStoredJson, readRequest } from './stored-request.ts';

interface Passed {
  unwritable: string;
}

/** Predicate for entries that are not under way, and the number of those that are. */
interface IsFree {
  of: (entry: { id: string }) => boolean;
  others: number;
}

/** Queries for what is due next: status and outcome checks, and the time until anything is due. */
export function dueQueries(db: Sqlite, records: EntryRecordStore, unwritable: Quarantine) {
  type Asked = { request: string; last_try: number | null };
  const reading = `state IN ('unsure', 'accepted', 'refused', 'done') AND wait_set_at IS NOT NULL`;
  // One query for all kinds, since the loop runs it at every wake-up. Each kind has its own range of the index: a time
  // comparison across kinds would read every waiting entry, due or not.
  const dueOf = (endpoint: CreateNumber): string =>
    `SELECT * FROM (SELECT seq, id, endpoint, due_at FROM entry INDEXED BY entry_reading_of
       WHERE endpoint = ${endpoint} AND ${reading} AND due_at <= ${opaqueIntParam('@now')} AND ${writable}
       ORDER BY due_at LIMIT ${opaqueIntParam('@most')})`;
  type Due = { seq: number; id: string; endpoint: CreateNumber; due_at: number };
  const elapsed = db.prepare<[{ now: number; most: number } & Passed], Due>(
    createNumbers.map(dueOf).join(' UNION ALL '),
  );
  const askedOf = db.prepare<[number], Asked>(
    'SELECT request, (SELECT max(id) FROM attempt a WHERE a.entry = entry.seq) AS last_try FROM entry WHERE seq = ?',
  );
  const wasSetBack = `wait_set_at IS NOT NULL AND wait_set_at > ${opaqueIntParam()} AND ${reading} AND ${writable}`;
  const setBack = db.prepare<[number, number, Passed], { seq: number; id: string; endpoint: CreateNumber }>(
    `SELECT seq, id, endpoint FROM entry INDEXED BY entry_wait_set
     WHERE ${wasSetBack} LIMIT ${opaqueIntParam()}`,
  );
  const nextQueued = db.prepare<[Passed], { due: number | null }>(
    `SELECT min(due_at) AS due FROM entry INDEXED BY entry_waiting
     WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND ${writable}`,
  );
  const nextOf = (endpoint: CreateNumber): string =>
    `SELECT min(due_at) AS due FROM entry INDEXED BY entry_reading_of WHERE endpoint = ${endpoint} AND ${reading} AND ${writable}`;
  const nextRead = db.prepare<[Passed], { due: number | null }>(
    `SELECT min(due) AS due FROM (${createNumbers.map(nextOf).join(' UNION ALL ')})`,
  );
  const undelivered = db.prepare<[CreateNumber, number], { count: number }>(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM entry INDEXED BY entry_of_kind WHERE endpoint = ${opaqueIntParam()} AND state IN ('queued', 'sending') LIMIT ${opaqueIntParam()})`,
  );
  const clockBack = db.prepare<[number, Passed], { seq: number }>(
    `SELECT seq FROM entry WHERE wait_set_at IS NOT NULL AND wait_set_at > ? AND ${writable} LIMIT 1`,
  );
  const moving = db.prepare<[number, Passed], { busy: 0 | 1 }>(
    `SELECT EXISTS (SELECT 1 FROM entry INDEXED BY entry_ready WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL AND ${writable})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_waiting WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND ${writable})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_sending WHERE state = 'sending' AND ${writable})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_of_kind WHERE ${anyKind('')} AND state = 'unsure' AND wait_set_at IS NOT NULL AND asks IS NULL AND ${writable})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_open_outcome WHERE state = 'accepted' AND accepted_at > ? AND asks IS NULL AND wait_set_at IS NOT NULL AND ${writable})
       AS busy`,
  );

  const claimable = db.prepare<[number, number, Passed], { ready: 0 | 1 }>(
    `SELECT EXISTS (SELECT 1 FROM entry INDEXED BY entry_ready WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL AND ${writable})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_waiting WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND due_at <= ? AND ${writable})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_wait_set WHERE wait_set_at IS NOT NULL AND wait_set_at > ? AND state = 'queued' AND ${writable})
       AS ready`,
  );

  // A damaged entry gets no status check, because an answer could not be compared with its content: a person decides.
  const leaveDamaged = db.prepare<[number]>(
    `UPDATE OR IGNORE entry SET wait_set_at = NULL, wait_for = NULL,
       asks = CASE WHEN state IN ('unsure', 'accepted') THEN 'damaged' ELSE asks END WHERE seq = ?`,
  );
  const leave = (seq: number): false => {
    if (leaveDamaged.run(seq).changes === 0) unwritable.add(seq);
    return false;
  };
  const passed = (): Passed => ({ unwritable: unwritable.list() });

  function findDue(limit: number, now: number, skip: readonly CreateNumber[], isFree: IsFree): number[] {
    const most = limit + isFree.others;
    const due = elapsed
      .all({ now, most, ...passed() })
      .filter((row) => isFree.of(row) && !skip.includes(row.endpoint))
      .sort((a, b) => a.due_at - b.due_at || a.seq - b.seq)
      .slice(0, limit);
    const left = limit - due.length;
    const back =
      left > 0
        ? setBack
            .all(now, most, passed())
            .filter((row) => isFree.of(row) && !skip.includes(row.endpoint))
            .slice(0, left)
        : [];
    return [...due, ...back].map(({ seq }) => seq);
  }
  /** Reads all from one snapshot of the file, locking it once instead of once per query. */
  const readDue = db.transaction((seqs: readonly number[]) =>
    seqs.map((seq) => ({ seq, found: records.read(seq), asked: askedOf.get(seq) })),
  ).deferred;

  return {
    dueChecks: (
      limit: number,
      now: number,
      skip: readonly CreateNumber[] = [],
      underWay: ReadonlySet<string> = new Set(),
    ): DueCheck[] => {
      const found = findDue(limit, now, skip, { others: underWay.size, of: ({ id }) => !underWay.has(id) });
      // Most calls find nothing.
      if (found.length === 0) return [];
      return readDue(found).flatMap(({ seq, found, asked }) =>
        (found?.snapshot.isIntact === true || leave(seq)) && found && asked ? [dueRead(found, asked)] : [],
      );
    },
    nextDue(now: number): number | null {
      if (clockBack.get(now, passed()) !== undefined) return 0;
      const waits = [nextQueued.get(passed()), nextRead.get(passed())].flatMap((row) =>
        row?.due == null ? [] : [row.due],
      );
      return waits.length === 0 ? null : Math.max(0, Math.min(...waits) - now);
    },
    hasClaimable: (now: number): boolean => claimable.get(now, now, passed())?.ready === 1,
    countUndelivered: (endpoint: CreateNumber, most: number): number => undelivered.get(endpoint, most)?.count ?? 0,
    isBusy: (now: number, stuckMs: number): boolean => moving.get(now - stuckMs, passed())?.busy === 1,
  };

  function dueRead({ row, snapshot }: ReadEntry, asked: Asked): DueCheck {
    const text = snapshot.cell('record') as string | null;
    const record = parseStoredJson(text);
    return {
      id: row.id,
      seq: row.seq,
      endpoint: row.endpoint,
      key: { kind: row.key_kind, value: row.key },
      request: readRequest(asked.request, row.request_sha256) ?? { query: {}, body: {} },
      tries: row.tries,
      maybeTaken: row.maybe_taken === 1,
      reached: reachedContent(row),
      lastRecord: record,
      state: row.state,
      lastAttemptId: asked.last_try,
      asks: row.asks,
      absences: row.absences,
      lostAtRunningMs: row.lost_at_running,
      reads: row.reads,
      acceptedAt: row.accepted_at,
      outcome:
        text === null && row.svc_id === null && row.tracking_number === null
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
