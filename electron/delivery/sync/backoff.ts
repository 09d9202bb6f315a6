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
  const maxSeconds = Math.min(backoffMostSeconds, backoffFirstSeconds * 2 ** Math.max(0, tries - 1));
  return Math.round(maxSeconds * 1000 * random());
}

/** A Retry-After is extended by up to half of itself, at most by this (ms). */
const maxExtensionMs = 60_000;

/** Extends a Retry-After (ms), never shortens it, so that desks given the same wait do not return together. */
export function extendRetryAfter<Ms extends number | null>(afterMs: Ms, random: Random): Ms | number {
  return afterMs && afterMs + Math.round(Math.min(afterMs / 2, maxExtensionMs) * (1 - random()));
}

const firstPollMs = 100;
const maxPollMs = 5000;

/** Poll interval while something is due that cannot be taken yet: doubles with each poll that starts nothing. */
export class PollBackoff {
  #intervalMs = firstPollMs;

  /** Starts again with the shortest interval, because something has changed. */
  reset(): void {
    this.#intervalMs = firstPollMs;
  }

  nextIntervalMs(): number {
    const intervalMs = this.#intervalMs;
    this.#intervalMs = Math.min(2 * intervalMs, maxPollMs);
    return intervalMs;
  }
}
