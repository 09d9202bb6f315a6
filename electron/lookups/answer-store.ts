import type { AnswerMismatch, Lookup } from '../../shared/contract/lookup-answers.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { jsonPath, readJsonPath } from '../../shared/path/path.ts';
import { askInHalves } from '../delivery/service/ask-in-halves.ts';
import { parseJson, isObject } from '../delivery/service/read-json.ts';
import { isSameName, textAt } from '../delivery/sync/read-record.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';

export type AnswerKind = 'parcel' | 'tracked' | 'stock' | 'sku' | 'skus' | 'order' | 'price-inbound' | 'price-outbound';

/** A stored answer of the service about one subject: its data, and when it was given (`at`, ms). */
export interface StoredAnswer<T> {
  at: number;
  value: T;
  unexpected: AnswerMismatch[];
}

export interface AnswerLimits {
  rows: number;
  bytes: number;
  ageMs: number;
}

const limits: AnswerLimits = { rows: 20_000, bytes: 64 * 1024 * 1024, ageMs: 90 * 86_400_000 };

/** Maximum number of mismatches stored per answer: an invalid answer repeats the same fault in many places. */
const maxUnexpected = 100;

/**
 * Stores the last answer about each subject, per target. The oldest are deleted when there are too many, and each after
 * 90 days.
 */
export function answerStore(db: Sqlite, now: () => number, { rows, bytes, ageMs }: AnswerLimits = limits) {
  const read = db.prepare<[string, string, string], { at: number; answer: string }>(
    'SELECT at, answer FROM lookup_answer WHERE target = ? AND kind = ? AND subject = ?',
  );
  const sizeOf = db.prepare<[string, string, string], { bytes: number }>(
    'SELECT bytes FROM lookup_answer WHERE target = ? AND kind = ? AND subject = ?',
  );
  const write = db.prepare<[string, string, string, number, number, string]>(
    `INSERT INTO lookup_answer (target, kind, subject, at, bytes, answer) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (target, kind, subject) DO UPDATE SET at = excluded.at, bytes = excluded.bytes, answer = excluded.answer`,
  );
  const oldest = db.prepare<[], { id: number; at: number; bytes: number }>(
    'SELECT id, at, bytes FROM lookup_answer ORDER BY at LIMIT 50',
  );
  const remove = db.prepare<[number]>('DELETE FROM lookup_answer WHERE id = ?');
  const total = db
    .prepare<[], { rows: number; bytes: number }>('SELECT count(*) AS rows, total(bytes) AS bytes FROM lookup_answer')
    .get() ?? { rows: 0, bytes: 0 };

  function evictOldest(): void {
    for (;;) {
      const oldestRows = oldest.all();
      for (const { id, at, bytes: size } of oldestRows) {
        const fits = total.rows <= rows && total.bytes <= bytes;
        if (fits && at >= now() - ageMs) return;
        remove.run(id);
        total.rows -= 1;
        total.bytes -= size;
      }
      if (oldestRows.length === 0) return;
    }
  }

  return {
    readLast<T>(target: string, kind: AnswerKind, subject: string): StoredAnswer<T> | null {
      const row = read.get(target, kind, subject);
      const parsed = row && parseJson(row.answer);
      // a damaged row is ignored: it is only a copy of what the service knows
      if (!row || !parsed?.ok) return null;
      return { at: row.at, ...(parsed.json as { value: T; unexpected: AnswerMismatch[] }) };
    },
    /** Stores answers in one transaction, with the current time. */
    save: db.transaction(
      (
        target: string,
        answers: readonly {
          kind: AnswerKind;
          subject: string;
          value: unknown;
          unexpected?: readonly AnswerMismatch[];
        }[],
      ): number => {
        const storedAt = now();
        for (const { kind, subject, value, unexpected = [] } of answers) {
          const answer = JSON.stringify({ value, unexpected: unexpected.slice(0, maxUnexpected) });
          const previous = sizeOf.get(target, kind, subject);
          const size = Buffer.byteLength(answer);
          write.run(target, kind, subject, storedAt, size, answer);
          total.rows += previous ? 0 : 1;
          total.bytes += size - (previous?.bytes ?? 0);
        }
        evictOldest();
        return storedAt;
      },
    ),
  };
}
export type AnswerStore = ReturnType<typeof answerStore>;

