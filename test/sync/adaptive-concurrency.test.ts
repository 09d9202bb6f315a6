import { AdaptiveConcurrency } from '../../electron/delivery/sync/adaptive-concurrency.ts';
import { backoffMs } from '../../electron/delivery/sync/backoff.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { describe, expect, it } from 'vitest';

const open = (max = 8) => {
  const concurrency = new AdaptiveConcurrency(
    () => ({ ...defaultSettings, concurrency: max }),
    () => 0.999999,
  );
  const exchanged = (requester: string, now: number, tookMs: number) => ({ requester, startedAt: now - tookMs, now });
  return {
    concurrency,
    good: (endpoint: EndpointNumber, now = 0, tookMs = 10) =>
      concurrency.recordSuccess(endpoint, exchanged('any', now, tookMs)),
    bad: (endpoint: EndpointNumber, requester: string, now = 0, more: { afterMs?: number; status?: number } = {}) =>
      concurrency.recordFailure(endpoint, { ...exchanged(requester, now, 0), afterMs: null, status: 500, ...more }),
    limit: (endpoint: EndpointNumber, now = 0) => concurrency.limits([endpoint], now)[0]!,
  };
};

describe('the concurrency limit of an endpoint', () => {
  it('starts at one request, leaves one slot to others, and grows by one with each successful answer', () => {
    const { good, limit } = open(8);
    expect(limit(6)).toMatchObject({ max: 1, maxWhenAlone: 7 });
    const grown = Array.from({ length: 10 }, () => (good(6), limit(6).max));
    expect(grown).toEqual([2, 3, 4, 5, 6, 7, 8, 8, 8, 8]);
  });
  it('drops to one after a failure, grows fast back to half of its former value, then by one per round', () => {
    const { good, bad, limit } = open(8);
    for (let n = 0; n < 8; n += 1) good(6);
    bad(6, 'e1');
    expect(limit(6)).toMatchObject({ max: 1, maxWhenAlone: 1, health: 'badly' });
    const grown = Array.from({ length: 12 }, () => (good(6), limit(6).max));
    expect(grown.slice(0, 5)).toEqual([2, 3, 4, 4, 4]);
    expect(grown.at(-1)).toBeLessThan(8);
    expect(limit(2)).toMatchObject({ max: 1, health: 'well' });
  });
  it('shrinks after a very slow answer', () => {
    const { good, limit } = open(4);
    for (let n = 0; n < 4; n += 1) good(6);
    good(6, 8000, 8000);
    expect(limit(6, 8000).max).toBe(2);
  });
  it('is one for a slow endpoint beside faster ones, and its usual limit while no other has ready entries', () => {
    const { good, limit } = open(4);
    for (let n = 0; n < 4; n += 1) {
      good(2, 0, 100);
      good(6, 4000, 4000);
    }
    expect(limit(6, 20_000)).toMatchObject({ max: 1, maxWhenAlone: 4, health: 'slowly' });
    expect(limit(6, 5000).max).toBe(0);
    expect(limit(2, 5000)).toMatchObject({ max: 4, health: 'well' });
  });
  it('is zero in pauses after failures of three requesters in a row; pauses double up to 30 s until an answer succeeds', () => {
    const { concurrency, good, bad, limit } = open();
    bad(6, 'a');
    bad(6, 'b');
    expect(concurrency.nextMs(0)).toBeNull();
    let now = 0;
    const rests = ['c', 'a', 'b', 'c', 'a', 'b', 'c'].map((requester) => {
      bad(6, requester, now);
      const rest = concurrency.nextMs(now) ?? 0;
      expect(limit(6, now + rest - 1)).toMatchObject({ max: 0, maxWhenAlone: 0 });
      now += rest;
      return rest;
    });
    expect(rests).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(limit(6, now).max).toBe(1);
    expect(concurrency.restMs(now)).toBe(0);
    bad(6, 'a', now);
    good(6, now + 1);
    expect(limit(6, now + 1)).toMatchObject({ max: 2, health: 'well' });
  });
  it('stays at one without a pause while only one requester fails, which keeps its place in the queue', () => {
    const { concurrency, bad, limit } = open();
    for (let n = 0; n < 20; n += 1) bad(6, 'e1');
    expect(concurrency.nextMs(0)).toBeNull();
    expect(limit(6)).toMatchObject({ max: 1, isRoundRobin: false });
    bad(6, 'e2');
    expect(limit(6).isRoundRobin).toBe(true);
  });
  it('is zero until the Retry-After of that endpoint ends, and unchanged for others; "try now" ends it early', () => {
    const { concurrency, bad, limit } = open();
    bad(6, 'a', 0, { afterMs: 120_000, status: 429 });
    expect(limit(6, 119_999).maxWhenAlone).toBe(0);
    expect(limit(2, 0).max).toBe(1);
    expect(limit(6, 120_000).maxWhenAlone).toBe(1);
    concurrency.tryNow();
    expect(limit(6, 0).maxWhenAlone).toBe(1);
  });
});

