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
