import { jsonPath } from '../../shared/service/issue.ts';

type Way = readonly (string | number)[];

/**
 * Numbers the entries of lists anew, so that none is missing: an entry whose cells are all empty is no entry. Lists in `whole`
 * have all theirs.
 */
export function closeGaps<T extends { way: (string | number)[] }>(filled: readonly T[], whole: readonly Way[]): T[] {
  const used = new Map<string, Set<number>>();
  const left = new Set(whole.map((way) => jsonPath(way)));
  for (const { way } of filled)
    for (const [depth, step] of way.entries()) {
      if (typeof step !== 'number') continue;
      const list = jsonPath(way.slice(0, depth));
      if (left.has(list)) continue;
      used.set(list, (used.get(list) ?? new Set()).add(step));
    }
  if (used.size === 0) return [...filled];
  const order = new Map([...used].map(([list, numbers]) => [list, [...numbers].sort((a, b) => a - b)]));
  return filled.map((one) => ({ ...one, way: one.way.map((step, depth) => renumbered(one.way, step, depth)) }));

  function renumbered(way: Way, step: string | number, depth: number): string | number {
    return typeof step === 'number' ? (order.get(jsonPath(way.slice(0, depth)))?.indexOf(step) ?? step) : step;
  }
}

/** Puts a value into a body, making the objects and lists on the way. */
export function put(body: Record<string, unknown>, way: Way, value: unknown): void {
  let at = body;
  for (const [depth, step] of way.slice(0, -1).entries()) {
    at[step] ??= typeof way[depth + 1] === 'number' ? [] : {};
    at = at[step] as Record<string, unknown>;
  }
  const last = way.at(-1);
  if (last !== undefined) at[last] = value;
}
