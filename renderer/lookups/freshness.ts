import type { Freshness } from '../../shared/contract/lookup-answers.ts';
import { desk } from '../state/desk-watch.svelte.ts';

/** Whether the service cannot be asked now. */
export const isServiceUnreachable = (): boolean =>
  !desk.isAnswering || (desk.sync !== null && desk.sync.connection !== 'online');

/** `old`: known but not fresh; `none`: nothing is known. */
export type Age = 'asking' | 'fresh' | 'old' | 'none';

/** Age in ms from which an answer is no longer shown as fresh, however it was requested. */
export const freshForMs = 300_000;

/** Age class of an answer at `now` (ms). */
export function ageOf({ at: at, fresh: fresh }: Freshness, asking: boolean, now: number): Age {
  if (asking) return 'asking';
  if (at === null) return 'none';
  return fresh && now - at < freshForMs ? 'fresh' : 'old';
}

/** Freshness of a list: as old as its oldest row, fresh only if all rows are. */
export function ageOfAll(rows: readonly Freshness[]): Freshness {
  const times = rows.flatMap(({ at: at }) => (at === null ? [] : [at]));
  return {
    at: times.length === 0 ? null : times.reduce((oldest, at) => Math.min(oldest, at)),
    fresh: rows.length > 0 && rows.every(({ fresh: fresh }) => fresh),
    why: rows.find(({ why }) => why !== null)?.why ?? null,
  };
}

/**
 * Sets the freshness of a last known answer that replaces the shown one: a newer answer is fresh, an unchanged one
 * keeps its freshness and reason.
 */
export function mergeFreshness<T extends Freshness>(shownFreshness: Freshness | undefined, lastAnswer: T): T {
  if (!shownFreshness) return lastAnswer;
  if (lastAnswer.at === shownFreshness.at)
    return { ...lastAnswer, fresh: shownFreshness.fresh, why: shownFreshness.why };
  return lastAnswer.at === null ? lastAnswer : { ...lastAnswer, fresh: true, why: null };
}
