import { endpointOf, type EndpointNumber } from '../../../shared/service/endpoints.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import type { ClaimLimit } from '../../outbox/entry.ts';
import type { Random } from '../../platform/clock.ts';
import { backoffMs, extendRetryAfter } from './backoff.ts';
import {
  minFailingRequesters,
  EndpointConcurrency,
  maxRestMs,
  type FailedExchange,
  type ExchangeTiming,
} from './endpoint-concurrency.ts';
import { RequestRate } from './request-rate.ts';

/**
 * An endpoint is slow if its answers take this many times as long as those of the fastest other one, and at least this
 * long (ms).
 */
const slowFactor = 4;
const minSlowMs = 500;
/** Minimum share of all slots that remains when the service refuses requests (429). */
const minSlotShare = 0.75;

/**
 * After this many consecutive refusals (429), and as many successes of other endpoints meanwhile, the limit counts as
 * the endpoint's own.
 */
const minForOwnLimit = 3;

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
  readonly #succeededEndpoints = new Set<EndpointNumber>();
  readonly #failingRequesters = new Set<string>();
  readonly #retryAfterHolds = new Map<EndpointNumber, number>();
  readonly #rate: RequestRate;
  /** successes of all endpoints */
  #successes = 0;
  /**
   * consecutive refusals: how many, the successes and the rate before the first, and whether the limit is the
   * endpoint's own
   */
  readonly #refusalStreaks = new Map<
    EndpointNumber,
    { count: number; successesBefore: number; perSecondBefore: number; isOwn: boolean }
  >();
  #slots: number;
  #restCount = 0;
  #restStartedAt = -Infinity;
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
  requestsAllowed(now: number): number {
    return this.#rate.requestsAllowed(now);
  }

  /** Milliseconds until one more may be sent than now; null: waiting does not help. */
  untilMoreAllowedMs(now: number): number | null {
    return this.#rate.waitMs(now);
  }

  /** Counts a sent request. `begin` takes a slot, which may send several. */
  countRequest(now: number): void {
    this.#rate.countRequest(now);
  }

  /** Remaining rest of everything (ms); 0: none. */
  restMs(now: number): number {
    return Math.max(0, this.#restUntil - now);
  }

  /** Milliseconds until a held or yielding endpoint may be called again; null: none is waiting. */
  nextMs(now: number): number | null {
    const waits = [...this.#endpoints]
      .flatMap(([endpoint, concurrency]) => [
        concurrency.restMs(now),
        this.#isUnreliableNow(endpoint) ? concurrency.yieldMs(now) : 0,
      ])
      .filter((wait) => wait > 0);
    return waits.length === 0 ? null : Math.min(...waits);
  }

  /** Current limits of these endpoints, least recently used first; `hasOtherWork`: other, healthy work is waiting. */
  limits<N extends EndpointNumber>(endpoints: readonly N[], now: number, hasOtherWork = false): ClaimLimit<N>[] {
    return endpoints
      .map((endpoint) => ({ ...this.#limit(endpoint, now, hasOtherWork), endpoint }))
      .sort((a, b) => this.#concurrencyOf(a.endpoint).lastBegunAt - this.#concurrencyOf(b.endpoint).lastBegunAt);
  }

  /** Whether one more request to this endpoint may start within a slot already taken. */
  canTakeMore(endpoint: EndpointNumber, now: number): boolean {
    const { max, maxWhenAlone, health } = this.#limit(endpoint, now, false);
    return health === 'badly' ? max > 0 && this.slotsForFailing > 0 : maxWhenAlone > 0;
  }

  /** How many more requests to failing endpoints may be under way. */
  get slotsForFailing(): number {
    const underWay = [...this.#endpoints.values()]
      .filter((concurrency) => concurrency.isFailing)
      .map((concurrency) => concurrency.underWay);
    return Math.max(1, Math.floor(this.slots / 2)) - underWay.reduce((sum, count) => sum + count, 0);
  }

  /** Requests under way to failing, slow or not yet known endpoints: their slots may stay taken for long. */
  get unreliableSlots(): number {
    return [...this.#endpoints].reduce(
      (sum, [endpoint, concurrency]) => sum + (this.isUnreliable(endpoint) ? concurrency.underWay : 0),
      0,
    );
  }
  isUnreliable(endpoint: EndpointNumber): boolean {
    return !this.#concurrencyOf(endpoint).isKnown || this.#isUnreliableNow(endpoint);
  }

  begin(endpoint: EndpointNumber, now: number): void {
    const concurrency = this.#concurrencyOf(endpoint);
    concurrency.underWay += 1;
    concurrency.lastBegunAt = now;
  }

  end(endpoint: EndpointNumber): void {
    this.#concurrencyOf(endpoint).underWay -= 1;
  }

  recordSuccess(endpoint: EndpointNumber, timing: ExchangeTiming): void {
    this.#failingEndpoints.clear();
    this.#failingRequesters.clear();
    this.#restCount = 0;
    this.#restUntil = 0;
    this.#successes += 1;
    this.#refusalStreaks.delete(endpoint);
    // Once any endpoint succeeds, earlier refusals concerned their own endpoints.
    if (this.#succeededEndpoints.size === 0)
      for (const { perSecondBefore } of this.#refusalStreaks.values()) this.#rate.restore(perSecondBefore);
    this.#succeededEndpoints.add(endpoint);
    this.#rate.recordSuccess(timing.now);
    this.#slots = Math.min(this.#settings().concurrency, this.#slots + 1 / this.#slots);
    this.#concurrencyOf(endpoint).recordSuccess(timing);
  }

  recordFailure(endpoint: EndpointNumber, failure: FailedExchange): void {
    const extended = { ...failure, afterMs: extendRetryAfter(failure.afterMs, this.#random) };
    this.#concurrencyOf(endpoint).recordFailure(extended);
    if (extended.status === 429) {
      const minSlots = Math.floor(this.#settings().concurrency * minSlotShare);
      this.#slots = Math.max(1, minSlots, this.#slots - 1);
      // While others succeed, an endpoint that never did may be closed to this account: its refusals say nothing about
      // the rate.
      const isAccountLimit =
        !this.#hasOwnLimit(endpoint) && (this.#succeededEndpoints.has(endpoint) || this.#succeededEndpoints.size === 0);
      if (isAccountLimit) this.#rate.recordRefusal(extended.startedAt, extended.now, extended.afterMs ?? 0);
    }
    if (extended.afterMs)
      this.#retryAfterHolds.set(
        endpoint,
        Math.max(extended.now + extended.afterMs, this.#retryAfterHolds.get(endpoint) ?? 0),
      );
    this.#failingEndpoints.add(endpoint);
    this.#failingRequesters.add(`${endpoint} ${extended.requester}`);
    // A single failing endpoint rests on its own.
    if (
      this.#failingEndpoints.size < 2 ||
      this.#failingRequesters.size < minFailingRequesters ||
      extended.startedAt < this.#restStartedAt
    )
      return;
    this.#restCount += 1;
    this.#restStartedAt = extended.now;
    this.#restUntil = extended.now + Math.min(backoffMs(this.#restCount, this.#settings(), this.#random), maxRestMs);
  }

  tryNow(): void {
    this.#restUntil = 0;
    this.#rate.tryNow();
    for (const concurrency of this.#endpoints.values()) concurrency.tryNow();
  }

  /** Whether it was called and its last answer was a success. */
  isHealthy(endpoint: EndpointNumber): boolean {
    const { isKnown, isFailing } = this.#concurrencyOf(endpoint);
    return isKnown && !isFailing;
  }

  /** Whether the service asked to wait with this endpoint. */
  isHeld(endpoint: EndpointNumber, now: number): boolean {
    return this.#concurrencyOf(endpoint).isHeld(now);
  }

  /** Returns the endpoints that fail, are slower than the others, or are held by a Retry-After. */
  unhealthyEndpoints<N extends EndpointNumber>(
    endpoints: readonly N[],
    now: number,
  ): (EndpointHealth & { endpoint: N })[] {
    return endpoints.flatMap((endpoint) => {
      const concurrency = this.#concurrencyOf(endpoint);
      const isHeldByService = concurrency.isHeld(now);
      if (concurrency.failure) return [{ endpoint, ...concurrency.failure, isHeldByService }];
      return isHeldByService || this.#isSlow(endpoint)
        ? [{ endpoint, failures: 0, status: null, isHeldByService }]
        : [];
    });
  }

  /** Counts a refusal. Returns whether the limit is the endpoint's own, because requests to others keep succeeding. */
  #hasOwnLimit(endpoint: EndpointNumber): boolean {
    const previous = this.#refusalStreaks.get(endpoint);
    const { count, successesBefore, perSecondBefore } = previous ?? {
      count: 0,
      successesBefore: this.#successes,
      perSecondBefore: this.#rate.perSecond,
    };
    const isOwn = count >= minForOwnLimit && this.#successes - successesBefore >= minForOwnLimit;
    if (isOwn && !previous?.isOwn) this.#rate.restore(perSecondBefore);
    this.#refusalStreaks.set(endpoint, { count: count + 1, successesBefore, perSecondBefore, isOwn });
    return isOwn;
  }

  #limit(endpoint: EndpointNumber, now: number, hasOtherWork: boolean): Omit<ClaimLimit, 'endpoint'> {
    const concurrency = this.#concurrencyOf(endpoint);
    const remaining = (slots: number): number => Math.max(0, Math.min(slots, this.slots) - concurrency.underWay);
    const takesTurns = concurrency.isRoundRobin;
    if (concurrency.restMs(now) > 0) return { max: 0, maxWhenAlone: 0, health: 'badly', isRoundRobin: takesTurns };
    const isYielding = concurrency.yieldMs(now) > 0;
    const maxBesideReady = isYielding ? 0 : 1;
    const maxAlone = isYielding && hasOtherWork ? 0 : 1;
    if (concurrency.isFailing)
      return {
        max: remaining(maxBesideReady),
        maxWhenAlone: remaining(maxAlone),
        health: 'badly',
        isRoundRobin: takesTurns,
      };
    if (this.#isSlow(endpoint))
      return {
        max: remaining(maxBesideReady),
        maxWhenAlone: remaining(hasOtherWork ? 1 : concurrency.window),
        health: 'slowly',
        isRoundRobin: takesTurns,
      };
    // One slot stays free for new work while the behaviour of this endpoint is unknown.
    if (!concurrency.isKnown)
      return {
        max: remaining(1),
        maxWhenAlone: remaining(hasOtherWork ? 1 : Math.max(1, this.slots - 1)),
        health: 'well',
        isRoundRobin: takesTurns,
      };
    return {
      max: remaining(concurrency.window),
      maxWhenAlone: remaining(concurrency.window),
      health: 'well',
      isRoundRobin: takesTurns,
    };
  }

  #isUnreliableNow(endpoint: EndpointNumber): boolean {
    return this.#concurrencyOf(endpoint).isFailing || this.#isSlow(endpoint);
  }

  /** Creates are compared with creates, and reads with reads. */
  #isSlow(endpoint: EndpointNumber): boolean {
    const ownMs = this.#concurrencyOf(endpoint).averageMs;
    if (ownMs === null || ownMs < minSlowMs) return false;
    const { creates } = endpointOf(endpoint);
    return [...this.#endpoints].some(
      ([other, { averageMs, isFailing }]) =>
        endpointOf(other).creates === creates && averageMs !== null && !isFailing && averageMs * slowFactor < ownMs,
    );
  }

  #concurrencyOf(endpoint: EndpointNumber): EndpointConcurrency {
    const existing = this.#endpoints.get(endpoint);
    if (existing) return existing;
    const created = new EndpointConcurrency(this.#settings, this.#random);
    this.#endpoints.set(endpoint, created);
    return created;
  }
}
