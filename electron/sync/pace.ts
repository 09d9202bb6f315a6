import type { Settings } from '../../shared/settings.ts';
import { backoffMs } from './backoff.ts';
import type { Random } from './clock.ts';

/** Bad answers to this many askers in a row are the service's trouble and not an entry's. */
const badInARow = 3;
/** An answer that takes this share of the longest wait is a slow one. */
const slowShare = 4;

/** Longest rest (ms), so that one good order is never long behind the troubles of others. */
const longestRestMs = 30_000;

/**
 * How many requests are under way at once, and when none should be begun. Halved after a bad or slow answer, grown back by one
 * lane for each full round of good ones; after bad answers to several askers in a row the loop rests, ever longer. Times are
 * monotonic ms.
 */
export class Pace {
  readonly #settings: () => Settings;
  readonly #random: Random;
  readonly #troubled = new Set<string>();
  #lanes: number;
  #rests = 0;
  #restUntil = 0;

  constructor(settings: () => Settings, random: Random) {
    this.#settings = settings;
    this.#random = random;
    this.#lanes = settings().concurrency;
  }

  /** Requests that may be under way at once. */
  get lanes(): number {
    return Math.floor(this.#lanes);
  }

  /** What is left of a rest (ms); 0: none. */
  restMs(now: number): number {
    return Math.max(0, this.#restUntil - now);
  }

  good(tookMs: number): void {
    this.#troubled.clear();
    this.#rests = 0;
    if (tookMs * slowShare > this.#settings().requestTimeoutSeconds * 1000) this.#shrink();
    else this.#lanes = Math.min(this.#settings().concurrency, this.#lanes + 1 / this.#lanes);
  }

  /** `asker`: whose request it was; one asker in trouble again and again is not the service's. */
  bad(asker: string, now: number, afterMs: number | null): void {
    this.#shrink();
    this.#troubled.add(asker);
    if (this.#troubled.size < badInARow) return;
    this.#troubled.clear();
    this.#rests += 1;
    const restMs = afterMs || backoffMs(this.#rests, this.#settings(), this.#random);
    this.#restUntil = now + Math.min(restMs, longestRestMs);
  }

  tryNow(): void {
    this.#restUntil = 0;
  }

  #shrink(): void {
    this.#lanes = Math.max(1, Math.floor(this.#lanes / 2));
  }
}
