import type { Sqlite } from '../database/open-sqlite.ts';
import { searchIndex } from '../search/search-index.ts';
import { applyChange } from './apply-change.ts';
import { answerBounds } from './bound-answers.ts';
import type { Answer, Change, Claimed, CreateNumber, DueRead } from './entry.ts';
import { markColumns, reachedBy, type Marks, type MarksStore } from './marks.ts';
import type { NeedsKeeper } from './needs.ts';
import { readKept, readRequest } from './stored-request.ts';
import type { TakeArrow } from './take.ts';

/** Ends tries: with what came back, or as left open by a run that ended. */
export function settleVerbs(db: Sqlite, marks: MarksStore, take: TakeArrow, needs: NeedsKeeper) {
  const end = db.prepare<[number, string, number | null, string | null, string | null, number | null, number]>(
    `UPDATE attempt SET ended_at = ?, verdict = ?, status = ?, content_type = ?, answer = ?, same_as = ?
     WHERE id = ? AND ended_at IS NULL`,
  );
  const keepRecord = db.prepare<[string, number]>('UPDATE entry SET record = ? WHERE seq = ?');
  const open = db.prepare<
    [],
    Marks & { request: string; request_sha256: Buffer; record: string | null; try_id: number }
  >(
    `SELECT ${markColumns.replaceAll(/(\w+)/g, 'e.$1')}, e.request, e.request_sha256, e.record,
       (SELECT max(id) FROM attempt a WHERE a.entry = e.seq) AS try_id
     FROM entry e WHERE e.state = 'sending' ORDER BY e.seq`,
  );

  const lastTry = db.prepare<[number], { id: number | null }>('SELECT max(id) AS id FROM attempt WHERE entry = ?');
  const search = searchIndex(db);
  const bounds = answerBounds(db);

  const change = (seq: number, expected: Marks['state'], decided: Change, now: number): boolean => {
    const mark = marks.bySeq(seq);
    if (mark?.state !== expected) return false;
    const from = mark.state;
    applyChange(mark, decided, take, 'desk', now);
    needs.hold(mark, from);
    marks.save(mark, from);
    if (decided.outcome !== undefined) {
      keepRecord.run(JSON.stringify(decided.outcome.record ?? null), seq);
      search.addNumbers(seq, [mark.tracking_number, mark.svc_id]);
    }
    if (mark.state !== from) needs.release(seq);
    return true;
  };

  return {
    settle: db.transaction(
      (claimed: Claimed, answer: Answer | null, verdict: string, decided: Change, now: number): void => {
        const { seq, tryId } = claimed;
        const same = answer && bounds.same(seq, tryId, answer);
        const body = same === null ? (answer?.body ?? null) : null;
        end.run(now, verdict, answer?.status ?? null, answer?.contentType ?? null, body, same, tryId);
        bounds.shorten(seq);
        if (!change(seq, 'sending', decided, now)) throw new Error(`entry ${claimed.id} was not being sent`);
      },
    ),
    // a status that was asked for before the entry was sent again tells nothing of that try
    settleRead: db.transaction(
      (read: DueRead, decided: Change, now: number): boolean =>
        lastTry.get(read.seq)?.id === read.lastTry && change(read.seq, read.state, decided, now),
    ),
    /** Entries a run that ended left `sending`. A damaged one is left to the caller's check, with an empty body. */
    interrupted(): Claimed[] {
      return open.all().map((row) => ({
        id: row.id,
        seq: row.seq,
        endpoint: row.endpoint satisfies CreateNumber,
        key: { kind: row.key_kind, value: row.key },
        request: readRequest(row.request, row.request_sha256) ?? { query: {}, body: {} },
        tryId: row.try_id,
        tries: row.tries,
        maybeTaken: row.maybe_taken === 1,
        reached: reachedBy(row),
        lastRecord: readKept(row.record),
      }));
    },
  };
}
