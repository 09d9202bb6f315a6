import { describe, expect, it } from 'vitest';
import type { EndpointNumber } from '../../shared/service/endpoints.ts';
import { defaultSettings } from '../../shared/settings/settings.ts';
import { AdaptiveConcurrency } from '../../electron/sync/adaptive-concurrency.ts';
import { median } from '../bench/figure.ts';
import { desksOnOneAccount } from '../simulation/pace/desks-on-one-account.ts';
import { RateLimit } from '../simulation/pace/rate-limited-service.ts';
import { seeded } from '../simulation/seeded.ts';
import { answer } from '../support/exchanges.ts';
import { labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creating } from '../support/order-service.ts';
import { openSyncDesk } from '../support/sync-desk.ts';

// the kinds of service at which desks without a rate of their own collapse; `simulation/pace` has all kinds, and for longer
it.each(['refused requests count', 'Retry-After 30'] as const)(
  'thirty desks on one account use most of its limit from the first two minutes on: %s',
  async (rule) => {
    const use = await desksOnOneAccount({ desks: 30, perSecond: 10, rule, seconds: 120, seed: 1 });
    expect(use.used).toBeGreaterThan(0.55);
    expect(use.refusedPerSuccess).toBeLessThan(0.4);
  },
);

describe('the rate of requests', () => {
  const open = () => {
    const concurrency = new AdaptiveConcurrency(
      () => defaultSettings,
      () => 0.5,
    );
    return {
      concurrency,
      good: (endpoint: EndpointNumber, now: number) =>
        concurrency.good(endpoint, { requester: 'any', startedAt: now - 10, now }),
      refused: (endpoint: EndpointNumber, now: number) =>
        concurrency.bad(endpoint, { requester: 'any', startedAt: now - 10, now, afterMs: null, status: 429 }),
    };
  };
  /** how many of each second may be sent, one after the other, from `from` on */
  const perSecond = ({ concurrency }: ReturnType<typeof open>, from: number, seconds = 10): number => {
    let sent = 0;
    for (let now = from; now < from + seconds * 1000; now += 10)
      if (concurrency.ready(now) > 0) {
        concurrency.sent(now);
        sent += 1;
      }
    return sent / seconds;
  };

  it('is not bounded before the service refuses a request as too many, however many are sent', () => {
    const { concurrency, good } = open();
    for (let now = 0; now < 60_000; now += 10) {
      concurrency.sent(now);
      good(2, now);
    }
    expect(concurrency.ready(60_000)).toBe(Infinity);
    expect(concurrency.moreReadyMs(60_000)).toBeNull();
  });
  it('is less than what the service took before it refused one, and less with each further occasion', () => {
    const one = open();
    for (let now = 0; now < 10_000; now += 100) one.good(2, now);
    one.refused(2, 10_000);
    const first = perSecond(one, 10_000);
    expect(first).toBeGreaterThan(5);
    expect(first).toBeLessThan(8);
    one.refused(2, 20_020);
    expect(perSecond(one, 20_020)).toBeLessThan(first * 0.9);
  });
  it('is not bounded by an endpoint that refuses all of its own while others are taken', () => {
    const one = open();
    let now = 0;
    for (; now < 60_000; now += 200) {
      one.good(2, now);
      one.refused(6, now + 50);
    }
    expect(perSecond(one, now)).toBeGreaterThan(2);
  });
});

it('an order just entered goes ahead of statuses that are due, where the rate of requests is bounded', async () => {
  // statuses that are due again soon after they were asked: more than the one request a second that the service takes
  const desk = openSyncDesk({ readFirstSeconds: 1, readMostSeconds: 1 });
  const limit = new RateLimit({ counts: 'bucket', refusedCount: false, retryAfter: null }, 1);
  desk.random = seeded(1).next;
  desk.service = ({ endpoint, id }) =>
    limit.take(desk.time.elapsed()) ?? (endpoint === 15 ? answer(201) : creating(id));
  for (let n = 0; n < 12; n += 1) desk.add(labelCapture(`P${n}`));
  desk.sync.start();
  await desk.time.pass(120_000);
  const waits: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    desk.logged();
    const from = desk.time.elapsed() / 1000;
    desk.add(skuCapture(`SKU-${n}`));
    await desk.time.pass(12_000);
    const sent = desk.logged().find((line) => line.endsWith(` 15 SKU-${n}`));
    waits.push(Number(sent?.split(' ')[0]) - from);
  }
  expect(median(waits)).toBeLessThan(0.1);
  await desk.close();
});
