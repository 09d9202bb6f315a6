import type { Settings } from '../../shared/settings/settings.ts';
import { httpAnswer, possiblySent } from '../support/exchanges.ts';
import { boxCapture, readTestCapture, labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creatingRecord, notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, describe, expect, it } from 'vitest';

let desk: SyncDesk;
function open(settings: Partial<Settings> = {}): SyncDesk {
  desk = openSyncDesk(settings);
  return desk;
}
afterEach(() => desk.close());

describe('waits and concurrency', () => {
  it('a Retry-After of a 429 is never shortened, and extended by up to half, so that desks do not return together', async () => {
    for (const [chance, returns] of [
      [0.999999, 10],
      [0.5, 12.5],
      [0, 15],
    ] as const) {
      open().random = () => chance;
      let busy = true;
      desk.service = (asked) => {
        if (asked.endpoint !== 6 || !busy) return asked.endpoint === 6 ? httpAnswer(201) : notFoundAnswer;
        busy = false;
        return httpAnswer(429, '', { retryAfterMs: 10_000 });
      };
      desk.add(boxCapture('B1'));
      desk.sync.start();
      await desk.time.advance(20_000);
      expect(desk.takeLog().filter((line) => line.includes(' 6 '))).toEqual(['0 6 B1', `${returns} 6 B1`]);
      await desk.close();
    }
    open();
  });

  it('a Retry-After of a 429 is kept to the second', async () => {
    let busy = true;
    open().service = (asked) => {
      if (asked.endpoint !== 6 || !busy) return asked.endpoint === 6 ? httpAnswer(201) : notFoundAnswer;
      busy = false;
      return httpAnswer(429, '', { retryAfterMs: 7000 });
    };
    const id = desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.advance(10_000);
    expect(desk.takeLog().filter((line) => line.includes(' 6 '))).toEqual(['0 6 B1', '7 6 B1']);
    expect(desk.row(id).tries).toBe(2);
  });

  it('a failing entry is attempted at growing intervals and delays no other', async () => {
    open().service = ({ endpoint, id }) =>
      endpoint === 6 ? (id === 'B1' ? httpAnswer(500) : httpAnswer(201)) : notFoundAnswer;
    desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.advance(3500);
    const other = desk.add(boxCapture('B2'));
    await desk.time.settle();
    expect(desk.takeLog().filter((line) => line.includes(' 6 '))).toEqual(['0 6 B1', '1 6 B1', '3 6 B1', '3.5 6 B2']);
    expect(desk.state(other)).toBe('accepted');
  });

  it('a failing service does not get requests for the whole queue', async () => {
    open({ concurrency: 4 }).service = ({ endpoint }) => (endpoint === 6 ? httpAnswer(503) : notFoundAnswer);
    for (let n = 0; n < 200; n += 1) desk.add(boxCapture(`B${n}`));
    desk.sync.start();
    await desk.time.advance(60_000);
    expect(desk.takeLog().filter((line) => line.includes(' 6 ')).length).toBeLessThan(30);
  });

  it('never more requests are under way than the setting allows, and fewer after a 429', async () => {
    open({ concurrency: 3 });
    let answering = (): ReturnType<SyncDesk['service']> => httpAnswer(429, '', { retryAfterMs: 100_000 });
    desk.service = async (asked) => {
      if (asked.endpoint !== 15) return notFoundAnswer;
      await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
      return answering();
    };
    for (let n = 0; n < 40; n += 1) desk.add(skuCapture(`SKU-${n}`));
    desk.sync.start();
    await desk.time.settle();
    // One slot stays free for others while the endpoint is unknown.
    expect(desk.activeCalls).toBe(2);
    await desk.time.advance(1000);
    answering = () => httpAnswer(201);
    desk.sync.now();
    await desk.time.settle();
    expect(desk.activeCalls).toBe(1);
    await desk.time.advance(12_000);
    expect(desk.activeCalls).toBe(3);
    expect(desk.maxActiveCalls).toBe(3);
  });

  it('status checks and deliveries share the slots, and neither starves the other', async () => {
    for (const concurrency of [1, 4]) {
      open({ concurrency });
      let slow = false;
      desk.service = async ({ endpoint, id }) => {
        if (slow) await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
        return endpoint === 16 || endpoint === 2 ? creatingRecord(id) : httpAnswer(201);
      };
      for (let n = 0; n < 20; n += 1) desk.add(labelCapture(`P${n}`));
      desk.sync.start();
      await desk.time.advance(1000);
      slow = true;
      for (let n = 0; n < 20; n += 1) desk.add(skuCapture(`SKU-${n}`));
      await desk.time.advance(21_000);
      const log = desk.takeLog();
      const reads = log.filter((line) => line.includes(' 16 ')).length;
      const deliveries = log.filter((line) => line.includes(' 15 ')).length;
      expect(deliveries).toBeGreaterThanOrEqual(concurrency === 1 ? 10 : 20);
      expect(reads).toBeGreaterThanOrEqual(concurrency === 1 ? 8 : 20);
      await desk.close();
    }
    open();
  });

  it('setting the clock back ends waits', async () => {
    open({ backoffFirstSeconds: 300 }).service = ({ endpoint }) => (endpoint === 6 ? httpAnswer(500) : notFoundAnswer);
    desk.add(boxCapture('B1'));
    desk.sync.start();
    await desk.time.advance(1000);
    desk.time.shiftClock(-7 * 86_400_000);
    desk.sync.wake();
    await desk.time.advance(1000);
    expect(desk.takeLog().filter((line) => line.includes(' 6 '))).toEqual(['0 6 B1', '1 6 B1']);
  });

  it('outbound orders are checked together, in halves after a 404, and matched by id', async () => {
    open();
    desk.service = ({ endpoint, id }) => {
      if (endpoint === 16) return notFoundAnswer;
      if (endpoint === 10) return httpAnswer(201);
      const ids = id.split(',');
      return ids.includes('O3')
        ? notFoundAnswer
        : httpAnswer(
            200,
            ids.toReversed().map((PackageId) => ({ PackageId, TrackingNumber: `T-${PackageId}` })),
          );
    };
    const ids = [1, 2, 3, 4].map((n) => desk.add(readTestCapture(10, { Package: { PackageId: `O${n}` } })));
    desk.sync.start();
    await desk.time.advance(4000);
    expect(desk.takeLog().filter((line) => line.includes(' 11 '))).toEqual([
      '2 11 O1,O2,O3,O4',
      '2 11 O1,O2',
      '2 11 O3,O4',
      '2 11 O3',
      '2 11 O4',
    ]);
    expect(ids.map((id) => desk.row(id).trackingNumber)).toEqual(['T-O1', 'T-O2', null, 'T-O4']);
    expect(ids.map(desk.state)).toEqual(['done', 'done', 'accepted', 'done']);
  });
});

describe('an answer about several outbound orders', () => {
  it.each([7, true, { Status: [1] }, [{ error: 'busy' }]])(
    'of %j does not count any of them as not found',
    async (says) => {
      open({ graceSeconds: 60 });
      let tries = 0;
      desk.service = ({ endpoint }) => {
        if (endpoint === 10) return ++tries > 1 ? httpAnswer(400, 'PackageId exists') : possiblySent();
        return endpoint === 11 ? httpAnswer(200, says) : notFoundAnswer;
      };
      const id = desk.add(readTestCapture(10, { Package: { PackageId: 'O1' } }));
      desk.sync.start();
      await desk.time.advance(1_800_000);
      expect(desk.row(id)).toMatchObject({ state: 'unsure', asks: null });
    },
  );
});
