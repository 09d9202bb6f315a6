import type { Settings } from '../../shared/settings/settings.ts';
import { httpAnswer } from '../support/exchanges.ts';
import { labelCapture, skuCapture } from '../support/open-test-outbox.ts';
import { creatingRecord, createdRecord, notFoundAnswer } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, describe, expect, it } from 'vitest';

let desk: SyncDesk;
function open(settings: Partial<Settings> = {}): SyncDesk {
  desk = openSyncDesk(settings);
  return desk;
}
afterEach(() => desk.close());

describe('stopping', () => {
  it('lets requests under way finish, starts none, and can be called twice', async () => {
    open({ concurrency: 1 });
    desk.service = async ({ endpoint }) => {
      if (endpoint === 16) return notFoundAnswer;
      await new Promise<void>((resolve) => desk.time.timer.after(1000, resolve));
      return httpAnswer(201);
    };
    const [first, second] = [desk.add(skuCapture('SKU-1')), desk.add(skuCapture('SKU-2'))];
    desk.sync.start();
    await desk.time.advance(500);
    const stopped = Promise.all([desk.sync.stop(), desk.sync.stop()]);
    await desk.time.advance(1000);
    await stopped;
    expect([desk.state(first), desk.state(second)]).toEqual(['done', 'queued']);
    expect(desk.sync.status().connection).toBe('stopped');
    desk.sync.start();
    await desk.time.advance(10_000);
    expect(desk.state(second)).toBe('queued');
  });

  it('gives up requests that do not finish, as lost answers', async () => {
    open().service = ({ endpoint }) => (endpoint === 16 ? notFoundAnswer : new Promise(() => undefined));
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(500);
    const stopped = desk.sync.stop();
    await desk.time.advance(3000);
    await stopped;
    expect(desk.row(id)).toMatchObject({ state: 'unsure', maybeTaken: true });
  });
});

describe('faults', () => {
  it('of the disk are reported, and the answer is kept in memory and written once that is possible, however late', async () => {
    open().service = ({ endpoint }) => httpAnswer(endpoint === 16 ? 404 : 201);
    const id = desk.add(skuCapture('SKU-1'));
    const { settle, addRunningMs } = desk.outbox.sync;
    let full = true;
    const onDisk = <A extends unknown[], R>(write: (...given: A) => R) => {
      return (...given: A): R => {
        if (full) throw new Error('disk full');
        return write(...given);
      };
    };
    desk.outbox.sync.settle = onDisk(settle);
    desk.outbox.sync.addRunningMs = onDisk(addRunningMs);
    desk.sync.start();
    await desk.time.advance(500);
    expect(desk.faults.map(String)).toEqual(['Error: disk full']);
    expect(desk.sync.status()).toMatchObject({ underWay: 1, cannotWrite: false });
    const other = desk.add(skuCapture('SKU-2'));
    await desk.time.advance(3600_000);
    // A status whose answer could not be stored is not requested.
    expect(desk.takeLog()).toEqual(['0 probe', '0 15 SKU-1']);
    expect([desk.state(id), desk.state(other)]).toEqual(['sending', 'queued']);
    expect(desk.statuses.at(-1)).toMatchObject({ underWay: 1, cannotWrite: true, idle: false });
    full = false;
    await desk.time.advance(15_000);
    expect([desk.state(id), desk.state(other)]).toEqual(['done', 'done']);
    expect(desk.takeLog().map((line) => line.split(' ').at(-1))).toEqual(['SKU-2']);
    expect(desk.sync.status()).toMatchObject({ underWay: 0, cannotWrite: false, idle: true });
  });

  it('of the disk are reported within seconds, even if every slot holds an answer that cannot be written', async () => {
    open({ concurrency: 1 }).service = ({ endpoint }) => httpAnswer(endpoint === 16 ? 404 : 201);
    desk.add(skuCapture('SKU-1'));
    const full = (): never => {
      throw new Error('disk full');
    };
    desk.outbox.sync.settle = full;
    desk.outbox.sync.addRunningMs = full;
    desk.sync.start();
    await desk.time.advance(40_000);
    expect(desk.statuses.at(-1)).toMatchObject({ underWay: 1, cannotWrite: true });
  });

  it('in writing one answer alone settle its entry as a lost answer', async () => {
    open().service = ({ endpoint, id }) => (endpoint === 16 ? notFoundAnswer : httpAnswer(201, { SvcOrderId: id }));
    const { settle } = desk.outbox.sync;
    let impossible = true;
    desk.outbox.sync.settle = (claimed, given, ...more) => {
      if (claimed.key.value === 'SKU-1' && given !== null && impossible) throw new Error('impossible row');
      settle(claimed, given, ...more);
    };
    const id = desk.add(skuCapture('SKU-1'));
    desk.sync.start();
    await desk.time.advance(45_000);
    expect(desk.row(id).maybeTaken).toBe(true);
    expect(desk.row(id).tries).toBeGreaterThan(1);
    impossible = false;
    const other = desk.add(skuCapture('SKU-2'));
    await desk.time.advance(45_000);
    expect([desk.state(id), desk.state(other)]).toEqual(['done', 'done']);
  });

  it('of the disk do not keep the desk from stopping, and the next run settles the entry as a lost answer', async () => {
    open().service = ({ endpoint, id }) =>
      endpoint === 16 ? (id === 'P1' ? createdRecord(id) : notFoundAnswer) : creatingRecord(id);
    const { settle } = desk.outbox.sync;
    desk.outbox.sync.settle = () => {
      throw new Error('disk full');
    };
    const id = desk.add(labelCapture('P1'));
    desk.sync.start();
    await desk.time.advance(100_000);
    const stopped = desk.sync.stop();
    await desk.time.advance(3000);
    await stopped;
    expect(desk.state(id)).toBe('sending');
    desk.outbox.sync.settle = settle;
    desk.newSync().start();
    await desk.time.advance(10_000);
    expect(desk.state(id)).toBe('done');
    expect(desk.takeLog().filter((line) => line.endsWith('2 P1'))).toHaveLength(1);
  });

  it('in claiming do not end the loop', async () => {
    open().service = ({ endpoint }) => httpAnswer(endpoint === 16 ? 404 : 201);
    const { claim } = desk.outbox.sync;
    let full = true;
    desk.outbox.sync.claim = (...args) => {
      if (full) throw new Error('disk full');
      return claim(...args);
    };
    const id = desk.add(skuCapture('SKU-1'));
    desk.sync.start();
    await desk.time.advance(2500);
    expect(desk.faults).toHaveLength(3);
    full = false;
    await desk.time.advance(1000);
    expect(desk.state(id)).toBe('done');
  });

  it('in writing the running time every minute end nothing, and no running time is lost', async () => {
    open().service = ({ endpoint }) => httpAnswer(endpoint === 16 ? 404 : 201);
    const { addRunningMs } = desk.outbox.sync;
    let full = true;
    desk.outbox.sync.addRunningMs = (ms) => {
      if (full) throw new Error('disk full');
      addRunningMs(ms);
    };
    desk.sync.start();
    await desk.time.advance(150_000);
    expect(desk.faults.map(String)).toEqual(['Error: disk full', 'Error: disk full']);
    const id = desk.add(skuCapture('SKU-1'));
    await desk.time.settle();
    expect(desk.state(id)).toBe('done');
    full = false;
    await desk.time.advance(60_000);
    expect(desk.outbox.sync.runningMs()).toBe(210_000);
  });
});
