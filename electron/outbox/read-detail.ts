import type { Counts, EntryDetail, LinkedEntry } from '../../shared/contract/entry-answers.ts';
import type { KeyKind } from '../../shared/creates/create-kinds.ts';
import type { State } from '../../shared/outbox/states.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { intactRowCondition } from '../storage/database/seal.ts';
import { ordersSentBefore } from './dependencies.ts';
import { sourceOf, runsOf } from './entry-filter.ts';
import { historyReader } from './history.ts';
import type { entryPages } from './read-pages.ts';
import { parseStoredJson, readRequest } from './stored-request.ts';

/**
 * Everything about one entry: its content, every attempt with its answer, its history, its dependencies and dependents.
 */
export function entryDetails(db: Sqlite, pages: ReturnType<typeof entryPages>) {
  const content = db.prepare<
    [number],
    { key_kind: KeyKind; request: string; request_sha256: Buffer; record: string | null; erased_at: number | null }
  >('SELECT key_kind, request, request_sha256, record, erased_at FROM entry WHERE seq = ?');
  const attempts = db.prepare<
    [number],
    {
      id: number;
      started_at: number;
      ended_at: number | null;
      target: string;
      verdict: string | null;
      status: number | null;
      answer: string | null;
      answer_bytes: number | null;
      same_as: number | null;
      whole: 0 | 1;
    }
  >(
    `SELECT id, started_at, ended_at, target, verdict, status, answer, answer_bytes, same_as, ${intactRowCondition(db, 'attempt', 'a')} AS whole
     FROM attempt a WHERE entry = ? ORDER BY id`,
  );
  const history = historyReader(db);
  const needs = db.prepare<[number], LinkedEntry & { waived: number }>(
    'SELECT e.id, e.key, e.state, n.waived FROM need n JOIN entry e ON e.seq = n.needs WHERE n.entry = ? ORDER BY n.needs',
  );
  const neededBy = db.prepare<[number], LinkedEntry>(
    'SELECT e.id, e.key, e.state FROM need n JOIN entry e ON e.seq = n.entry WHERE n.needs = ? ORDER BY n.entry LIMIT 100',
  );

  const sentBefore = ordersSentBefore(db);
  const linkedEntry = (id: string | null): LinkedEntry | null => {
    const row = id === null ? null : pages.rowById(id);
    return row && { id: row.id, key: row.key, state: row.state };
  };

  return function detail(id: string): EntryDetail | null {
    const row = pages.rowById(id);
    const stored = row === null ? undefined : content.get(row.seq);
    if (row === null || stored === undefined) return null;
    return {
      ...row,
      request: readRequest(stored.request, stored.request_sha256) ?? { query: {}, body: null },
      record: parseStoredJson(stored.record),
      erasedAt: stored.erased_at,
      withdrawnBefore:
        row.state === 'draft' ? sentBefore.find(row.endpoint, { kind: stored.key_kind, value: row.key }) : null,
      attempts: attempts.all(row.seq).map((a) => ({
        id: a.id,
        startedAt: a.started_at,
        endedAt: a.ended_at,
        target: a.target,
        verdict: a.verdict,
        status: a.status,
        answer: a.answer,
        cutFrom: a.answer_bytes,
        sameAs: a.same_as,
        damaged: a.whole === 0,
      })),
      history: history(row.seq),
      needs: needs.all(row.seq).map((n) => ({ ...n, waived: n.waived === 1 })),
      neededBy: neededBy.all(row.seq),
      inPlaceOf: linkedEntry(row.replaces),
      inItsPlace: linkedEntry(row.replacedBy),
    };
  };
}

const needsYouParams = (stuckSince: number) => ({ stuckSince, above: -1, below: Number.MAX_SAFE_INTEGER });

/** Counts for badges; states are counted as they change, the rest by small indexes. */
export function entryCounts(db: Sqlite, now: () => number, stuckMs: () => number) {
  const states = db.prepare<[], { state: State; entries: number }>('SELECT state, entries FROM counter');
  const askingCount = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM entry WHERE asks IS NOT NULL');
  const toCancelCount = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM entry WHERE to_cancel = 1');
  const stuckCount = db.prepare<[number], { n: number }>(
    `SELECT count(*) AS n FROM entry INDEXED BY entry_open_outcome WHERE state = 'accepted' AND accepted_at <= ?`,
  );
  const needsYouCount = db.prepare<[ReturnType<typeof needsYouParams>], { n: number }>(
    `SELECT count(*) AS n FROM (${sourceOf({ list: 'needs-you' }).runsSql})`,
  );
  const nextStuck = db.prepare<[number], { at: number | null }>(
    `SELECT min(accepted_at) AS at FROM entry INDEXED BY entry_open_outcome WHERE state = 'accepted' AND accepted_at > ?`,
  );
  const oldestWaiting = db.prepare<[], { captured_at: number }>(
    `SELECT captured_at FROM entry WHERE seq = (${runsOf({ states: ['queued', 'sending', 'unsure'] })} ORDER BY seq LIMIT 1)`,
  );
  return function counts(): Counts {
    const byState = Object.fromEntries(states.all().map((row) => [row.state, row.entries])) as Record<State, number>;
    const stuckSince = now() - stuckMs();
    const nextStuckAcceptedAt = nextStuck.get(stuckSince)?.at ?? null;
    return {
      byState,
      asking: askingCount.get()?.n ?? 0,
      stuck: stuckCount.get(stuckSince)?.n ?? 0,
      nextStuckAt: nextStuckAcceptedAt === null ? null : nextStuckAcceptedAt + stuckMs(),
      toCancel: toCancelCount.get()?.n ?? 0,
      needsYou: needsYouCount.get(needsYouParams(stuckSince))?.n ?? 0,
      waiting: byState.queued + byState.sending + byState.unsure,
      oldestWaiting: oldestWaiting.get()?.captured_at ?? null,
    };
  };
}