describe('the total concurrency limit', () => {
  it('shrinks a little after 429s, not after 503s, and grows back with successful answers', () => {
    const { concurrency, good, bad } = open(8);
    for (let n = 0; n < 20; n += 1) bad(6, 'a', 0, { status: 429 });
    expect(concurrency.slots).toBe(6);
    for (let n = 0; n < 20; n += 1) good(2);
    expect(concurrency.slots).toBe(8);
    for (let n = 0; n < 20; n += 1) bad(6, 'a', 0, { status: 503 });
    expect(concurrency.slots).toBe(8);
  });
  it('leaves half of the slots free of failing endpoints, however many fail', () => {
    const { concurrency, bad } = open(4);
    for (const endpoint of [6, 7, 15] as const) bad(endpoint, 'a');
    expect(concurrency.slotsForFailing).toBe(2);
    concurrency.begin(6, 0);
    concurrency.begin(7, 0);
    expect(concurrency.slotsForFailing).toBe(0);
    concurrency.end(6);
    expect(concurrency.slotsForFailing).toBe(1);
  });
  it('allows a further request in a slot already taken, for a failing endpoint only within the half for failing ones', () => {
    const { concurrency, good, bad } = open(4);
    concurrency.begin(2, 0);
    expect(concurrency.canTakeMore(2, 0)).toBe(true);
    good(16);
    for (let n = 0; n < 2; n += 1) concurrency.begin(16, 0);
    expect(concurrency.canTakeMore(16, 0)).toBe(false);
    for (const endpoint of [6, 7, 15] as const) bad(endpoint, 'a');
    expect(concurrency.canTakeMore(15, 0)).toBe(true);
    concurrency.begin(6, 0);
    expect(concurrency.canTakeMore(6, 0)).toBe(false);
    concurrency.begin(7, 0);
    expect(concurrency.canTakeMore(15, 0)).toBe(false);
  });
  it('distinguishes an endpoint held by a Retry-After from one that merely fails', () => {
    const { concurrency, bad } = open();
    bad(6, 'a', 0, { afterMs: 120_000, status: 503 });
    bad(2, 'b');
    expect([119_999, 120_000].map((now) => concurrency.isHeld(6, now))).toEqual([true, false]);
    expect(concurrency.isHeld(2, 0)).toBe(false);
  });
  it('lists the longest Retry-After of each endpoint since the last reset, and a new instance given that list keeps them', () => {
    const { concurrency, bad } = open();
    bad(6, 'a', 0, { afterMs: 9000, status: 429 });
    bad(2, 'a', 0, { afterMs: 9000, status: 429 });
    concurrency.resetHolds();
    bad(6, 'b', 1000, { afterMs: 5000, status: 503 });
    bad(6, 'c', 2000, { afterMs: 1000, status: 429 });
    bad(15, 'd', 2000, { status: 429 });
    expect([...concurrency.retryAfterHolds]).toEqual([[6, 6000]]);
    const next = new AdaptiveConcurrency(
      () => defaultSettings,
      () => 0.999999,
      concurrency.retryAfterHolds,
    );
    expect([5999, 6000].map((now) => next.isHeld(6, now))).toEqual([true, false]);
    expect(next.limits([6], 5999)[0]).toMatchObject({ max: 0, maxWhenAlone: 0 });
    expect(next.nextMs(5000)).toBe(1000);
    expect(next.isHeld(2, 1000)).toBe(false);
  });
  it('reports an endpoint held by a Retry-After although its last answer was a success', () => {
    const { concurrency, bad, good } = open();
    bad(6, 'a', 0, { afterMs: 5000, status: 429 });
    good(6, 1000);
    expect(concurrency.unhealthyEndpoints([6], 4999)).toEqual([
      { endpoint: 6, failures: 0, status: null, isHeldByService: true },
    ]);
    expect(concurrency.unhealthyEndpoints([6], 5000)).toEqual([]);
  });
  it('is zero in growing pauses while several endpoints fail and none succeeds, until an answer succeeds', () => {
    const { concurrency, good, bad } = open();
    bad(6, 'a');
    bad(2, 'b');
    expect(concurrency.restMs(0)).toBe(0);
    bad(16, 'c');
    expect(concurrency.restMs(0)).toBe(1000);
    bad(6, 'd', 1000);
    expect(concurrency.restMs(1000)).toBe(2000);
    good(2, 1500);
    expect(concurrency.restMs(1500)).toBe(0);
  });
});

describe('backoff', () => {
  it('is exponential with full jitter, and at most the longest wait', () => {
    const most = [1, 2, 3, 4, 9, 10, 1000].map((tries) => backoffMs(tries, defaultSettings, () => 0.9999999));
    expect(most).toEqual([1000, 2000, 4000, 8000, 256_000, 300_000, 300_000]);
    expect(backoffMs(5, defaultSettings, () => 0)).toBe(0);
    expect(backoffMs(5, defaultSettings, () => 0.25)).toBe(4000);
  });
});
