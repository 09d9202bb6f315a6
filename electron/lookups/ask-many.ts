import { jsonPath, readJsonPath } from '../../shared/path/path.ts';
import type { Lookup, AnswerMismatch } from '../../shared/contract/lookup-answers.ts';
import type { Problem, Result } from '../../shared/contract/problem.ts';
import { askInHalves } from '../service/ask-in-halves.ts';
import { isObject } from '../service/parse-json.ts';
import { isSameName, textAt } from '../sync/record-field.ts';

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
