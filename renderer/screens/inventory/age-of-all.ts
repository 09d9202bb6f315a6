import type { Freshness } from '../../../shared/contract/lookup-answers.ts';

/** How old a list is: as old as the oldest of it, fresh only where all of it is. */
export function ageOfAll(rows: readonly Freshness[]): Freshness {
  const known = rows.flatMap(({ at }) => (at === null ? [] : [at]));
  return {
    at: known.length === 0 ? null : known.reduce((oldest, at) => Math.min(oldest, at)),
    fresh: rows.length > 0 && rows.every(({ fresh }) => fresh),
    why: rows.find(({ why }) => why !== null)?.why ?? null,
  };
}
