import type { Settings } from '../../shared/settings/settings.ts';
import { httpAnswer, possiblySent, neverSent } from '../support/exchanges.ts';
import { boxCapture, labelCapture } from '../support/open-test-outbox.ts';
import { healthyService, notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, describe, expect, it } from 'vitest';

let desk: SyncDesk;
function open(settings: Partial<Settings> = {}): SyncDesk {
  desk = openSyncDesk(settings);
  return desk;
}
afterEach(() => desk.close());

const secondOf = (line: string): number => Number(line.split(' ')[0]);

describe('offline', () => {
  it('nothing is claimed, probes are reads at growing intervals, and the queue is delivered once the service answers', async () => {
    open().service = () => neverSent();
    const ids = [1, 2, 3].map((n) => desk.add(labelCapture(`P${n}`)));
    desk.sync.start();
    await desk.time.advance(100_000);
    const asked = desk.takeLog().map((line) => line.split(' '));
    expect(new Set(asked.map(([, what]) => what))).toEqual(new Set(['probe']));
    const times = asked.map(([at]) => Number(at));
    const waits = times.slice(2).map((at, before) => at - (times[before + 1] ?? 0));
    expect(waits[0]).toBe(1);
    expect(waits.every((wait, at) => at === 0 || wait >= (waits[at - 1] ?? 0) - 0.001)).toBe(true);
    expect(waits.at(-1)).toBeGreaterThan(4);
    expect(times.length).toBeLessThan(60);
    expect(ids.map((id) => desk.row(id).tries)).toEqual([0, 0, 0]);
    expect(desk.sync.status()).toMatchObject({ connection: 'offline', idle: false });
    desk.service = healthyService;
    await desk.time.advance(60_000);
    expect(ids.map(desk.state)).toEqual(['done', 'done', 'done']);
    expect(desk.sync.status()).toMatchObject({ connection: 'online', idle: true });
  });

  it('connections that break together count as one outage: the first probe leaves at once, the next soon after', async () => {
    open({ concurrency: 4 });
    let there = true;
    desk.service = async ({ endpoint }) => {
      if (endpoint === 16) return there ? notFoundAnswer : neverSent();
      await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
      there = false;
      return possiblySent();
    };
    for (const key of ['B1', 'B2', 'B3', 'B4']) desk.add(boxCapture(key));
    desk.sync.start();
    await desk.time.advance(2500);
    expect(desk.takeLog().filter((line) => line.endsWith('probe'))).toEqual(['0 probe', '1 probe', '2 probe']);
  });

  it('waits between probes are at most five minutes', async () => {
    open().service = () => neverSent();
    desk.sync.start();
    await desk.time.advance(3600_000);
    const times = desk.takeLog().map(secondOf);
    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(300.1);
    expect(Math.max(...gaps)).toBeGreaterThan(290);
  });

  it('waits between probes are at most 30 s while entries wait, also for an entry captured during a longer wait', async () => {
    open().service = () => neverSent();
    desk.sync.start();
    await desk.time.advance(1000_000);
    desk.takeLog();
    desk.add(labelCapture('P1'));
    await desk.time.advance(90_000);
    expect(desk.takeLog()).toHaveLength(4);
  });

  it('a connection that is up for 2 s and down for 20 s delivers orders every time, within half of its uptime', async () => {
    open();
    const [upMs, roundMs] = [2000, 22_000];
    const taken = new Map<number, number>();
    desk.service = async (asked) => {
      const at = desk.time.clock.monotonic();
      if (at % roundMs >= upMs) return neverSent();
      await new Promise<void>((resolve) => desk.time.timer.after(400, resolve));
      const round = Math.floor(at / roundMs);
      if (asked.endpoint === 2 && !taken.has(round)) taken.set(round, at % roundMs);
      return healthyService(asked);
    };
    for (let n = 0; n < 400; n += 1) desk.add(labelCapture(`P${n}`));
    desk.sync.start();
    await desk.time.advance(10 * roundMs);
    expect(taken.size).toBe(10);
    expect(Math.max(...taken.values())).toBeLessThanOrEqual(upMs / 2 + 400);
  });

  it('"try now" skips the wait', async () => {
    open().service = () => neverSent();
    desk.sync.start();
    await desk.time.advance(100_000);
    desk.takeLog();
    desk.sync.now();
    await desk.time.settle();
    expect(desk.takeLog()).toEqual(['100 probe']);
  });

  it('any answer means online', async () => {
    for (const status of [200, 400, 403, 404, 429, 500, 503]) {
      open().service = ({ endpoint }) => (endpoint === 16 ? httpAnswer(status, '{}') : httpAnswer(400));
      desk.sync.start();
      await desk.time.settle();
      expect(desk.sync.status().connection).toBe('online');
      await desk.close();
    }
    open();
  });

  it('one timeout while other requests are answered is no outage', async () => {
    open({ requestTimeoutSeconds: 30 });
    desk.service = async ({ endpoint, id }) => {
      if (id !== 'B1') return healthyService({ endpoint, id, body: null });
      await new Promise<void>((resolve) => desk.time.timer.after(30_000, resolve));
      return possiblySent('timeout');
    };
    desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.advance(10_000);
    desk.add(labelCapture('P1'));
    await desk.time.advance(21_000);
    expect(desk.statuses.map(({ connection }) => connection)).not.toContain('offline');
  });
});
