import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { ClaimLimit } from '../../outbox/entry.ts';
import type { Random } from '../../platform/clock.ts';
import { backoffMs, extendRetryAfter } from './backoff.ts';
import {
  minFailingRequesters,
  EndpointConcurrency,
  longestRestMs,
  type FailedExchange,
  type ExchangeTiming,
} from './endpoint-concurrency.ts';
import { RequestRate } from './request-rate.ts';

/**
 * An endpoint is slow if its answers take this many times as long as those of the fastest other one, and at least this
 * long (ms).
 */
const slowTimes = 4;
const slowMs = 500;
/** Minimum share of all slots that remains when the service refuses requests (429). */
const minShare = 0.75;

/**
 * Consecutive refusals (429) after which the limit counts as the endpoint's own, if as many requests to others
 * succeeded meanwhile.
 */
const ownLimitFrom = 3;

/** Retry-After deadline (monotonic ms) of each endpoint. */
export type RetryAfterHolds = ReadonlyMap<EndpointNumber, number>;

export interface EndpointHealth {
  endpoint: EndpointNumber;
  /** failed requests in a row; 0: only slow or held */
  failures: number;
  /** status of the last failure; null: no failure, or no answer */
  status: number | null;
  /** the service asked to wait */
  isHeldByService: boolean;
}

/**
 * Limits how many requests are under way at once, in total and per endpoint, and when none may start:
 *
 *   unknown    one at a time while others are ready or checks are due, so that a hanging endpoint takes one slot
 *   healthy    as many as its answers allow
 *   slow       one while faster ones are ready or checks are due
 *   failing    one, retries taking turns; all failing endpoints together get half of the slots
 *
 * While several endpoints fail and none succeeds, everything rests, with growing backoff. Once the service has refused
 * a request as too many (429), a rate limits how many requests to all endpoints leave per second. Times are monotonic
 * ms.
 */
export class AdaptiveConcurrency {
  readonly #settings: () => Settings;
  readonly #random: Random;
  readonly #endpoints = new Map<EndpointNumber, EndpointConcurrency>();
  readonly #failingEndpoints = new Set<EndpointNumber>();
  readonly #served = new Set<EndpointNumber>();
  readonly #failingRequesters = new Set<string>();
  readonly #retryAfterHolds = new Map<EndpointNumber, number>();
  readonly #rate: RequestRate;
  /** successes of all endpoints */
  #successes = 0;
  /**
   * consecutive refusals, the successes and the rate before the first, and whether the limit was found to be the
   * endpoint's own
   */
  readonly #refusals = new Map<EndpointNumber, { inRow: number; goods: number; perSecond: number; isOwn: boolean }>();
  #slots: number;
  #rests = 0;
  #restBegan = -Infinity;
  #restUntil = 0;

  /** `holds`: Retry-After deadlines carried over from earlier instances. */
  constructor(settings: () => Settings, random: Random, holds: RetryAfterHolds = new Map()) {
    this.#settings = settings;
    this.#random = random;
    this.#rate = new RequestRate(random);
    this.#slots = settings().concurrency;
    for (const [endpoint, until] of holds)
      this.#endpoints.set(endpoint, new EndpointConcurrency(settings, random, until));
  }

  /** Retry-After deadlines received since the last reset. */
  get retryAfterHolds(): RetryAfterHolds {
    return this.#retryAfterHolds;
  }
  resetHolds(): void {
    this.#retryAfterHolds.clear();
  }

