import type { Settings } from '../../../shared/settings/settings.ts';
import type { Random } from '../../platform/clock.ts';
import { backoffMs } from './backoff.ts';

/** Failures of this many requesters in a row are the service's fault and not an entry's. */
export const minFailingRequesters = 3;
/** Longest rest (ms), so that a valid order does not wait long behind the failures of others. */
export const maxRestMs = 30_000;
/** An answer that takes more than a fourth of the request timeout is slow. */
const slowTimeoutDivisor = 4;
/** After an answer, faster endpoints may go first for this many times its duration. */
const yieldFactor = 2;

/** Timing of one request, begun at `startedAt` and over at `now` (monotonic ms). */
export interface ExchangeTiming {
  /** entry or path that sent it; one requester failing repeatedly is not the service's fault */
  requester: string;
  startedAt: number;
  now: number;
}

export interface FailedExchange extends ExchangeTiming {
  /** value of Retry-After (ms) */
  afterMs: number | null;
  /** null: no answer */
  status: number | null;
}

/**
 * Concurrency window of one endpoint. Starts at one request, grows by one with each success up to where it last failed,
 * then by one per round. A failure leaves one slot until a success, and failures of several requesters make it rest
 * with growing backoff. Times are monotonic ms.
 */
export class EndpointConcurrency {
  readonly #settings: () => Settings;
  readonly #random: Random;
  readonly #requesters = new Set<string>();
  #window = 1;
  #threshold = Infinity;
  #failures = 0;
  #restCount = 0;
  #restStartedAt = -Infinity;
  #restUntil = 0;
  #retryAfterUntil: number;
  #yieldUntil = 0;
  /** moving average over successes; null: none yet */
  #averageMs: number | null = null;
  #lastFailure: Pick<FailedExchange, 'status'> | null = null;
  /** requests under way, and when the last of them began */
  underWay = 0;
  lastBegunAt = 0;

  constructor(settings: () => Settings, random: Random, retryAfterUntil = 0) {
    this.#settings = settings;
    this.#random = random;
    this.#retryAfterUntil = retryAfterUntil;
  }

  get isKnown(): boolean {
    return this.#averageMs !== null || this.#failures > 0;
  }
  get isFailing(): boolean {
    return this.#failures > 0;
  }
  /** Several requesters failed: retries take turns, so that none of them blocks the others. */
  get isRoundRobin(): boolean {
    return this.#requesters.size > 1;
  }
  get averageMs(): number | null {
    return this.#averageMs;
  }
  /** Requests that may be under way at once, according to its answers. */
  get window(): number {
    return Math.floor(this.#window);
  }
  /** Consecutive failures and the status of the last one; null: healthy. */
  get failure(): { failures: number; status: number | null } | null {
    return this.#lastFailure && { failures: this.#failures, ...this.#lastFailure };
  }

  /** Remaining rest or Retry-After (ms); 0: none. */
  restMs(now: number): number {
    return Math.max(0, this.#restUntil - now, this.#retryAfterUntil - now);
  }
  isHeld(now: number): boolean {
    return this.#retryAfterUntil > now;
  }
  /** How long faster endpoints may go first (ms). */
  yieldMs(now: number): number {
    return Math.max(0, this.#yieldUntil - now);
  }

  recordSuccess({ startedAt, now }: ExchangeTiming): void {
    const durationMs = now - startedAt;
    this.#averageMs = this.#averageMs === null ? durationMs : (this.#averageMs + durationMs) / 2;
    this.#requesters.clear();
    this.#failures = 0;
    this.#restCount = 0;
    this.#restUntil = 0;
    this.#lastFailure = null;
    this.#yieldUntil = now + durationMs * yieldFactor;
    if (durationMs * slowTimeoutDivisor > this.#settings().requestTimeoutSeconds * 1000) this.#halveWindow();
    else this.#window += this.#window < this.#threshold ? 1 : 1 / this.#window;
    this.#window = Math.min(this.#window, this.#settings().concurrency);
  }

  recordFailure({ requester, startedAt, now, afterMs, status }: FailedExchange): void {
    this.#halveWindow();
    this.#window = 1;
    this.#failures += 1;
    this.#requesters.add(requester);
    this.#lastFailure = { status };
    this.#yieldUntil = now + (now - startedAt) * yieldFactor;
    if (afterMs) this.#retryAfterUntil = Math.max(this.#retryAfterUntil, now + afterMs);
    // Several requests were under way when the first failed; they count once.
    if (this.#requesters.size < minFailingRequesters || startedAt < this.#restStartedAt) return;
    this.#restCount += 1;
    this.#restStartedAt = now;
    this.#restUntil = now + Math.min(backoffMs(this.#restCount, this.#settings(), this.#random), this.#maxRestMs);
  }

  /**
   * Longest rest (ms): shorter the more requesters have failed, so that a round over all of them takes no longer than
   * the longest backoff of one.
   */
  get #maxRestMs(): number {
    const { backoffFirstSeconds, backoffMostSeconds } = this.#settings();
    const perRequesterMs = (backoffMostSeconds * 1000) / this.#requesters.size;
    return Math.min(maxRestMs, Math.max(backoffFirstSeconds * 1000, perRequesterMs));
  }

  tryNow(): void {
    this.#restUntil = 0;
    this.#retryAfterUntil = 0;
    this.#yieldUntil = 0;
  }

  #halveWindow(): void {
    this.#window = Math.max(1, Math.floor(this.#window / 2));
    this.#threshold = this.#window;
  }
}
