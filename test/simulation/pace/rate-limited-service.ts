import type { Exchange } from '../../../electron/delivery/service/exchange.ts';
import { httpAnswer } from '../../support/exchanges.ts';

/** How a service limits the requests of an account, and what it answers to one too many. */
export interface LimitRule {
  /**
   * a bucket that refills evenly and holds the requests of one second, or a number of requests in each window of 10 s
   */
  counts: 'bucket' | 'window';
  /** refused requests count too; a bucket then sinks to at most two seconds' worth of requests below zero */
  refusedCount: boolean;
  /** value of Retry-After (s); `window`: until the next window begins; null: no header */
  retryAfter: number | 'window' | null;
}

/**
 * Kinds of limits found in practice. Most services refill a bucket and answer "in a second"; each of the others is
 * harder on many desks.
 */
export const limitRules = {
  'refused requests are free': { counts: 'bucket', refusedCount: false, retryAfter: 1 },
  'refused requests count': { counts: 'bucket', refusedCount: true, retryAfter: 1 },
  'refused requests count, no Retry-After': { counts: 'bucket', refusedCount: true, retryAfter: null },
  'Retry-After 30': { counts: 'bucket', refusedCount: false, retryAfter: 30 },
  'window of 10 s': { counts: 'window', refusedCount: false, retryAfter: 'window' },
} as const satisfies Record<string, LimitRule>;
export type LimitRuleName = keyof typeof limitRules;

const windowMs = 10_000;

/** The limit of one account, `perSecond` requests for all its clients together. */
export class RateLimit {
  readonly #rule: LimitRule;
  readonly #perSecond: number;
  #left: number;
  #at = 0;
  passed = 0;
  refused = 0;

  constructor(rule: LimitRule, perSecond: number) {
    this.#rule = rule;
    this.#perSecond = perSecond;
    this.#left = this.#most;
  }

  /** Counts a request that arrives at `now` (ms); null if it passes, otherwise the refusal. */
  take(now: number): Exchange | null {
    this.#refill(now);
    const passes = this.#left >= 1;
    if (passes || this.#rule.refusedCount) this.#left = Math.max(-2 * this.#perSecond, this.#left - 1);
    if (passes) this.passed += 1;
    else this.refused += 1;
    return passes ? null : httpAnswer(429, { Message: 'Too many requests' }, { retryAfterMs: this.#retryAfterMs(now) });
  }

  get #most(): number {
    return this.#perSecond * (this.#rule.counts === 'window' ? windowMs / 1000 : 1);
  }

  #refill(now: number): void {
    if (this.#rule.counts === 'bucket')
      this.#left = Math.min(this.#most, this.#left + ((now - this.#at) * this.#perSecond) / 1000);
    else if (Math.floor(now / windowMs) > Math.floor(this.#at / windowMs)) this.#left = this.#most;
    this.#at = now;
  }

  /** The header has whole seconds. */
  #retryAfterMs(now: number): number | null {
    const { retryAfter } = this.#rule;
    if (retryAfter === null) return null;
    return retryAfter === 'window' ? Math.ceil((windowMs - (now % windowMs)) / 1000) * 1000 : retryAfter * 1000;
  }
}
