import type { Settings } from '../../../shared/settings/settings.ts';
import type { Random } from '../../platform/clock.ts';

/**
 * Wait (ms) after attempt number `tries`: exponential with full jitter, so that requests that failed together do not
 * return together.
 */
export function backoffMs(
  tries: number,
  { backoffFirstSeconds, backoffMostSeconds }: Pick<Settings, 'backoffFirstSeconds' | 'backoffMostSeconds'>,
  random: Random,
): number {
  const most = Math.min(backoffMostSeconds, backoffFirstSeconds * 2 ** Math.max(0, tries - 1));
  return Math.round(most * 1000 * random());
}

/** A Retry-After is extended by up to half of itself, at most by this (ms). */
const longestSpreadMs = 60_000;

/** Extends a Retry-After (ms), never shortens it, so that desks given the same wait do not return together. */
export function extendRetryAfter<Ms extends number | null>(afterMs: Ms, random: Random): Ms | number {
  return afterMs && afterMs + Math.round(Math.min(afterMs / 2, longestSpreadMs) * (1 - random()));
}

const firstMs = 100;
const longestMs = 5000;

/** Poll interval while something is due that cannot be taken yet: doubles with each poll that starts nothing. */
export class PollBackoff {
  #ms = firstMs;

  /** Called when something has changed. */
  reset(): void {
    this.#ms = firstMs;
  }

  next(): number {
    const ms = this.#ms;
    this.#ms = Math.min(2 * ms, longestMs);
    return ms;
  }
}
