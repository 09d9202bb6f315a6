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
const fullAnswersAtEachEnd = 3;
/** How many attempts before the last ones keep the beginning of their answer; older ones keep only the verdict. */
const shortenedAttempts = 100;
/**
 * Characters kept of a beginning, each at most four bytes. SQLite's length() stops at a NUL, so bytes are counted too.
 */
const maxBeginningLength = 2048;
/** An answer of up to this length (characters) is stored again, without looking for an identical one. */
const minSharedLength = 256;

/**
 * Bounds the answers stored for the attempts of one entry: if the service fails for a week, an entry gets a thousand
 * answers. Every attempt keeps its status and verdict. The cost per attempt does not grow with their number.
 */
export function answerBounds(db: Sqlite) {
  const firstAttempts = `SELECT * FROM (SELECT id, same_as FROM attempt WHERE entry = ${opaqueIntParam('@entry')} ORDER BY id LIMIT ${fullAnswersAtEachEnd})`;
  // Callers add one to the number stored whole, because the attempt that is just ending is itself the last.
  const lastAttempts = (count: number) =>
    `SELECT * FROM (SELECT id, same_as FROM attempt WHERE entry = ${opaqueIntParam('@entry')} ORDER BY id DESC LIMIT ${count})`;
  const sameAnswer = db.prepare<[Answer & { entry: number; tryId: number }], { id: number }>(
    `SELECT o.id FROM (${firstAttempts} UNION ${lastAttempts(fullAnswersAtEachEnd + 1)}) t CROSS JOIN attempt o ON o.id = coalesce(t.same_as, t.id)
     WHERE o.id < @tryId AND o.answer = @body AND o.answer_bytes IS NULL AND o.status = @status
       AND o.content_type IS @contentType LIMIT 1`,
  );
  const nthLast = db.prepare<[{ entry: number; nth: number }], { id: number; same_as: number | null }>(
    `SELECT id, same_as FROM attempt WHERE entry = ${opaqueIntParam('@entry')} ORDER BY id DESC LIMIT 1 OFFSET @nth`,
  );
  const neededAnswer = db.prepare<[{ entry: number; id: number }], { needed: 1 }>(
    `SELECT 1 AS needed FROM (${firstAttempts}) WHERE id = @id
     UNION ALL SELECT 1 FROM (${lastAttempts(fullAnswersAtEachEnd)}) WHERE coalesce(same_as, id) = @id`,
  );
  const cutAnswer = db.prepare<[number]>(
    `UPDATE attempt SET answer_bytes = octet_length(answer), answer = substr(answer, 1, ${maxBeginningLength})
     WHERE id = ? AND answer_bytes IS NULL AND (length(answer) > ${maxBeginningLength} OR octet_length(answer) > ${4 * maxBeginningLength})`,
  );
  const clearAnswer = db.prepare<[number]>(
    `UPDATE attempt SET answer_bytes = coalesce(answer_bytes, octet_length(answer)), answer = ''
     WHERE id = ? AND octet_length(answer) > 0`,
  );

  /**
   * Shortens the answer of the `nth` attempt from the end, unless it is needed. Returns whether there is such an
   * attempt.
   */
  function shortenNthLast(entry: number, nth: number, shorten: typeof cutAnswer): boolean {
    const attempt = nthLast.get({ entry, nth });
    if (attempt === undefined) return false;
    const id = attempt.same_as ?? attempt.id;
    if (neededAnswer.get({ entry, id }) === undefined) shorten.run(id);
    return true;
  }

  return {
    /** The attempt of this entry that already stores the identical answer; null: none of those stored whole. */
    findSameAnswer(entry: number, tryId: number, answer: Answer): number | null {
      if (answer.body.length <= minSharedLength) return null;
      const { status, contentType, body } = answer;
      return sameAnswer.get({ entry, tryId, status, contentType, body })?.id ?? null;
    },
    /** Shortens answers that are no longer among the first or the last. Called after an attempt has ended. */
    shorten(entry: number): void {
      if (shortenNthLast(entry, fullAnswersAtEachEnd, cutAnswer))
        shortenNthLast(entry, fullAnswersAtEachEnd + shortenedAttempts, clearAnswer);
    },
  };
}

/** Ends attempts with their answers, and finds those that an ended run left open. */
export function settleVerbs(db: Sqlite, records: EntryRecordStore) {
  const attemptRow = prepareSealedRows(db, 'attempt', 'id');
  const sendingEntries = db.prepare<
    [],
    StoredEntry & { request: string; request_sha256: Buffer; record: string | null; try_id: number }
  >(
    `SELECT ${entryRowColumns.replaceAll(/(\w+)/g, 'e.$1')}, e.request, e.request_sha256, e.record,
       (SELECT max(id) FROM attempt a WHERE a.entry = e.seq) AS try_id
     FROM entry e WHERE e.state = 'sending' ORDER BY e.seq`,
  );

  const lastAttempt = db.prepare<[number], { id: number | null }>(
    `SELECT max(id) AS id FROM attempt WHERE entry = ${opaqueIntParam()}`,
  );
  const search = searchIndex(db);
  const bounds = answerBounds(db);

  const applyDecided = (seq: number, expected: State, change: Change, now: number): boolean => {
    const loaded = records.read(seq);
    if (loaded?.row.state !== expected) return false;
    const { row, steps } = applyChange(loaded.row, change, now);
    const outcome = change.outcome && { record: JSON.stringify(change.outcome.record ?? null) };
    records.save(loaded.row, row, { steps, who: 'desk' }, { snapshot: loaded.snapshot, ...outcome });
    if (change.outcome !== undefined) search.addNumbers(seq, [row.tracking_number, row.svc_id]);
    return true;
  };

  return {
    settle: joinTransaction(
      db,
      (claimed: ClaimedEntry, answer: Answer | null, verdict: string, change: Change, now: number): void => {
        const { seq, attemptId } = claimed;
        const sameAttemptId = answer && bounds.findSameAnswer(seq, attemptId, answer);
        const body = sameAttemptId === null ? (answer?.body ?? null) : null;
        const attempt = attemptRow(attemptId);
        if (attempt?.cell('ended_at') === null) {
          const { status = null, contentType = null } = answer ?? {};
          attempt.write({
            ended_at: now,
            verdict,
            status,
            content_type: contentType,
            answer: body,
            same_as: sameAttemptId,
          });
        }
        bounds.shorten(seq);
        if (!applyDecided(seq, 'sending', change, now)) throw new Error(`entry ${claimed.id} was not being sent`);
      },
    ),
    // A status requested before the entry was sent again says nothing about the later attempt.
    settleRead: joinTransaction(
      db,
      (check: DueCheck, change: Change, now: number): boolean =>
        lastAttempt.get(check.seq)?.id === check.lastAttemptId && applyDecided(check.seq, check.state, change, now),
    ),
    /** Entries a run that ended left `sending`. A damaged one has an empty body, for the caller's check to find. */
    interrupted(): ClaimedEntry[] {
      return sendingEntries.all().map((row) => ({
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
