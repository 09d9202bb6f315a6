import type { Freshness } from '../../shared/contract/lookup-answers.ts';

/**
 * A `last` answer that came after another one: what the service said since is fresh, and what did not change keeps how fresh
 * it was, and why.
 */
export function carryFreshness<T extends Freshness>(shown: Freshness | undefined, last: T): T {
  if (!shown) return last;
  if (last.at === shown.at) return { ...last, fresh: shown.fresh, why: shown.why };
  return last.at === null ? last : { ...last, fresh: true, why: null };
}
