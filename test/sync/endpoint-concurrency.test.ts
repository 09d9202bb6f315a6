import { AdaptiveConcurrency } from '../../electron/delivery/sync/adaptive-concurrency.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { describe, expect, it } from 'vitest';

/** A concurrency limit fed with answers that arrive at `now` after `tookMs` (both ms). */
const open = (max = 8) => {
  const settings = { ...defaultSettings, concurrency: max };
  const concurrency = new AdaptiveConcurrency(
    () => settings,
    () => 0.999999,
  );
  return {
    settings,
    concurrency,
    good: (endpoint: EndpointNumber, now = 0, tookMs = 10) =>
      concurrency.recordSuccess(endpoint, { requester: 'any', startedAt: now - tookMs, now }),
    bad: (
      endpoint: EndpointNumber,
      requester: string,
      now = 0,
      more: { tookMs?: number; afterMs?: number; status?: number } = {},
    ) => {
      const { tookMs = 0, afterMs = null, status = 500 } = more;
      concurrency.recordFailure(endpoint, { requester, startedAt: now - tookMs, now, afterMs, status });
    },
    limit: (endpoint: EndpointNumber, now = 0, beside = false) => concurrency.limits([endpoint], now, beside)[0]!,
  };
};

describe('the total number of requests under way', () => {
  it('grows back in whole requests only, after a 429', () => {
    const { concurrency, good, bad } = open(8);
    bad(6, 'a', 0, { status: 429 });
    expect(concurrency.slots).toBe(7);
    good(2);
    expect(concurrency.slots).toBe(7);
    for (let n = 0; n < 8; n += 1) good(2);
    expect(concurrency.slots).toBe(8);
  });
  it('never exceeds the setting, even when that changes, and is at least one', () => {
    const { settings, concurrency, bad } = open(8);
    settings.concurrency = 3;
    expect(concurrency.slots).toBe(3);
    settings.concurrency = 1;
    for (let n = 0; n < 3; n += 1) bad(6, 'a', 0, { status: 429 });
    expect(concurrency.slots).toBe(1);
    expect(concurrency.slotsForFailing).toBe(1);
  });
  it('keeps at least three quarters of the setting, rounded down, however many 429s arrive', () => {
    const { concurrency, bad } = open(6);
    for (let n = 0; n < 9; n += 1) bad(6, 'a', 0, { status: 429 });
    expect(concurrency.slots).toBe(4);
  });
  it('is limited to half for failing endpoints, rounded down; healthy endpoints do not use up that half', () => {
    const { concurrency, good, bad } = open(5);
    good(2);
    concurrency.begin(2, 0);
    expect(concurrency.slotsForFailing).toBe(2);
    bad(6, 'a');
    concurrency.begin(6, 0);
    expect(concurrency.slotsForFailing).toBe(1);
    concurrency.end(6);
    expect(concurrency.slotsForFailing).toBe(2);
  });
});

describe('the limit of one endpoint', () => {
  it('is reduced by its requests under way and by the total limit', () => {
    const { settings, concurrency, good, limit } = open(4);
    for (let n = 0; n < 4; n += 1) good(2);
    expect(limit(2)).toMatchObject({ max: 4, maxWhenAlone: 4 });
    concurrency.begin(2, 0);
    concurrency.begin(2, 0);
    expect(limit(2)).toMatchObject({ max: 2, maxWhenAlone: 2 });
    concurrency.end(2);
    expect(limit(2)).toMatchObject({ max: 3, maxWhenAlone: 3 });
    settings.concurrency = 1;
    expect(limit(2)).toMatchObject({ max: 0, maxWhenAlone: 0 });
  });
  it('is one for an unknown endpoint even if there is only one slot', () => {
    expect(open(1).limit(6)).toMatchObject({ max: 1, maxWhenAlone: 1, health: 'well' });
  });
  it('is listed first for the endpoint whose last request started longest ago', () => {
    const { concurrency } = open();
    const order = () => concurrency.limits([2, 6, 7], 0).map(({ endpoint }) => endpoint);
    concurrency.begin(2, 30);
    concurrency.begin(6, 20);
    concurrency.begin(7, 10);
    expect(order()).toEqual([7, 6, 2]);
    concurrency.begin(7, 40);
    expect(order()).toEqual([6, 2, 7]);
  });
  it('is zero beside others for twice as long as its failed request took, but one while no endpoint is healthy', () => {
    const { bad, limit } = open();
    bad(6, 'a', 1000, { tookMs: 300 });
    expect(limit(6, 1599, true)).toMatchObject({ max: 0, maxWhenAlone: 0, health: 'badly' });
    expect(limit(6, 1599, false)).toMatchObject({ max: 0, maxWhenAlone: 1 });
    expect(limit(6, 1600, true)).toMatchObject({ max: 1, maxWhenAlone: 1 });
  });
});

describe('the time of the next request', () => {
  it('is the earliest of the endpoints that wait, ignoring healthy ones', () => {
    const { concurrency, good, bad } = open();
    good(2, 1000, 400);
    expect(concurrency.nextMs(1000)).toBeNull();
    bad(6, 'a', 1000, { tookMs: 300 });
    expect(concurrency.nextMs(1000)).toBe(600);
    bad(7, 'a', 1000, { afterMs: 200 });
    expect(concurrency.nextMs(1000)).toBe(200);
    expect(concurrency.nextMs(1300)).toBe(300);
    expect(concurrency.nextMs(1600)).toBeNull();
  });
  it('includes a slow endpoint once a faster one is known', () => {
    const { concurrency, good } = open();
    good(6, 4000, 4000);
    expect(concurrency.nextMs(4000)).toBeNull();
    good(2, 4000, 100);
    expect(concurrency.nextMs(4000)).toBe(8000);
  });
});

