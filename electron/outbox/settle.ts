import type { Sqlite } from '../database/open-sqlite.ts';
import { joinTransaction } from '../database/join-transaction.ts';
import { prepareSealedRows } from '../database/sealed-write.ts';
import { searchIndex } from '../search/search-index.ts';
import { applyChange } from './apply-change.ts';
import { answerBounds } from './bound-answers.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import type { Answer, Change, ClaimedEntry, DueCheck } from './entry.ts';
import { entryRecordColumns, reachedContent, type EntryRecord, type EntryRecordStore } from './entry-record.ts';
import type { DependencyTracker } from './dependencies.ts';
import { parseStoredJson, readRequest } from './stored-request.ts';
import type { ApplyTransition } from './apply-transition.ts';
import { opaqueIntParam } from '../database/given.ts';

/** Ends attempts, with their answer or as left open by a run that ended. */
export function settleVerbs(
  db: Sqlite,
  records: EntryRecordStore,
  applyTransition: ApplyTransition,
  needs: DependencyTracker,
) {
  const tryOf = prepareSealedRows(db, 'attempt', 'id');
  const open = db.prepare<
    [],
    EntryRecord & { request: string; request_sha256: Buffer; record: string | null; try_id: number }
  >(
    `SELECT ${entryRecordColumns.replaceAll(/(\w+)/g, 'e.$1')}, e.request, e.request_sha256, e.record,
       (SELECT max(id) FROM attempt a WHERE a.entry = e.seq) AS try_id
     FROM entry e WHERE e.state = 'sending' ORDER BY e.seq`,
  );

  const lastTry = db.prepare<[number], { id: number | null }>(
    `SELECT max(id) AS id FROM attempt WHERE entry = ${opaqueIntParam()}`,
  );
  const search = searchIndex(db);
  const bounds = answerBounds(db);

  const change = (seq: number, expected: EntryRecord['state'], decided: Change, now: number): boolean => {
    const found = records.read(seq);
    if (found?.record.state !== expected) return false;
    const { record, snapshot: standing } = found;
    const from = record.state;
    applyChange(record, decided, applyTransition, 'desk', now);
    needs.hold(record, from);
    const outcome = decided.outcome && { record: JSON.stringify(decided.outcome.record ?? null) };
    records.save(record, from, { standing, ...outcome });
    if (decided.outcome !== undefined) {
      search.addNumbers(seq, [record.tracking_number, record.svc_id]);
    }
    if (record.state !== from) needs.release(seq);
    return true;
  };

  return {
    settle: joinTransaction(
      db,
      (claimed: ClaimedEntry, answer: Answer | null, verdict: string, decided: Change, now: number): void => {
        const { seq, attemptId: tryId } = claimed;
        const same = answer && bounds.same(seq, tryId, answer);
        const body = same === null ? (answer?.body ?? null) : null;
        const begun = tryOf(tryId);
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