  /** Maximum number of requests under way at once. */
  get slots(): number {
    return Math.max(1, Math.floor(Math.min(this.#slots, this.#settings().concurrency)));
  }

  /** How many requests may be sent now, to any endpoint. */
  ready(now: number): number {
    return this.#rate.ready(now);
  }

  /** Milliseconds until one more may be sent than now; null: waiting does not help. */
  moreReadyMs(now: number): number | null {
    return this.#rate.waitMs(now);
  }

  /** Counts a request that leaves. `begin` takes a slot, and one slot may send several. */
  sent(now: number): void {
    this.#rate.sent(now);
  }

  /** Remaining rest of everything (ms); 0: none. */
  restMs(now: number): number {
    return Math.max(0, this.#restUntil - now);
  }

  /** Milliseconds until a held or yielding endpoint may be called again; null: none is waiting. */
  nextMs(now: number): number | null {
    const waits = [...this.#endpoints]
      .flatMap(([endpoint, one]) => [one.restMs(now), this.#yields(endpoint) ? one.yieldMs(now) : 0])
      .filter((wait) => wait > 0);
    return waits.length === 0 ? null : Math.min(...waits);
  }

  /** Current limits of these endpoints, least recently used first; `beside`: other, healthy work is waiting. */
  limits<N extends EndpointNumber>(endpoints: readonly N[], now: number, beside = false): ClaimLimit<N>[] {
    return endpoints
      .map((endpoint) => ({ ...this.#limit(endpoint, now, beside), endpoint }))
      .sort((a, b) => this.#of(a.endpoint).begunAt - this.#of(b.endpoint).begunAt);
  }

  /** Whether one more request to this endpoint may start within a slot already taken. */
  canTakeMore(endpoint: EndpointNumber, now: number): boolean {
    const { max, maxWhenAlone, health } = this.#limit(endpoint, now, false);
    return health === 'badly' ? max > 0 && this.slotsForFailing > 0 : maxWhenAlone > 0;
  }

  /** How many more requests to failing endpoints may be under way. */
  get slotsForFailing(): number {
    const underWay = [...this.#endpoints.values()].filter((one) => one.isFailing).map((one) => one.underWay);
    return Math.max(1, Math.floor(this.slots / 2)) - underWay.reduce((sum, count) => sum + count, 0);
  }

  /** Requests under way to failing, slow or not yet known endpoints: their slots may stay taken for long. */
  get unreliableSlots(): number {
    return [...this.#endpoints].reduce(
      (sum, [endpoint, one]) => sum + (this.isUnreliable(endpoint) ? one.underWay : 0),
      0,
    );
  }
  isUnreliable(endpoint: EndpointNumber): boolean {
    return !this.#of(endpoint).isKnown || this.#yields(endpoint);
  }

  begin(endpoint: EndpointNumber, now: number): void {
    const one = this.#of(endpoint);
    one.underWay += 1;
    one.begunAt = now;
  }

  end(endpoint: EndpointNumber): void {
    this.#of(endpoint).underWay -= 1;
  }

  recordSuccess(endpoint: EndpointNumber, exchanged: ExchangeTiming): void {
    this.#failingEndpoints.clear();
    this.#failingRequesters.clear();
    this.#rests = 0;
    this.#restUntil = 0;
    this.#successes += 1;
    this.#refusals.delete(endpoint);
    // Once any endpoint succeeds, earlier refusals concerned their own endpoints.
    if (this.#served.size === 0) for (const { perSecond } of this.#refusals.values()) this.#rate.restore(perSecond);
    this.#served.add(endpoint);
    this.#rate.succeeded(exchanged.now);
    this.#slots = Math.min(this.#settings().concurrency, this.#slots + 1 / this.#slots);
    this.#of(endpoint).recordSuccess(exchanged);
  }

  recordFailure(endpoint: EndpointNumber, failed: FailedExchange): void {
    const bad = { ...failed, afterMs: extendRetryAfter(failed.afterMs, this.#random) };
    this.#of(endpoint).recordFailure(bad);
    if (bad.status === 429) {
      const least = Math.floor(this.#settings().concurrency * minShare);
      this.#slots = Math.max(1, least, this.#slots - 1);
      // While others succeed, an endpoint that never did may be closed to this account: its refusals say nothing about
      // the rate.
      const isOfAccount = !this.#hasOwnLimit(endpoint) && (this.#served.has(endpoint) || this.#served.size === 0);
      if (isOfAccount) this.#rate.refused(bad.startedAt, bad.now, bad.afterMs ?? 0);
    }
    if (bad.afterMs)
      this.#retryAfterHolds.set(endpoint, Math.max(bad.now + bad.afterMs, this.#retryAfterHolds.get(endpoint) ?? 0));
    this.#failingEndpoints.add(endpoint);
    this.#failingRequesters.add(`${endpoint} ${bad.requester}`);
    // A single failing endpoint rests on its own.
    if (
      this.#failingEndpoints.size < 2 ||
      this.#failingRequesters.size < minFailingRequesters ||
      bad.startedAt < this.#restBegan
    )
      return;
    this.#rests += 1;
    this.#restBegan = bad.now;
    this.#restUntil = bad.now + Math.min(backoffMs(this.#rests, this.#settings(), this.#random), longestRestMs);
  }

  tryNow(): void {
    this.#restUntil = 0;
    this.#rate.tryNow();
    for (const one of this.#endpoints.values()) one.tryNow();
  }

  /** Whether it was called and its last answer was a success. */
  isHealthy(endpoint: EndpointNumber): boolean {
    const { isKnown, isFailing } = this.#of(endpoint);
    return isKnown && !isFailing;
  }

  /** Whether the service asked to wait with this endpoint. */
  isHeld(endpoint: EndpointNumber, now: number): boolean {
    return this.#of(endpoint).isHeld(now);
  }

  /** Those of these endpoints that fail, are slower than the others, or are held by a Retry-After. */
  unhealthyEndpoints<N extends EndpointNumber>(
    endpoints: readonly N[],
    now: number,
  ): (EndpointHealth & { endpoint: N })[] {
    return endpoints.flatMap((endpoint) => {
      const one = this.#of(endpoint);
      const isHeldByService = one.isHeld(now);
      if (one.failing) return [{ endpoint, ...one.failing, isHeldByService }];
      return isHeldByService || this.#isSlow(endpoint)
        ? [{ endpoint, failures: 0, status: null, isHeldByService }]
        : [];
    });
  }

  /** Counts a refusal. Returns whether requests to others keep succeeding, so that the limit is not the account's. */
  #hasOwnLimit(endpoint: EndpointNumber): boolean {
    const before = this.#refusals.get(endpoint);
    const { inRow, goods, perSecond } = before ?? { inRow: 0, goods: this.#successes, perSecond: this.#rate.perSecond };
    const isOwn = inRow >= ownLimitFrom && this.#successes - goods >= ownLimitFrom;
    if (isOwn && !before?.isOwn) this.#rate.restore(perSecond);
    this.#refusals.set(endpoint, { inRow: inRow + 1, goods, perSecond, isOwn });
    return isOwn;
  }

  #limit(endpoint: EndpointNumber, now: number, beside: boolean): Omit<ClaimLimit, 'endpoint'> {
    const one = this.#of(endpoint);
    const left = (slots: number): number => Math.max(0, Math.min(slots, this.slots) - one.underWay);
    const inTurns = one.isRoundRobin;
    if (one.restMs(now) > 0) return { max: 0, maxWhenAlone: 0, health: 'badly', isRoundRobin: inTurns };
    const yields = one.yieldMs(now) > 0;
    const first = yields ? 0 : 1;
    const alone = yields && beside ? 0 : 1;
    if (one.isFailing) return { max: left(first), maxWhenAlone: left(alone), health: 'badly', isRoundRobin: inTurns };
    if (this.#isSlow(endpoint))
      return { max: left(first), maxWhenAlone: left(beside ? 1 : one.window), health: 'slowly', isRoundRobin: inTurns };
    // One slot stays free for new work while the behaviour of this endpoint is unknown.
    if (!one.isKnown)
      return {
        max: left(1),
        maxWhenAlone: left(beside ? 1 : Math.max(1, this.slots - 1)),
        health: 'well',
        isRoundRobin: inTurns,
      };
    return { max: left(one.window), maxWhenAlone: left(one.window), health: 'well', isRoundRobin: inTurns };
  }

  #yields(endpoint: EndpointNumber): boolean {
    return this.#of(endpoint).isFailing || this.#isSlow(endpoint);
  }

  /** Creates are compared with creates, and reads with reads. */
  #isSlow(endpoint: EndpointNumber): boolean {
    const took = this.#of(endpoint).tookMs;
    if (took === null || took < slowMs) return false;
    const { creates } = endpointOf(endpoint);
    return [...this.#endpoints].some(
      ([other, { tookMs, isFailing }]) =>
        endpointOf(other).creates === creates && tookMs !== null && !isFailing && tookMs * slowTimes < took,
    );
  }

  #of(endpoint: EndpointNumber): EndpointConcurrency {
    const known = this.#endpoints.get(endpoint);
    if (known) return known;
    const fresh = new EndpointConcurrency(this.#settings, this.#random);
    this.#endpoints.set(endpoint, fresh);
    return fresh;
  }
}
