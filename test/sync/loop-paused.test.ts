import type { Settings } from '../../shared/settings/settings.ts';
import { httpAnswer, neverSent, htmlAnswer } from '../support/exchanges.ts';
import { boxCapture, labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { healthyService, createdRecord, notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, describe, expect, it } from 'vitest';

let desk: SyncDesk;
function open(settings: Partial<Settings> = {}): SyncDesk {
  desk = openSyncDesk(settings);
  return desk;
}
afterEach(() => desk.close());

const secondOf = (line: string): number => Number(line.split(' ')[0]);

describe('a pause', () => {
  it('by a 401 uses no attempt and probes every five minutes, until "try now"', async () => {
    let secret = 'wrong';
    open().service = (asked) => (secret === 'wrong' ? httpAnswer(401) : healthyService(asked));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(899_000);
    expect(desk.takeLog()).toEqual(['0 probe', '300 probe', '600 probe']);
    expect(desk.sync.status()).toMatchObject({ connection: 'paused', pause: { why: 'unauthorized' }, idle: false });
    expect(desk.row(id)).toMatchObject({ state: 'queued', tries: 0 });
    secret = 'right';
    desk.sync.now();
    await desk.time.advance(10_000);
    expect(desk.state(id)).toBe('done');
  });

  it('by a 401 to a create leaves the order queued and uses no attempt', async () => {
    open().service = ({ endpoint }) => (endpoint === 16 ? notFoundAnswer : httpAnswer(401));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(1000);
    expect(desk.row(id)).toMatchObject({ state: 'queued', tries: 0, maybeTaken: false });
    expect(desk.sync.status().pause?.why).toBe('unauthorized');
  });

  it.each([
    ['redirect', httpAnswer(302, '', { location: 'https://door.example/' })],
    ['tls', neverSent('tls')],
    ['something-else-answered', htmlAnswer(200)],
  ] as const)('by %s retries automatically and ends as soon as the service answers', async (why, exchange) => {
    let away = true;
    open().service = (asked) => (away ? exchange : healthyService(asked));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(40_000);
    expect(desk.takeLog()).toEqual(['0 probe', '1 probe', '3 probe', '7 probe', '15 probe', '31 probe']);
    expect(desk.sync.status()).toMatchObject({ connection: 'paused', pause: { why } });
    away = false;
    await desk.time.advance(60_000);
    expect(desk.state(id)).toBe('done');
  });

  it('by a page in answer to a create settles the order as a lost answer', async () => {
    open().service = ({ endpoint, id }) =>
      endpoint === 16 ? (id === 'P1' ? createdRecord(id) : notFoundAnswer) : htmlAnswer(200);
    const label = desk.add(labelCapture('P1'));
    const box = desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.settle();
    expect(desk.row(label)).toMatchObject({ state: 'unsure', maybeTaken: true });
    expect(desk.row(box)).toMatchObject({ state: 'queued', maybeTaken: true });
    expect(desk.sync.status().pause?.why).toBe('something-else-answered');
  });

  it('becomes an outage if the service is unreachable afterwards, and is probed like any other', async () => {
    const answers = [htmlAnswer(200)];
    open().service = () => answers.pop() ?? neverSent();
    desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(41_000);
    const afterPause = desk
      .takeLog()
      .slice(1)
      .map((line) => Math.round(10 * (secondOf(line) - 1)) / 10);
    expect(desk.sync.status()).toMatchObject({ connection: 'offline', pause: null });
    await desk.close();
    open().service = () => neverSent();
    desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(40_000);
    expect(afterPause).toEqual(desk.takeLog().map(secondOf));
  });

  it('by a 401 still probes every five minutes while the service is unreachable', async () => {
    const answers = [httpAnswer(401)];
    open().service = () => answers.pop() ?? neverSent();
    desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(1000_000);
    expect(desk.takeLog().map(secondOf)).toEqual([0, 300, 600, 900]);
    expect(desk.sync.status()).toMatchObject({ connection: 'paused', pause: { why: 'unauthorized' } });
  });

  it('is not ended by an answer to a request that left before it', async () => {
    open({ concurrency: 2 });
    desk.service = async ({ endpoint, id }) => {
      if (endpoint === 16) return notFoundAnswer;
      if (id === 'B1') return httpAnswer(401);
      await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
      return httpAnswer(201);
    };
    desk.add(boxCapture('B2'));
    desk.sync.start();
    await desk.time.advance(500);
    desk.add(boxCapture('B1'));
    await desk.time.advance(5000);
    expect(desk.sync.status().pause?.why).toBe('unauthorized');
  });

  it('that only creates cause, while reads succeed, repeats at growing intervals', async () => {
    open().service = ({ endpoint }) => (endpoint === 16 ? notFoundAnswer : httpAnswer(307));
    desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.advance(100_000);
    expect(desk.takeLog().filter((line) => line.endsWith('6 B1'))).toEqual(
      [0, 1, 3, 7, 15, 31, 63].map((at) => `${at} 6 B1`),
    );
  });

  it.each([403, 404, 405])('of one endpoint by a %i lets others continue and retries automatically', async (status) => {
    let refuses = true;
    open().service = (asked) =>
      asked.endpoint === 2 && refuses
        ? httpAnswer(status)
        : asked.endpoint === 15
          ? httpAnswer(201)
          : healthyService(asked);
    const label = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(500);
    const sku = desk.add(skuCapture('SKU-1'));
    await desk.time.advance(500);
    expect(desk.row(label)).toMatchObject({ state: 'queued', tries: 0 });
    expect(desk.state(sku)).toBe('done');
    expect(desk.sync.status()).toMatchObject({
      connection: 'online',
      pausedEndpoints: [{ endpoint: 2, status }],
      idle: false,
    });
    refuses = false;
    await desk.time.advance(10_000);
    expect(desk.state(label)).toBe('done');
    expect(desk.sync.status().pausedEndpoints).toEqual([]);
  });
});
