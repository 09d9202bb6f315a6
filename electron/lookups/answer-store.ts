import type { AnswerMismatch, Lookup } from '../../shared/contract/lookup-answers.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { jsonPath, readJsonPath } from '../../shared/path/path.ts';
import { askInHalves } from '../delivery/service/ask-in-halves.ts';
import { parseJson, isObject } from '../delivery/service/read-json.ts';
import { isSameName, textAt } from '../delivery/sync/read-record.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';

export type AnswerKind = 'parcel' | 'tracked' | 'stock' | 'sku' | 'skus' | 'order' | 'price-inbound' | 'price-outbound';

/** The stored answer about one thing: the service's data, or null if it had none, and its time (ms). */
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

/** An invalid answer repeats the same fault in many places; more than these add no information. */
const maxUnexpected = 100;

/**
 * Stores the last answer about each thing, per target. The oldest are deleted when there are too many, and all after 90
 * days.
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

  function makeRoom(): void {
    for (;;) {
      const old = oldest.all();
      for (const { id, at, bytes: size } of old) {
        const fits = total.rows <= rows && total.bytes <= bytes;
        if (fits && at >= now() - ageMs) return;
        remove.run(id);
        total.rows -= 1;
        total.bytes -= size;
      }
      if (old.length === 0) return;
    }
  }

  return {
    last<T>(target: string, kind: AnswerKind, subject: string): StoredAnswer<T> | null {
      const row = read.get(target, kind, subject);
      const parsed = row && parseJson(row.answer);
      // A damaged row is only a copy of what the service knows.
      if (!row || !parsed?.ok) return null;
      return { at: row.at, ...(parsed.json as { value: T; unexpected: AnswerMismatch[] }) };
    },
    /** Stores answers in one transaction, with the current time. */
    keep: db.transaction(
      (
        target: string,
        answers: readonly {
          kind: AnswerKind;
          subject: string;
          value: unknown;
          unexpected?: readonly AnswerMismatch[];
        }[],
      ): number => {
        const at = now();
        for (const { kind, subject, value, unexpected = [] } of answers) {
          const answer = JSON.stringify({ value, unexpected: unexpected.slice(0, maxUnexpected) });
          const before = sizeOf.get(target, kind, subject);
          const size = Buffer.byteLength(answer);
          write.run(target, kind, subject, at, size, answer);
          total.rows += before ? 0 : 1;
          total.bytes += size - (before?.bytes ?? 0);
        }
        makeRoom();
        return at;
      },
    ),
  };
}
export type AnswerStore = ReturnType<typeof answerStore>;

/** Result for one id of several asked for. */
export type LookupResult =
  | { kind: 'found'; record: Record<string, unknown>; unexpected: AnswerMismatch[] }
  | { kind: 'absent' }
  | { kind: 'failed'; problem: Problem };

/**
 * Asks for several ids in one request, halving on failure; each finds its record by one of the fields `names`. Returns
 * a result for every id.
 */
export async function askMany(
  ids: readonly string[],
  names: readonly string[],
  ask: (ids: readonly string[]) => Promise<Result<Lookup>>,
): Promise<Map<string, LookupResult>> {
  const outcomes: [string, LookupResult][] = [];
  for await (const [some, answered] of askInHalves(ids, ask, statusOf)) {
    if (answered.ok) outcomes.push(...matched(some, names, answered.value));
    else outcomes.push(...some.map((id): [string, LookupResult] => [id, unmatched(answered)]));
  }
  return new Map(outcomes);
}

/** The status of the service's answer, if it answered with a problem. */
const statusOf = (answered: Result<Lookup>): unknown =>
  !answered.ok && answered.problem.kind === 'service' ? answered.problem.params?.['status'] : null;

const unmatched = (answered: { ok: false; problem: Problem }): LookupResult =>
  statusOf(answered) === 404 ? { kind: 'absent' } : { kind: 'failed', problem: answered.problem };

function matched(
  ids: readonly string[],
  names: readonly string[],
  { answer, unexpected }: Lookup,
): [string, LookupResult][] {
  const records = recordsOf(answer, unexpected);
  const [only] = records;
  return ids.map((id) => {
    const found = names
      .map((name) => records.find(({ record }) => isSameName(textAt(record, name) ?? '', id)))
      .find((one) => one !== undefined);
    // A single record in answer to a single id: under another of its numbers, or without any.
    const one = found ?? (ids.length === 1 && records.length === 1 ? only : undefined);
    return [id, one ? { kind: 'found', ...one } : { kind: 'absent' }];
  });
}

/**
 * Each record with the unexpected places in it. List entries that were not objects are missing from the answer, but
 * counted in the paths.
 */
export function recordsOf(
  answer: unknown,
  unexpected: readonly AnswerMismatch[],
): { record: Record<string, unknown>; unexpected: AnswerMismatch[] }[] {
  if (isObject(answer))
    return Object.keys(answer).length === 0 ? [] : [{ record: answer, unexpected: [...unexpected] }];
  if (!Array.isArray(answer)) return [];
  const byPlace = new Map<string, AnswerMismatch[]>();
  for (const strange of unexpected) {
    const [at = '', ...rest] = readJsonPath(strange.path) ?? [];
    const places = byPlace.get(String(at)) ?? [];
    places.push({ ...strange, path: jsonPath(rest) });
    byPlace.set(String(at), places);
  }
  const gone = new Set([...byPlace].filter(([, places]) => places.some(({ path }) => path === '$')).map(([at]) => at));
  const records: ReturnType<typeof recordsOf> = [];
  let place = 0;
  for (const record of answer) {
    while (gone.has(String(place))) place += 1;
    if (isObject(record)) records.push({ record, unexpected: byPlace.get(String(place)) ?? [] });
    place += 1;
  }
  return records;
}
