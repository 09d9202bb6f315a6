import { createNumbers, type CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { anyKind } from './entry-filter.ts';
import { type EntryRecordStore, type LoadedEntry, isWritableSql, type Quarantine } from './entry-record.ts';
import { reachedContent } from './entry-row.ts';
import type { DueCheck } from './entry.ts';
import { parseStoredJson, readRequest } from './stored-request.ts';

interface QuarantineParams {
  unwritable: string;
}

/** Accepts entries that are not under way; `underWayCount`: how many are. */
interface FreeEntryFilter {
  accepts: (entry: { id: string }) => boolean;
  underWayCount: number;
}

/** Queries for due status and outcome checks, and for the time until anything is due. */
export function dueQueries(db: Sqlite, records: EntryRecordStore, unwritable: Quarantine) {
  type CheckRow = { request: string; last_try: number | null };
  const checkCondition = `state IN ('unsure', 'accepted', 'refused', 'done') AND wait_set_at IS NOT NULL`;
  // One query for all kinds, since the loop runs it at every wake-up. Each kind has its own range of the index: a time
  // comparison across kinds would read every waiting entry, due or not.
  const dueChecksSql = (endpoint: CreateNumber): string =>
    `SELECT * FROM (SELECT seq, id, endpoint, due_at FROM entry INDEXED BY entry_reading_of
       WHERE endpoint = ${endpoint} AND ${checkCondition} AND due_at <= ${opaqueIntParam('@now')} AND ${isWritableSql}
       ORDER BY due_at LIMIT ${opaqueIntParam('@most')})`;
  type DueRow = { seq: number; id: string; endpoint: CreateNumber; due_at: number };
  const dueRows = db.prepare<[{ now: number; most: number } & QuarantineParams], DueRow>(
    createNumbers.map(dueChecksSql).join(' UNION ALL '),
  );
  const checkRowOf = db.prepare<[number], CheckRow>(
    'SELECT request, (SELECT max(id) FROM attempt a WHERE a.entry = entry.seq) AS last_try FROM entry WHERE seq = ?',
  );
  const setBackCondition = `wait_set_at IS NOT NULL AND wait_set_at > ${opaqueIntParam()} AND ${checkCondition} AND ${isWritableSql}`;
  const setBackRows = db.prepare<
    [number, number, QuarantineParams],
    { seq: number; id: string; endpoint: CreateNumber }
  >(
    `SELECT seq, id, endpoint FROM entry INDEXED BY entry_wait_set
     WHERE ${setBackCondition} LIMIT ${opaqueIntParam()}`,
  );
  const nextQueuedDue = db.prepare<[QuarantineParams], { due: number | null }>(
    `SELECT min(due_at) AS due FROM entry INDEXED BY entry_waiting
     WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND ${isWritableSql}`,
  );
  const nextCheckSql = (endpoint: CreateNumber): string =>
    `SELECT min(due_at) AS due FROM entry INDEXED BY entry_reading_of WHERE endpoint = ${endpoint} AND ${checkCondition} AND ${isWritableSql}`;
  const nextCheckDue = db.prepare<[QuarantineParams], { due: number | null }>(
    `SELECT min(due) AS due FROM (${createNumbers.map(nextCheckSql).join(' UNION ALL ')})`,
  );
  const undeliveredCount = db.prepare<[CreateNumber, number], { count: number }>(
    `SELECT count(*) AS count FROM
       (SELECT 1 FROM entry INDEXED BY entry_of_kind WHERE endpoint = ${opaqueIntParam()} AND state IN ('queued', 'sending') LIMIT ${opaqueIntParam()})`,
  );
  const setBackEntry = db.prepare<[number, QuarantineParams], { seq: number }>(
    `SELECT seq FROM entry WHERE wait_set_at IS NOT NULL AND wait_set_at > ? AND ${isWritableSql} LIMIT 1`,
  );
  const busyEntry = db.prepare<[number, QuarantineParams], { busy: 0 | 1 }>(
    `SELECT EXISTS (SELECT 1 FROM entry INDEXED BY entry_ready WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL AND ${isWritableSql})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_waiting WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND ${isWritableSql})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_sending WHERE state = 'sending' AND ${isWritableSql})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_of_kind WHERE ${anyKind('')} AND state = 'unsure' AND wait_set_at IS NOT NULL AND asks IS NULL AND ${isWritableSql})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_open_outcome WHERE state = 'accepted' AND accepted_at > ? AND asks IS NULL AND wait_set_at IS NOT NULL AND ${isWritableSql})
       AS busy`,
  );

  const claimableEntry = db.prepare<[number, number, QuarantineParams], { ready: 0 | 1 }>(
    `SELECT EXISTS (SELECT 1 FROM entry INDEXED BY entry_ready WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL AND ${isWritableSql})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_waiting WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND due_at <= ? AND ${isWritableSql})
       OR EXISTS (SELECT 1 FROM entry INDEXED BY entry_wait_set WHERE wait_set_at IS NOT NULL AND wait_set_at > ? AND state = 'queued' AND ${isWritableSql})
       AS ready`,
  );

  // A damaged entry gets no status check, because an answer could not be compared with its content: a person decides.
  const clearWait = db.prepare<[number]>(
    `UPDATE OR IGNORE entry SET wait_set_at = NULL, wait_for = NULL,
       asks = CASE WHEN state IN ('unsure', 'accepted') THEN 'damaged' ELSE asks END WHERE seq = ?`,
  );
  const stopChecking = (seq: number): false => {
    if (clearWait.run(seq).changes === 0) unwritable.add(seq);
    return false;
  };
  const quarantineParams = (): QuarantineParams => ({ unwritable: unwritable.list() });

  function findDue(
    limit: number,
    now: number,
    skippedEndpoints: readonly CreateNumber[],
    filter: FreeEntryFilter,
  ): number[] {
    const maxRows = limit + filter.underWayCount;
    const due = dueRows
      .all({ now, most: maxRows, ...quarantineParams() })
      .filter((row) => filter.accepts(row) && !skippedEndpoints.includes(row.endpoint))
      .sort((a, b) => a.due_at - b.due_at || a.seq - b.seq)
      .slice(0, limit);
    const remaining = limit - due.length;
    const setBackDue =
      remaining > 0
        ? setBackRows
            .all(now, maxRows, quarantineParams())
            .filter((row) => filter.accepts(row) && !skippedEndpoints.includes(row.endpoint))
            .slice(0, remaining)
        : [];
    return [...due, ...setBackDue].map(({ seq }) => seq);
  }
  /** Reads all from one snapshot of the file, locking it once instead of once per query. */
  const readDue = db.transaction((seqs: readonly number[]) =>
    seqs.map((seq) => ({ seq, stored: records.read(seq), checkRow: checkRowOf.get(seq) })),
  ).deferred;

  return {
    dueChecks: (
      limit: number,
      now: number,
      skippedEndpoints: readonly CreateNumber[] = [],
      underWay: ReadonlySet<string> = new Set(),
    ): DueCheck[] => {
      const dueSeqs = findDue(limit, now, skippedEndpoints, {
        underWayCount: underWay.size,
        accepts: ({ id }) => !underWay.has(id),
      });
      // Most calls find nothing.
      if (dueSeqs.length === 0) return [];
      return readDue(dueSeqs).flatMap(({ seq, stored, checkRow }) =>
        (stored?.snapshot.isIntact === true || stopChecking(seq)) && stored && checkRow
          ? [toDueCheck(stored, checkRow)]
          : [],
      );
    },
    nextDue(now: number): number | null {
      if (setBackEntry.get(now, quarantineParams()) !== undefined) return 0;
      const dueTimes = [nextQueuedDue.get(quarantineParams()), nextCheckDue.get(quarantineParams())].flatMap((row) =>
        row?.due == null ? [] : [row.due],
      );
      return dueTimes.length === 0 ? null : Math.max(0, Math.min(...dueTimes) - now);
    },
    hasClaimable: (now: number): boolean => claimableEntry.get(now, now, quarantineParams())?.ready === 1,
    countUndelivered: (endpoint: CreateNumber, max: number): number => undeliveredCount.get(endpoint, max)?.count ?? 0,
    isBusy: (now: number, stuckMs: number): boolean => busyEntry.get(now - stuckMs, quarantineParams())?.busy === 1,
  };

  function toDueCheck({ row, snapshot }: LoadedEntry, checkRow: CheckRow): DueCheck {
    const text = snapshot.cell('record') as string | null;
    const record = parseStoredJson(text);
    return {
      id: row.id,
      seq: row.seq,
      endpoint: row.endpoint,
      key: { kind: row.key_kind, value: row.key },
      request: readRequest(checkRow.request, row.request_sha256) ?? { query: {}, body: {} },
      tries: row.tries,
      maybeTaken: row.maybe_taken === 1,
      reached: reachedContent(row),
      lastRecord: record,
      state: row.state,
      lastAttemptId: checkRow.last_try,
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
