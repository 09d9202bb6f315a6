import { type CreateNumber, createNumbers } from '../../shared/creates/create-kinds.ts';
import { ownReasons, why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { prepareNumberedInsert } from '../storage/database/sealed-write.ts';
import { joinTransaction } from '../storage/database/transactions.ts';
import { andThen, transition, withReason } from './entry-change.ts';
import { type EntryRecordStore, writable, type Quarantine } from './entry-record.ts';
import { reachedContent, type StoredEntry } from './entry-row.ts';
import type { ClaimedEntry, ClaimLimit } from './entry.ts';
import { parseStoredJson, readRequest } from './stored-request.ts';
import type { Target } from './target.ts';

interface Round {
  /** the last entry that had its turn, and the last one of this round */
  after: number;
  until: number;
  newIsNext: boolean;
}

/**
 * Alternates among the ready entries of one endpoint between those tried before and new ones. Tried ones take turns by
 * sequence in rounds over the entries present when the round began, so that neither an entry that keeps failing nor a
 * stream of new ones starves another.
 */
export function fairQueue(db: Sqlite) {
  const ready = `SELECT seq FROM entry INDEXED BY entry_ready
     WHERE endpoint = ${opaqueIntParam()} AND state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL`;
  const between = db.prepare<[CreateNumber, number, number], { seq: number }>(
    `${ready} AND seq > ? AND seq <= ? ORDER BY seq LIMIT 1`,
  );
  /** the newest one taken, in whatever order */
  const newest = new Map<CreateNumber, number>();
  const rounds = new Map<CreateNumber, Round>();
  const roundOf = (endpoint: CreateNumber): Round =>
    rounds.get(endpoint) ?? { after: 0, until: newest.get(endpoint) ?? 0, newIsNext: false };

  function again(endpoint: CreateNumber): number | undefined {
    const round = roundOf(endpoint);
    const found = between.get(endpoint, round.after, round.until);
    if (found) return found.seq;
    const begun = { ...round, after: 0, until: newest.get(endpoint) ?? 0 };
    rounds.set(endpoint, begun);
    return between.get(endpoint, 0, begun.until)?.seq;
  }

  return {
    /** The entry whose turn it is; empty if nothing is ready. */
    next(endpoint: CreateNumber): number[] {
      const fresh = between.get(endpoint, newest.get(endpoint) ?? 0, Number.MAX_SAFE_INTEGER)?.seq;
      const tried = again(endpoint);
      const seq = roundOf(endpoint).newIsNext ? (fresh ?? tried) : (tried ?? fresh);
      return seq === undefined ? [] : [seq];
    },
    took(endpoint: CreateNumber, seq: number, inTurn: boolean): void {
      const isNew = seq > (newest.get(endpoint) ?? 0);
      if (isNew) newest.set(endpoint, seq);
      if (!inTurn) rounds.delete(endpoint);
      else rounds.set(endpoint, { ...roundOf(endpoint), ...(!isNew && { after: seq }), newIsNext: !isNew });
    },
  };
}

/** Claims due entries, first in, first out, and records an attempt for each before the caller sends a byte. */
export function claimVerb(db: Sqlite, records: EntryRecordStore, target: Target, unwritable: Quarantine) {
  const elapsed = db.prepare<[{ now: number }]>(
    `UPDATE OR IGNORE entry SET wait_set_at = NULL, wait_for = NULL WHERE seq IN (
       SELECT seq FROM entry INDEXED BY entry_waiting
       WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND due_at <= @now
       ORDER BY due_at LIMIT 64)`,
  );
  const setBack = db.prepare<[{ now: number }]>(
    `UPDATE OR IGNORE entry SET wait_set_at = NULL, wait_for = NULL WHERE seq IN (
       SELECT seq FROM entry INDEXED BY entry_wait_set
       WHERE wait_set_at IS NOT NULL AND wait_set_at > @now AND state = 'queued' LIMIT 64)`,
  );
  // Due entries that neither update could write.
  const stuck = db.prepare<[{ now: number; unwritable: string }], { seq: number }>(
    `SELECT seq FROM entry INDEXED BY entry_waiting WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL
       AND due_at <= @now AND ${writable}
     UNION SELECT seq FROM entry INDEXED BY entry_wait_set
     WHERE wait_set_at IS NOT NULL AND wait_set_at > @now AND state = 'queued' AND ${writable} LIMIT 64`,
  );
  const ready = db.prepare<[CreateNumber, number], { seq: number }>(
    `SELECT seq FROM entry INDEXED BY entry_ready WHERE endpoint = ${opaqueIntParam()} AND state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL
     ORDER BY seq LIMIT ${opaqueIntParam()}`,
  );
  // One query for all kinds: most kinds have nothing ready, and a busy desk claims many times a second.
  const readyKinds = db.prepare<[], { endpoint: CreateNumber }>(
    createNumbers
      .map(
        (endpoint) => `SELECT ${endpoint} AS endpoint WHERE EXISTS (SELECT 1 FROM entry INDEXED BY entry_ready
           WHERE endpoint = ${endpoint} AND state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL)`,
      )
      .join(' UNION ALL '),
  );
  const turns = fairQueue(db);
  const requestOf = db.prepare<[number], string>('SELECT request FROM entry WHERE seq = ?').pluck();
  const begin = prepareNumberedInsert(db, 'attempt', 'id', ['entry', 'target', 'started_at']);

  const refuseDamaged = (row: StoredEntry, now: number): void => {
    const claimed = transition(row, 'claim', why('read-back'), now);
    const refused = andThen(claimed, (read) => {
      const reason = { code: 'damaged', text: ownReasons.damaged, field: null };
      return transition(withReason(read, reason), 'refused', why('damaged'), now);
    });
    try {
      db.transaction(() => records.save(row, refused.row, { steps: refused.steps, who: 'desk' }))();
    } catch {
      unwritable.add(row.seq);
    }
  };

  function claimOne(seq: number, now: number, to: string): ClaimedEntry | null {
    const found = records.read(seq);
    const text = requestOf.get(seq);
    if (found === null || text === undefined) return null;
    const { row, snapshot } = found;
    const request = snapshot.isIntact ? readRequest(text, row.request_sha256) : null;
    if (request === null) {
      refuseDamaged(row, now);
      return null;
    }
    const { row: claimed, steps } = transition(row, 'claim', why('try', { number: row.tries + 1 }), now);
    records.save(row, claimed, { steps, who: 'desk' }, { snapshot });
    return {
      id: row.id,
      seq,
      endpoint: row.endpoint,
      key: { kind: row.key_kind, value: row.key },
      request,
      attemptId: begin([seq, to, now]),
      tries: claimed.tries,
      maybeTaken: row.maybe_taken === 1,
      reached: reachedContent(row),
      lastRecord: parseStoredJson(snapshot.cell('record') as string | null),
    };
  }

  /** Entries that may be claimed now, by sequence across all endpoints. */
  function seqsToTake(
    limit: number,
    limits: readonly ClaimLimit[],
    badly: number,
  ): { seq: number; endpoint: CreateNumber; inTurns: boolean }[] {
    const given = new Set(limits.map(({ endpoint }) => endpoint));
    const kinds = new Set(readyKinds.all().map(({ endpoint }) => endpoint));
    const open = [...limits, ...createNumbers.filter((endpoint) => !given.has(endpoint)).map(withoutLimit)].filter(
      ({ endpoint, maxWhenAlone, health }) => (maxWhenAlone > 0 || health === 'well') && kinds.has(endpoint),
    );
    const found = open.map((one) => ({ ...one, seqs: readySeqs(one, limit) })).filter(({ seqs }) => seqs.length > 0);
    let left = badly;
    return found
      .flatMap(({ endpoint, max, maxWhenAlone, health, isRoundRobin, seqs }) => {
        // An endpoint at its concurrency limit counts too: it soon takes a slot again.
        const others = found.some((other) => other.endpoint !== endpoint && other.health === 'well');
        const taken = seqs.slice(0, Math.min(others ? max : maxWhenAlone, health === 'badly' ? left : limit));
        if (health === 'badly') left -= taken.length;
        return taken.map((seq) => ({ seq, endpoint, inTurns: isRoundRobin }));
      })
      .sort((a, b) => a.seq - b.seq)
      .slice(0, limit);
  }

  function readySeqs({ endpoint, maxWhenAlone, isRoundRobin }: ClaimLimit, limit: number): number[] {
    const isWritable = (seq: number): boolean => !unwritable.has(seq);
    if (isRoundRobin) return turns.next(endpoint).filter(isWritable);
    const most = Math.min(limit, Math.max(1, maxWhenAlone));
    return ready
      .all(endpoint, most + unwritable.size)
      .map(({ seq }) => seq)
      .filter(isWritable)
      .slice(0, most);
  }

  return joinTransaction(
    db,
    (limit: number, now: number, to: string, limits: readonly ClaimLimit[], badly: number = limit): ClaimedEntry[] => {
      const ended = elapsed.run({ now }).changes;
      const back = setBack.run({ now }).changes;
      if (ended + back === 0)
        for (const { seq } of stuck.all({ now, unwritable: unwritable.list() })) unwritable.add(seq);
      for (;;) {
        const found = seqsToTake(limit, limits, badly);
        if (found.length === 0) return [];
        target.bind(to);
        for (const { seq, endpoint, inTurns } of found) turns.took(endpoint, seq, inTurns);
        const claimed = found
          .map(({ seq }): ClaimedEntry | null => claimOne(seq, now, to))
          .filter((one) => one !== null);
        // All of them were damaged; others may be ready behind them.
        if (claimed.length > 0) return claimed;
      }
    },
  );
}

const withoutLimit = (endpoint: CreateNumber): ClaimLimit => ({
  endpoint,
  max: Infinity,
  maxWhenAlone: Infinity,
  health: 'well',
  isRoundRobin: false,
});