describe('a pause of all sending', () => {
  const inTrouble = (now = 0) => {
    const opened = open();
    opened.bad(6, 'a', now);
    opened.bad(2, 'b', now);
    return opened;
  };
  it('starts after consecutive failures of several endpoints and several requesters', () => {
    const { concurrency, good, bad } = inTrouble();
    good(1);
    bad(16, 'c');
    expect(concurrency.restMs(0)).toBe(0);
    bad(6, 'a');
    expect(concurrency.restMs(0)).toBe(0);
    bad(6, 'd');
    expect(concurrency.restMs(0)).toBe(1000);
  });
  it('does not start for one endpoint alone, nor for failures before a success', () => {
    const recovered = inTrouble();
    recovered.good(1);
    for (const requester of ['c', 'd', 'e']) recovered.bad(16, requester);
    expect(recovered.concurrency.restMs(0)).toBe(0);
    const { concurrency, bad } = open();
    for (const requester of ['a', 'b', 'c', 'd']) bad(6, requester);
    expect(concurrency.restMs(0)).toBe(0);
  });
  it('counts the same requester separately at each endpoint', () => {
    const { concurrency, bad } = open();
    for (const endpoint of [6, 2, 7] as const) bad(endpoint, 'one');
    expect(concurrency.restMs(0)).toBe(1000);
  });
  it('is not extended by requests that started before it', () => {
    const { concurrency, bad } = inTrouble(1000);
    bad(16, 'c', 1000);
    expect(concurrency.restMs(1000)).toBe(1000);
    bad(6, 'e', 1500, { tookMs: 501 });
    expect(concurrency.restMs(1500)).toBe(500);
    bad(6, 'e', 1500, { tookMs: 500 });
    expect(concurrency.restMs(1500)).toBe(2000);
  });
  it('lasts at most 30 s, and starts short again after a success', () => {
    const { concurrency, good, bad } = inTrouble();
    for (let n = 0; n < 9; n += 1) bad(16, 'c', n);
    expect(concurrency.restMs(8)).toBe(30_000);
    good(2, 9);
    expect(concurrency.restMs(9)).toBe(0);
    for (const endpoint of [6, 2, 16] as const) bad(endpoint, 'x', 10);
    expect(concurrency.restMs(10)).toBe(1000);
  });
  it('is ended by "try now", as are the waits of each endpoint', () => {
    const { concurrency, bad, limit } = inTrouble();
    bad(16, 'c');
    bad(7, 'd', 0, { afterMs: 9000 });
    concurrency.tryNow();
    expect(concurrency.restMs(0)).toBe(0);
    expect(concurrency.nextMs(0)).toBeNull();
    expect(limit(7)).toMatchObject({ max: 1 });
  });
});

describe('the health of an endpoint', () => {
  it('is ok if it was called and its last answer was a success', () => {
    const { concurrency, good, bad } = open();
    expect(concurrency.isHealthy(6)).toBe(false);
    good(6);
    expect(concurrency.isHealthy(6)).toBe(true);
    bad(6, 'a');
    expect(concurrency.isHealthy(6)).toBe(false);
  });
  it('is failing after a failure, with the number of failures in a row, the last status, and whether a Retry-After holds', () => {
    const { concurrency, good, bad } = open();
    good(2);
    expect(concurrency.unhealthyEndpoints([2, 6], 0)).toEqual([]);
    bad(6, 'a', 0, { status: 503 });
    bad(6, 'a', 0, { status: 429, afterMs: 100 });
    expect(concurrency.unhealthyEndpoints([2, 6], 99)).toEqual([
      { endpoint: 6, failures: 2, status: 429, isHeldByService: true },
    ]);
    expect(concurrency.unhealthyEndpoints([2, 6], 100)).toEqual([
      { endpoint: 6, failures: 2, status: 429, isHeldByService: false },
    ]);
    good(6, 200);
    expect(concurrency.unhealthyEndpoints([2, 6], 200)).toEqual([]);
  });
  it.each([
    [500, 100, true],
    [499, 100, false],
    [2000, 500, false],
    [2001, 500, true],
  ])('at %i ms beside another endpoint at %i ms is slow: %s', (slowMs, quickMs, isSlow) => {
    const { concurrency, good } = open();
    good(2, 9000, quickMs);
    good(6, 9000, slowMs);
    expect(concurrency.unhealthyEndpoints([2, 6], 9000)).toEqual(
      isSlow ? [{ endpoint: 6, failures: 0, status: null, isHeldByService: false }] : [],
    );
  });
  it('is slow only in comparison with a healthy endpoint of its own sort: creates among creates, reads among reads', () => {
    const { concurrency, good, bad } = open();
    good(16, 9000, 10);
    good(6, 9000, 4000);
    expect(concurrency.unhealthyEndpoints([6], 9000)).toEqual([]);
    good(2, 9000, 10);
    expect(concurrency.unhealthyEndpoints([6], 9000)).toHaveLength(1);
    bad(2, 'a', 9000);
    expect(concurrency.unhealthyEndpoints([6], 9000)).toEqual([]);
  });
});
