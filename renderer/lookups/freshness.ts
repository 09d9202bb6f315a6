import type { Freshness } from '../../shared/contract/lookup-answers.ts';

/** `old` is known but not fresh, `none` is that nothing is known. */
export type Age = 'asking' | 'fresh' | 'old' | 'none';

/** What the service said this long ago (ms) is not called fresh any more, however it was asked. */
export const freshForMs = 300_000;

/** How an answer stands at `now` (ms). */
export function ageOf({ at, fresh }: Freshness, asking: boolean, now: number): Age {
  if (asking) return 'asking';
  if (at === null) return 'none';
  return fresh && now - at < freshForMs ? 'fresh' : 'old';
}

/** How old a list is: as old as the oldest of it, fresh only where all of it is. */
export function ageOfAll(rows: readonly Freshness[]): Freshness {
  const known = rows.flatMap(({ at }) => (at === null ? [] : [at]));
  return {
    at: known.length === 0 ? null : known.reduce((oldest, at) => Math.min(oldest, at)),
    fresh: rows.length > 0 && rows.every(({ fresh }) => fresh),
    why: rows.find(({ why }) => why !== null)?.why ?? null,
  };
}

/**
 * A `last` answer that came after another one: what the service said since is fresh, and what did not change keeps how fresh
 * it was, and why.
 */
export function carryFreshness<T extends Freshness>(shown: Freshness | undefined, last: T): T {
  if (!shown) return last;
  if (last.at === shown.at) return { ...last, fresh: shown.fresh, why: shown.why };
  return last.at === null ? last : { ...last, fresh: true, why: null };
}
