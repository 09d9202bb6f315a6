import type { ServerResponse } from 'node:http';
import { setTimeout as pass } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDelivery, type Delivery } from '../../../electron/rpc/delivery/delivery.ts';
import type { DeskContext } from '../../../electron/rpc/desk-context.ts';
import { settingsStore } from '../../../electron/settings/settings-store.ts';
import { fakeTime, type FakeTime } from '../../support/fake-time.ts';
import { openTestOutbox, skuCapture, type TestOutbox } from '../../support/open-test-outbox.ts';
import { answerJson, startWireServer } from '../../support/wire-server.ts';
import { savedService, until } from './saved-service.ts';

let time: FakeTime;
let box: TestOutbox;
let delivery: Delivery;
let server: Awaited<ReturnType<typeof startWireServer>>;
/** creates that arrived: which, and when (ms) */
let arrived: { Sku: string; at: number }[];
/** the first create, whose answer is held back */
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

/** The deliveries of the folder, as they are begun whenever it is opened. */
function open(): Delivery {
  const settings = settingsStore(box.db);
  const parts = { ...box, settings, now: time.clock.now, emit: () => undefined } as unknown as DeskContext;
  return openDelivery(parts, {
    ...time,
    random: () => 0.999999,
    soon: (run) => void setImmediate(run),
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
  delivery.wake();
}
/** Time passes by tenths of a second, each with room for what goes over real lines. */
async function passUntil(what: () => boolean): Promise<void> {
  for (; !what(); await pass(2)) await time.pass(100);
}
const askToWait = (): void => answerJson(first!, 429, {}, { 'retry-after': '20' });
const isOnline = (): boolean => delivery.status().connection === 'online';

describe('what the service asks to wait with', () => {
  it.each([
    ['another secret is saved', () => save('two')],
    ['two are saved one after the other', () => Promise.all([save('two'), save('three')])],
    ['deliveries are stopped, and begun anew', () => delivery.stop().then(() => save('one'))],
  ])('holds for all of its kind where it is heard after %s, and the desk says so', async (_, begin) => {
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

  describe('while the folder is closed', () => {
    /** The folder is closed, hears to wait meanwhile, is opened again so much later, and has another order of the same kind. */
    async function reopened(afterMs: number, between: () => void = () => undefined): Promise<void> {
      const closed = delivery.close();
      await until(() => delivery.status().connection === 'stopped');
      askToWait();
      await closed;
      await time.pass(afterMs);
      between();
      delivery = open();
      await delivery.start(service('one'));
      add('SKU-2');
      await until(isOnline);
    }

    it('holds for all of its kind in who opens it next', async () => {
      await reopened(5000);
      expect(delivery.status().troubledEndpoints).toMatchObject([{ endpoint: 15, why: 'busy', waiting: 2 }]);
      await passUntil(() => arrived.length === 3);
      expect(arrived.slice(1).filter(({ at }) => at < 20_000)).toEqual([]);
      expect(arrived.slice(1).filter(({ at }) => at > 25_000)).toEqual([]);
    });

    it('is no matter any more once its time is over', async () => {
      await reopened(21_000);
      expect(delivery.status().troubledEndpoints).toEqual([]);
    });

    it('is over where the clock stands before it was set', async () => {
      await reopened(1000, () => time.setClockBy(-60_000));
      await passUntil(() => arrived.length === 3);
      expect(arrived[2]!.at).toBeLessThan(20_000);
    });

    it('is skipped by who tries at once', async () => {
      await reopened(1000);
      delivery.now();
      await passUntil(() => arrived.length === 2);
      expect(arrived[1]!.at).toBeLessThan(20_000);
    });
  });

  it('is begun anew by whoever saves another secret after it was heard', async () => {
    askToWait();
    await until(() => delivery.status().troubledEndpoints.length === 1);
    await save('two');
    add('SKU-2');
    await passUntil(() => arrived.length === 2);
    expect(arrived[1]).toMatchObject({ Sku: 'SKU-2' });
    expect(arrived[1]!.at).toBeLessThan(20_000);
  });
});
