import type { DeskContext } from '../../../electron/desk/desk-context.ts';
import { openDelivery, type Delivery } from '../../../electron/desk/open-delivery.ts';
import { settingsStore } from '../../../electron/storage/settings-store.ts';
import { fakeTime, type FakeTime } from '../../support/fake-time.ts';
import { openTestOutbox, skuCapture, type TestOutbox } from '../../support/open-test-outbox.ts';
import { answerJson, startWireServer } from '../../support/wire-server.ts';
import { savedService, until } from './saved-service.ts';
import type { ServerResponse } from 'node:http';
import { setTimeout as pass } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let time: FakeTime;
let box: TestOutbox;
let delivery: Delivery;
let server: Awaited<ReturnType<typeof startWireServer>>;
/** received creates, with their time (ms) */
let arrived: { Sku: string; at: number }[];
/** the first create, whose answer is delayed */
let first: ServerResponse | null;

beforeEach(async () => {
  time = fakeTime();
  arrived = [];
  first = null;
  server = await startWireServer(({ method, body }, response) => {
    if (method !== 'POST') return answerJson(response, 404, {});
    const { Sku } = JSON.parse(body) as { Sku: string };
    arrived.push({ Sku, at: time.elapsed() });
    if (arrived.length === 1) first = response;
    else answerJson(response, 201, {});
  });
  box = openTestOutbox();
  delivery = open();
  await delivery.start(service('one'));
  add('SKU-1');
  await until(() => first !== null);
});
afterEach(async () => {
  await delivery.close();
  box.close();
  await server.close();
});

/** Opens delivery for the folder, as each opening of the folder does. */
function open(): Delivery {
  const settings = settingsStore(box.db);
  const parts = { ...box, settings, now: time.clock.now, emit: () => undefined } as unknown as DeskContext;
  return openDelivery(parts, {
    ...time,
    random: () => 0.999999,
    runSoon: (run) => void setImmediate(run),
    startPractice: () => Promise.reject(new Error('nobody practises here')),
    targets: { knows: () => true, learn: () => undefined },
    onFault(fault) {
      throw fault;
    },
  });
}
const service = (value: string) => savedService(server.origin, value);
const save = (value: string): Promise<void> => delivery.start(service(value));
function add(Sku: string): void {
  box.outbox.enqueue(`command ${Sku}`, skuCapture(Sku), '', false);
  delivery.wakeSync();
}
/** Advances time in steps of 0.1 s, each with real time for network traffic. */
async function passUntil(what: () => boolean): Promise<void> {
  for (; !what(); await pass(2)) await time.advance(100);
}
const askToWait = (): void => answerJson(first!, 429, {}, { 'retry-after': '20' });
const isOnline = (): boolean => delivery.status().connection === 'online';

describe('a Retry-After of the service', () => {
  it.each([
    ['another secret is saved', () => save('two')],
    ['two secrets are saved one after the other', () => Promise.all([save('two'), save('three')])],
    ['delivery is stopped and started again', () => delivery.stop().then(() => save('one'))],
  ])('applies to all orders of its kind if it arrives after %s, and is shown', async (_, begin) => {
    const begun = begin();
    await until(() => delivery.status().connection === 'stopped');
    askToWait();
    await begun;
    add('SKU-2');
    await until(isOnline);
    const waits = { endpoint: 15, why: 'busy', status: null, waiting: 2 };
    expect(delivery.status().troubledEndpoints).toEqual([waits]);
    await passUntil(() => arrived.length === 3);
    expect(arrived.map(({ Sku }) => Sku).sort()).toEqual(['SKU-1', 'SKU-1', 'SKU-2']);
    expect(arrived.slice(1).filter(({ at }) => at < 20_000)).toEqual([]);
    await passUntil(() => delivery.status().idle);
    expect(delivery.status().troubledEndpoints).toEqual([]);
  });

  describe('received while the folder is closed', () => {
    /**
     * Closes the folder, receives the Retry-After meanwhile, opens the folder again after the given time, and adds
     * another order of the same kind.
     */
    async function reopened(afterMs: number, between: () => void = () => undefined): Promise<void> {
      const closed = delivery.close();
      await until(() => delivery.status().connection === 'stopped');
      askToWait();
      await closed;
      await time.advance(afterMs);
      between();
      delivery = open();
      await delivery.start(service('one'));
      add('SKU-2');
      await until(isOnline);
    }

    it('still applies to all orders of its kind at the next opening', async () => {
      await reopened(5000);
      expect(delivery.status().troubledEndpoints).toMatchObject([{ endpoint: 15, why: 'busy', waiting: 2 }]);
      await passUntil(() => arrived.length === 3);
      expect(arrived.slice(1).filter(({ at }) => at < 20_000)).toEqual([]);
      expect(arrived.slice(1).filter(({ at }) => at > 25_000)).toEqual([]);
    });

    it('has no effect once its time is over', async () => {
      await reopened(21_000);
      expect(delivery.status().troubledEndpoints).toEqual([]);
    });

    it('has no effect if the clock is now earlier than when it was received', async () => {
      await reopened(1000, () => time.shiftClock(-60_000));
      await passUntil(() => arrived.length === 3);
      expect(arrived[2]!.at).toBeLessThan(20_000);
    });

    it('ends when a person retries at once', async () => {
      await reopened(1000);
      delivery.syncNow();
      await passUntil(() => arrived.length === 2);
      expect(arrived[1]!.at).toBeLessThan(20_000);
    });
  });

  it('is dropped when another secret is saved after it arrived', async () => {
    askToWait();
    await until(() => delivery.status().troubledEndpoints.length === 1);
    await save('two');
    add('SKU-2');
    await passUntil(() => arrived.length === 2);
    expect(arrived[1]).toMatchObject({ Sku: 'SKU-2' });
    expect(arrived[1]!.at).toBeLessThan(20_000);
  });
});
