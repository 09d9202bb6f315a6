import { AdaptiveConcurrency } from '../../electron/delivery/sync/adaptive-concurrency.ts';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { median } from '../bench/figure.ts';
import { desksOnOneAccount } from '../simulation/pace/desks-on-one-account.ts';
import { RateLimit } from '../simulation/pace/rate-limited-service.ts';
import { seeded } from '../simulation/seeded.ts';
import { httpAnswer } from '../support/exchanges.ts';
import { labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creatingRecord } from '../support/order-service.ts';
import { openSyncDesk } from '../support/sync-desk.ts';
import { describe, expect, it } from 'vitest';

// The kinds of service at which desks without their own rate collapse; `simulation/pace` covers all kinds, for longer.
it.each(['refused requests count', 'Retry-After 30'] as const)(
  'thirty desks on one account use most of its limit from the first two minutes on: %s',
  async (rule) => {
    const use = await desksOnOneAccount({ desks: 30, perSecond: 10, rule, seconds: 120, seed: 1 });
    expect(use.used).toBeGreaterThan(0.55);
    expect(use.refusedPerSuccess).toBeLessThan(0.4);
  },
);

describe('the request rate', () => {
  const open = () => {
    const concurrency = new AdaptiveConcurrency(
      () => defaultSettings,
      () => 0.5,
    );
    return {
      concurrency,
      good: (endpoint: EndpointNumber, now: number) =>
        concurrency.recordSuccess(endpoint, { requester: 'any', startedAt: now - 10, now }),
      refused: (endpoint: EndpointNumber, now: number) =>
        concurrency.recordFailure(endpoint, { requester: 'any', startedAt: now - 10, now, afterMs: null, status: 429 }),
    };
  };
  /** requests per second that may be sent one after the other, from `from` on */
  const perSecond = ({ concurrency }: ReturnType<typeof open>, from: number, seconds = 10): number => {
    let sent = 0;
    for (let now = from; now < from + seconds * 1000; now += 10)
      if (concurrency.requestsAllowed(now) > 0) {
        concurrency.countRequest(now);
        sent += 1;
      }
    return sent / seconds;
  };

  it('is unlimited until the service answers a request with 429, however many are sent', () => {
    const { concurrency, good } = open();
    for (let now = 0; now < 60_000; now += 10) {
      concurrency.countRequest(now);
      good(2, now);
    }
    expect(concurrency.requestsAllowed(60_000)).toBe(Infinity);
    expect(concurrency.untilMoreAllowedMs(60_000)).toBeNull();
  });
  it('starts below what the service accepted before its first 429, and shrinks with each further occasion', () => {
    const one = open();
    for (let now = 0; now < 10_000; now += 100) one.good(2, now);
    one.refused(2, 10_000);
    const first = perSecond(one, 10_000);
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThan(8);
    one.refused(2, 20_020);
    expect(perSecond(one, 20_020)).toBeLessThan(first * 0.9);
  });
  it('is not limited by an endpoint that answers all of its own requests with 429 while others succeed', () => {
    const one = open();
    let now = 0;
    for (; now < 60_000; now += 200) {
      one.good(2, now);
      one.refused(6, now + 50);
    }
    expect(perSecond(one, now)).toBeGreaterThan(2);
  });
});

it('a new order is sent before due status checks while the request rate is limited', async () => {
  // Status checks that are due again soon: more than the one request per second that the service accepts.
  const desk = openSyncDesk({ readFirstSeconds: 1, readMostSeconds: 1 });
  const limit = new RateLimit({ counts: 'bucket', refusedCount: false, retryAfter: null }, 1);
  desk.random = seeded(1).next;
  desk.service = ({ endpoint, id }) =>
    limit.take(desk.time.elapsed()) ?? (endpoint === 15 ? httpAnswer(201) : creatingRecord(id));
  for (let n = 0; n < 12; n += 1) desk.add(labelCapture(`P${n}`));
  desk.sync.start();
  await desk.time.advance(120_000);
  const waits: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    desk.takeLog();
    const from = desk.time.elapsed() / 1000;
    desk.add(skuCapture(`SKU-${n}`));
    await desk.time.advance(12_000);
    const sent = desk.takeLog().find((line) => line.endsWith(` 15 SKU-${n}`));
    waits.push(Number(sent?.split(' ')[0]) - from);
  }
  expect(median(waits)).toBeLessThan(0.1);
  await desk.close();
});
