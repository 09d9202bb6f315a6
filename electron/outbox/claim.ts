import { type CreateNumber, createNumbers } from '../../shared/creates/create-kinds.ts';
import { ownReasons, why } from '../../shared/outbox/whys.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { prepareNumberedInsert } from '../storage/database/sealed-write.ts';
import { joinTransaction } from '../storage/database/transactions.ts';
import { chainChanges, applyTransition, withReason } from './entry-change.ts';
import { type EntryRecordStore, isWritableSql, type Quarantine } from './entry-record.ts';
import { reachedContent, type StoredEntry } from './entry-row.ts';
import type { ClaimedEntry, ClaimLimit } from './entry.ts';
import { parseStoredJson, readRequest } from './stored-request.ts';
import type { Target } from './target.ts';

interface Round {
  /** number of the entry claimed last, and of the last entry in this round */
  lastSeq: number;
  endSeq: number;
  isNewNext: boolean;
}

/**
 * Alternates between retries and new entries among the ready entries of one endpoint. Retries take turns by sequence,
 * in rounds over the entries that were there when the round began. So neither an entry that keeps failing nor a stream
 * of new entries starves the others.
 */
export function fairQueue(db: Sqlite) {
  const readySql = `SELECT seq FROM entry INDEXED BY entry_ready
     WHERE endpoint = ${opaqueIntParam()} AND state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL`;
  const nextBetween = db.prepare<[CreateNumber, number, number], { seq: number }>(
    `${readySql} AND seq > ? AND seq <= ? ORDER BY seq LIMIT 1`,
  );
  /** highest number of an entry claimed so far */
  const newestClaimed = new Map<CreateNumber, number>();
  const rounds = new Map<CreateNumber, Round>();
  const roundOf = (endpoint: CreateNumber): Round =>
    rounds.get(endpoint) ?? { lastSeq: 0, endSeq: newestClaimed.get(endpoint) ?? 0, isNewNext: false };

  function nextRetry(endpoint: CreateNumber): number | undefined {
    const round = roundOf(endpoint);
    const row = nextBetween.get(endpoint, round.lastSeq, round.endSeq);
    if (row) return row.seq;
    const nextRound = { ...round, lastSeq: 0, endSeq: newestClaimed.get(endpoint) ?? 0 };
    rounds.set(endpoint, nextRound);
    return nextBetween.get(endpoint, 0, nextRound.endSeq)?.seq;
  }

  return {
    /** The entry whose turn it is, as a list; empty if nothing is ready. */
    next(endpoint: CreateNumber): number[] {
      const newSeq = nextBetween.get(endpoint, newestClaimed.get(endpoint) ?? 0, Number.MAX_SAFE_INTEGER)?.seq;
      const retrySeq = nextRetry(endpoint);
      const seq = roundOf(endpoint).isNewNext ? (newSeq ?? retrySeq) : (retrySeq ?? newSeq);
      return seq === undefined ? [] : [seq];
    },
    recordClaim(endpoint: CreateNumber, seq: number, takesTurns: boolean): void {
      const isNew = seq > (newestClaimed.get(endpoint) ?? 0);
      if (isNew) newestClaimed.set(endpoint, seq);
      if (!takesTurns) rounds.delete(endpoint);
      else rounds.set(endpoint, { ...roundOf(endpoint), ...(!isNew && { lastSeq: seq }), isNewNext: !isNew });
    },
  };
}