/** Result of a lookup for one of several ids. */
export type LookupResult =
  | { kind: 'found'; record: Record<string, unknown>; unexpected: AnswerMismatch[] }
  | { kind: 'absent' }
  | { kind: 'failed'; problem: Problem };

/**
 * Looks up several ids in one request, halving it on failure. The record of an id is found by any of the fields
 * `names`. Returns a result for every id.
 */
export async function askMany(
  ids: readonly string[],
  names: readonly string[],
  ask: (ids: readonly string[]) => Promise<Result<Lookup>>,
): Promise<Map<string, LookupResult>> {
  const outcomes: [string, LookupResult][] = [];
  for await (const [batch, result] of askInHalves(ids, ask, statusOf)) {
    if (result.ok) outcomes.push(...matchRecords(batch, names, result.value));
    else outcomes.push(...batch.map((id): [string, LookupResult] => [id, failedResult(result)]));
  }
  return new Map(outcomes);
}

/** The HTTP status of a refusal by the service; null if there was none. */
const statusOf = (result: Result<Lookup>): unknown =>
  !result.ok && result.problem.kind === 'service' ? result.problem.params?.['status'] : null;

const failedResult = (result: { ok: false; problem: Problem }): LookupResult =>
  statusOf(result) === 404 ? { kind: 'absent' } : { kind: 'failed', problem: result.problem };

function matchRecords(
  ids: readonly string[],
  names: readonly string[],
  { answer, unexpected }: Lookup,
): [string, LookupResult][] {
  const records = recordsOf(answer, unexpected);
  const [firstRecord] = records;
  return ids.map((id) => {
    const byName = names
      .map((name) => records.find(({ record }) => isSameName(textAt(record, name) ?? '', id)))
      .find((one) => one !== undefined);
    // a single record in answer to a single id belongs to it, even under another number or none
    const match = byName ?? (ids.length === 1 && records.length === 1 ? firstRecord : undefined);
    return [id, match ? { kind: 'found', ...match } : { kind: 'absent' }];
  });
}

/**
 * The records of an answer, each with its mismatches. List entries that were not objects are missing from the answer,
 * but the paths of mismatches count them.
 */
export function recordsOf(
  answer: unknown,
  unexpected: readonly AnswerMismatch[],
): { record: Record<string, unknown>; unexpected: AnswerMismatch[] }[] {
  if (isObject(answer))
    return Object.keys(answer).length === 0 ? [] : [{ record: answer, unexpected: [...unexpected] }];
  if (!Array.isArray(answer)) return [];
  const mismatchesByIndex = new Map<string, AnswerMismatch[]>();
  for (const mismatch of unexpected) {
    const [index = '', ...rest] = readJsonPath(mismatch.path) ?? [];
    const mismatches = mismatchesByIndex.get(String(index)) ?? [];
    mismatches.push({ ...mismatch, path: jsonPath(rest) });
    mismatchesByIndex.set(String(index), mismatches);
  }
  const missingIndexes = new Set(
    [...mismatchesByIndex]
      .filter(([, mismatches]) => mismatches.some(({ path }) => path === '$'))
      .map(([index]) => index),
  );
  const records: ReturnType<typeof recordsOf> = [];
  let index = 0;
  for (const record of answer) {
    while (missingIndexes.has(String(index))) index += 1;
    if (isObject(record)) records.push({ record, unexpected: mismatchesByIndex.get(String(index)) ?? [] });
    index += 1;
  }
  return records;
}
