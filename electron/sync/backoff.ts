import type { Settings } from '../../shared/settings/settings.ts';
import type { Random } from './clock.ts';

/** Wait (ms) after the `tries`-th try: exponential, with full jitter, so that what failed together does not return together. */
export function backoffMs(
  tries: number,
  { backoffFirstSeconds, backoffMostSeconds }: Pick<Settings, 'backoffFirstSeconds' | 'backoffMostSeconds'>,
  random: Random,
): number {
  const most = Math.min(backoffMostSeconds, backoffFirstSeconds * 2 ** Math.max(0, tries - 1));
  return Math.round(most * 1000 * random());
}

/** A Retry-After is kept longer by up to half of itself, and by so much at most (ms). */
const longestSpreadMs = 60_000;

/** How long to keep a wait (ms) that a service asks for, never shorter: desks that are asked for the same wait do not return together. */
export function spreadOut<Ms extends number | null>(afterMs: Ms, random: Random): Ms | number {
  return afterMs && afterMs + Math.round(Math.min(afterMs / 2, longestSpreadMs) * (1 - random()));
}

const firstMs = 100;
const longestMs = 5000;

/** Waits while something is due that cannot be taken yet: twice as long with each look that found nothing to begin. */
export class PollBackoff {
  #ms = firstMs;

  /** Something has changed. */
  reset(): void {
    this.#ms = firstMs;
  }

  next(): number {
    const ms = this.#ms;
    this.#ms = Math.min(2 * ms, longestMs);
    return ms;
  }
}