/** Claims due entries, first in, first out, and records an attempt for each before the caller sends a byte. */
export function claimVerb(db: Sqlite, records: EntryRecordStore, target: Target, unwritable: Quarantine) {
  const endElapsedWaits = db.prepare<[{ now: number }]>(
    `UPDATE OR IGNORE entry SET wait_set_at = NULL, wait_for = NULL WHERE seq IN (
       SELECT seq FROM entry INDEXED BY entry_waiting
       WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL AND due_at <= @now
       ORDER BY due_at LIMIT 64)`,
  );
  const endSetBackWaits = db.prepare<[{ now: number }]>(
    `UPDATE OR IGNORE entry SET wait_set_at = NULL, wait_for = NULL WHERE seq IN (
       SELECT seq FROM entry INDEXED BY entry_wait_set
       WHERE wait_set_at IS NOT NULL AND wait_set_at > @now AND state = 'queued' LIMIT 64)`,
  );
  // Due entries that the two updates skipped, because a constraint refuses every write to them.
  const unwritableDue = db.prepare<[{ now: number; unwritable: string }], { seq: number }>(
    `SELECT seq FROM entry INDEXED BY entry_waiting WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL
       AND due_at <= @now AND ${isWritableSql}
     UNION SELECT seq FROM entry INDEXED BY entry_wait_set
     WHERE wait_set_at IS NOT NULL AND wait_set_at > @now AND state = 'queued' AND ${isWritableSql} LIMIT 64`,
  );
  const readyOf = db.prepare<[CreateNumber, number], { seq: number }>(
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
  const roundRobin = fairQueue(db);
  const requestTextOf = db.prepare<[number], string>('SELECT request FROM entry WHERE seq = ?').pluck();
  const insertAttempt = prepareNumberedInsert(db, 'attempt', 'id', ['entry', 'target', 'started_at']);

  const refuseDamaged = (row: StoredEntry, now: number): void => {
    const claimed = applyTransition(row, 'claim', why('read-back'), now);
    const refused = chainChanges(claimed, (claimedRow) => {
      const reason = { code: 'damaged', text: ownReasons.damaged, field: null };
      return applyTransition(withReason(claimedRow, reason), 'refused', why('damaged'), now);
    });
    try {
      db.transaction(() => records.save(row, refused.row, { steps: refused.steps, who: 'desk' }))();
    } catch {
      unwritable.add(row.seq);
    }
  };

  function claimEntry(seq: number, now: number, targetName: string): ClaimedEntry | null {
    const stored = records.read(seq);
    const requestText = requestTextOf.get(seq);
    if (stored === null || requestText === undefined) return null;
    const { row, snapshot } = stored;
    const request = snapshot.isIntact ? readRequest(requestText, row.request_sha256) : null;
    if (request === null) {
      refuseDamaged(row, now);
      return null;
    }
    const { row: claimedRow, steps } = applyTransition(row, 'claim', why('try', { number: row.tries + 1 }), now);
    records.save(row, claimedRow, { steps, who: 'desk' }, { snapshot });
    return {
      id: row.id,
      seq,
      endpoint: row.endpoint,
      key: { kind: row.key_kind, value: row.key },
      request,
      attemptId: insertAttempt([seq, targetName, now]),
      tries: claimedRow.tries,
      maybeTaken: row.maybe_taken === 1,
      reached: reachedContent(row),
      lastRecord: parseStoredJson(snapshot.cell('record') as string | null),
    };
  }

  /** Entries that may be claimed now, by sequence across all endpoints. */
  function claimableSeqs(
    limit: number,
    limits: readonly ClaimLimit[],
    maxFailing: number,
  ): { seq: number; endpoint: CreateNumber; takesTurns: boolean }[] {
    const limitedEndpoints = new Set(limits.map(({ endpoint }) => endpoint));
    const readyEndpoints = new Set(readyKinds.all().map(({ endpoint }) => endpoint));
    const candidates = [
      ...limits,
      ...createNumbers.filter((endpoint) => !limitedEndpoints.has(endpoint)).map(withoutLimit),
    ].filter(
      ({ endpoint, maxWhenAlone, health }) => (maxWhenAlone > 0 || health === 'well') && readyEndpoints.has(endpoint),
    );
    const claimable = candidates
      .map((one) => ({ ...one, seqs: readySeqs(one, limit) }))
      .filter(({ seqs }) => seqs.length > 0);
    let failingLeft = maxFailing;
    return claimable
      .flatMap(({ endpoint, max, maxWhenAlone, health, isRoundRobin, seqs }) => {
        // An endpoint at its concurrency limit counts too: it soon has a free slot again.
        const hasHealthyOther = claimable.some((other) => other.endpoint !== endpoint && other.health === 'well');
        const allowedSeqs = seqs.slice(
          0,
          Math.min(hasHealthyOther ? max : maxWhenAlone, health === 'badly' ? failingLeft : limit),
        );
        if (health === 'badly') failingLeft -= allowedSeqs.length;
        return allowedSeqs.map((seq) => ({ seq, endpoint, takesTurns: isRoundRobin }));
      })
      .sort((a, b) => a.seq - b.seq)
      .slice(0, limit);
  }

  function readySeqs({ endpoint, maxWhenAlone, isRoundRobin }: ClaimLimit, limit: number): number[] {
    const isWritable = (seq: number): boolean => !unwritable.has(seq);
    if (isRoundRobin) return roundRobin.next(endpoint).filter(isWritable);
    const maxCount = Math.min(limit, Math.max(1, maxWhenAlone));
    return readyOf
      .all(endpoint, maxCount + unwritable.size)
      .map(({ seq }) => seq)
      .filter(isWritable)
      .slice(0, maxCount);
  }

  return joinTransaction(
    db,
    (
      limit: number,
      now: number,
      targetName: string,
      limits: readonly ClaimLimit[],
      maxFailing: number = limit,
    ): ClaimedEntry[] => {
      const endedCount = endElapsedWaits.run({ now }).changes;
      const setBackCount = endSetBackWaits.run({ now }).changes;
      if (endedCount + setBackCount === 0)
        for (const { seq } of unwritableDue.all({ now, unwritable: unwritable.list() })) unwritable.add(seq);
      for (;;) {
        const toClaim = claimableSeqs(limit, limits, maxFailing);
        if (toClaim.length === 0) return [];
        target.bind(targetName);
        for (const { seq, endpoint, takesTurns } of toClaim) roundRobin.recordClaim(endpoint, seq, takesTurns);
        const claimedEntries = toClaim
          .map(({ seq }): ClaimedEntry | null => claimEntry(seq, now, targetName))
          .filter((one) => one !== null);
        // All of these were damaged; entries after them may be ready.
        if (claimedEntries.length > 0) return claimedEntries;
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
