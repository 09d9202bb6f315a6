import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../storage/database/queries.ts';
import { prepareSealedRows } from '../storage/database/sealed-write.ts';
import { joinTransaction } from '../storage/database/transactions.ts';
import { applyChange } from './entry-change.ts';
import type { EntryRecordStore } from './entry-record.ts';
import { entryRowColumns, reachedContent, type StoredEntry } from './entry-row.ts';
import type { Answer, Change, ClaimedEntry, DueCheck } from './entry.ts';
import { searchIndex } from './search/search-index.ts';
import { parseStoredJson, readRequest } from './stored-request.ts';

/** Number of first and of last attempts of an entry whose answers are stored whole. */
const wholeAtEachEnd = 3;
/**
 * Number of attempts before the last ones that keep the beginning of their answer; older ones keep only the verdict.
 */
const shortenedAttempts = 100;
/**
 * Characters kept of a beginning, each at most four bytes. SQLite's length() stops at a NUL, so bytes are counted too.
 */
const maxBeginning = 2048;
/** A shorter answer (characters) is stored again rather than looked up. */
const minSharedLength = 256;

/**
 * Bounds the answers stored for the attempts of one entry: if the service fails for a week, an entry gets a thousand
 * answers. Every attempt keeps its status and verdict. The cost per attempt does not grow with their number.
 */
export function answerBounds(db: Sqlite) {
  const first = `SELECT * FROM (SELECT id, same_as FROM attempt WHERE entry = ${opaqueIntParam('@entry')} ORDER BY id LIMIT ${wholeAtEachEnd})`;
  // One more than are stored whole, because an attempt that is just ending is itself the last.
  const last = (count: number) =>
    `SELECT * FROM (SELECT id, same_as FROM attempt WHERE entry = ${opaqueIntParam('@entry')} ORDER BY id DESC LIMIT ${count})`;
  const same = db.prepare<[Answer & { entry: number; tryId: number }], { id: number }>(
    `SELECT o.id FROM (${first} UNION ${last(wholeAtEachEnd + 1)}) t CROSS JOIN attempt o ON o.id = coalesce(t.same_as, t.id)
     WHERE o.id < @tryId AND o.answer = @body AND o.answer_bytes IS NULL AND o.status = @status
       AND o.content_type IS @contentType LIMIT 1`,
  );
  const nthLast = db.prepare<[{ entry: number; nth: number }], { id: number; same_as: number | null }>(
    `SELECT id, same_as FROM attempt WHERE entry = ${opaqueIntParam('@entry')} ORDER BY id DESC LIMIT 1 OFFSET @nth`,
  );
  const needed = db.prepare<[{ entry: number; id: number }], { needed: 1 }>(
    `SELECT 1 AS needed FROM (${first}) WHERE id = @id
     UNION ALL SELECT 1 FROM (${last(wholeAtEachEnd)}) WHERE coalesce(same_as, id) = @id`,
  );
  const cut = db.prepare<[number]>(
    `UPDATE attempt SET answer_bytes = octet_length(answer), answer = substr(answer, 1, ${maxBeginning})
     WHERE id = ? AND answer_bytes IS NULL AND (length(answer) > ${maxBeginning} OR octet_length(answer) > ${4 * maxBeginning})`,
  );
  const empty = db.prepare<[number]>(
    `UPDATE attempt SET answer_bytes = coalesce(answer_bytes, octet_length(answer)), answer = ''
     WHERE id = ? AND octet_length(answer) > 0`,
  );

  /** Returns whether the entry has that many attempts. */
  function leave(entry: number, nth: number, shorten: typeof cut): boolean {
    const left = nthLast.get({ entry, nth });
    if (left === undefined) return false;
    const id = left.same_as ?? left.id;
    if (needed.get({ entry, id }) === undefined) shorten.run(id);
    return true;
  }

  return {
    /** The attempt of this entry that already stores the identical answer; null: none of those stored whole. */
    same(entry: number, tryId: number, answer: Answer): number | null {
      if (answer.body.length <= minSharedLength) return null;
      const { status, contentType, body } = answer;
      return same.get({ entry, tryId, status, contentType, body })?.id ?? null;
    },
    /** Called after an attempt has ended: shortens answers that are no longer among the first or the last. */
    shorten(entry: number): void {
      if (leave(entry, wholeAtEachEnd, cut)) leave(entry, wholeAtEachEnd + shortenedAttempts, empty);
    },
  };
}

/** Ends attempts, with their answer or as left open by a run that ended. */
export function settleVerbs(db: Sqlite, records: EntryRecordStore) {
  const tryOf = prepareSealedRows(db, 'attempt', 'id');
  const open = db.prepare<
    [],
    StoredEntry & { request: string; request_sha256: Buffer; record: string | null; try_id: number }
  >(
    `SELECT ${entryRowColumns.replaceAll(/(\w+)/g, 'e.$1')}, e.request, e.request_sha256, e.record,
       (SELECT max(id) FROM attempt a WHERE a.entry = e.seq) AS try_id
     FROM entry e WHERE e.state = 'sending' ORDER BY e.seq`,
  );

  const lastTry = db.prepare<[number], { id: number | null }>(
    `SELECT max(id) AS id FROM attempt WHERE entry = ${opaqueIntParam()}`,
  );
  const search = searchIndex(db);
  const bounds = answerBounds(db);

  const change = (seq: number, expected: State, decided: Change, now: number): boolean => {
    const found = records.read(seq);
    if (found?.row.state !== expected) return false;
    const { row, steps } = applyChange(found.row, decided, now);
    const outcome = decided.outcome && { record: JSON.stringify(decided.outcome.record ?? null) };
    records.save(found.row, row, { steps, who: 'desk' }, { snapshot: found.snapshot, ...outcome });
    if (decided.outcome !== undefined) search.addNumbers(seq, [row.tracking_number, row.svc_id]);
    return true;
  };

  return {
    settle: joinTransaction(
      db,
      (claimed: ClaimedEntry, answer: Answer | null, verdict: string, decided: Change, now: number): void => {
        const { seq, attemptId } = claimed;
        const same = answer && bounds.same(seq, attemptId, answer);
        const body = same === null ? (answer?.body ?? null) : null;
        const begun = tryOf(attemptId);
        if (begun?.cell('ended_at') === null) {
          const { status = null, contentType = null } = answer ?? {};
          begun.write({ ended_at: now, verdict, status, content_type: contentType, answer: body, same_as: same });
        }
        bounds.shorten(seq);
        if (!change(seq, 'sending', decided, now)) throw new Error(`entry ${claimed.id} was not being sent`);
      },
    ),
    // A status requested before the entry was sent again says nothing about the later attempt.
    settleRead: joinTransaction(
      db,
      (read: DueCheck, decided: Change, now: number): boolean =>
        lastTry.get(read.seq)?.id === read.lastAttemptId && change(read.seq, read.state, decided, now),
    ),
    /** Entries a run that ended left `sending`. A damaged one has an empty body, for the caller's check to find. */
    interrupted(): ClaimedEntry[] {
      return open.all().map((row) => ({
        id: row.id,
        seq: row.seq,
        endpoint: row.endpoint satisfies CreateNumber,
        key: { kind: row.key_kind, value: row.key },
        request: readRequest(row.request, row.request_sha256) ?? { query: {}, body: {} },
        attemptId: row.try_id,
        tries: row.tries,
        maybeTaken: row.maybe_taken === 1,
        reached: reachedContent(row),
        lastRecord: parseStoredJson(row.record),
      }));
    },
  };
}
