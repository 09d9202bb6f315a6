import type { Freshness } from '../../shared/contract/lookup-answers.ts';
import { desk } from '../state/desk-watch.svelte.ts';

/** Whether the service cannot be asked now. */
export const isServiceUnreachable = (): boolean =>
  !desk.answers || (desk.sync !== null && desk.sync.connection !== 'online');

/** `old`: known but not fresh; `none`: nothing is known. */
export type Age = 'asking' | 'fresh' | 'old' | 'none';

/** Age in ms from which an answer is no longer called fresh, however it was requested. */
export const freshForMs = 300_000;

/** Age class of an answer at `now` (ms). */
export function ageOf({ at, fresh }: Freshness, asking: boolean, now: number): Age {
  if (asking) return 'asking';
  if (at === null) return 'none';
  return fresh && now - at < freshForMs ? 'fresh' : 'old';
}

/** Freshness of a list: as old as its oldest row, fresh only if all rows are. */
export function ageOfAll(rows: readonly Freshness[]): Freshness {
  const known = rows.flatMap(({ at }) => (at === null ? [] : [at]));
  return {
    at: known.length === 0 ? null : known.reduce((oldest, at) => Math.min(oldest, at)),
    fresh: rows.length > 0 && rows.every(({ fresh }) => fresh),
    why: rows.find(({ why }) => why !== null)?.why ?? null,
  };
}

/**
 * Merges a `last` answer that follows another: a newer one is fresh; an unchanged one keeps its freshness and reason.
 */
export function mergeFreshness<T extends Freshness>(shown: Freshness | undefined, last: T): T {
  if (!shown) return last;
  if (last.at === shown.at) return { ...last, fresh: shown.fresh, why: shown.why };
  return last.at === null ? last : { ...last, fresh: true, why: null };
}
