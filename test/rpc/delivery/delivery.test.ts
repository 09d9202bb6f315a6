import type { DeskContext } from '../../../electron/desk/desk-context.ts';
import { openDelivery, type Delivery, syncHandlers } from '../../../electron/desk/open-delivery.ts';
import { settingsStore, type SettingsStore } from '../../../electron/storage/settings-store.ts';
import { openTestOutbox, skuCapture, type TestOutbox } from '../../support/open-test-outbox.ts';
import { realClock, realTimer } from '../../support/real-time.ts';
import { answerJson, startWireServer } from '../../support/wire-server.ts';
import { savedService, until } from './saved-service.ts';
import type { ServerResponse } from 'node:http';
import { setTimeout as pass } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let box: TestOutbox;
let settings: SettingsStore;
let delivery: Delivery;
let handlers: ReturnType<typeof syncHandlers>;
let server: Awaited<ReturnType<typeof startWireServer>>;
let practices: { started: number; closed: number };
/** creates whose answer is delayed */
let held: ServerResponse[];
let holding: boolean;
const ids = new Map<string, string>();

beforeEach(async () => {
  held = [];
  holding = false;
  practices = { started: 0, closed: 0 };
  server = await startWireServer(({ method }, response) => {
    if (method === 'POST' && holding) held.push(response);
    else answerJson(response, method === 'POST' ? 201 : 404, {});
  });
  box = openTestOutbox();
  settings = settingsStore(box.db);
  const parts = {
    ...box,
    settings,
    now: realClock.now,
    emit: () => undefined,
    wakeSync: () => delivery.wakeSync(),
  } as unknown as DeskContext;
  delivery = openDelivery(parts, {
    clock: realClock,
    timer: realTimer,
    random: Math.random,
    runSoon: (run) => void setImmediate(run),
    async startPractice() {
      practices.started += 1;
      await pass(30);
      return {
        url: server.origin,
        applyDrill: () => Promise.resolve(),
        close: async () => void (practices.closed += 1),
      };
    },
    targets: { knows: () => true, learn: () => undefined },
    onFault: (fault) => {
      throw fault;
    },
  });
  handlers = syncHandlers(parts, delivery, () => Promise.resolve());
});
afterEach(async () => {
  holding = false;
  release();
  await delivery.close();
  box.close();
  await server.close();
});

const service = (value: string) => savedService(server.origin, value);
const release = (): void => held.splice(0).forEach((response) => answerJson(response, 201, {}));
function add(Sku: string): void {
  ids.set(Sku, box.outbox.enqueue(`command ${Sku}`, skuCapture(Sku), '', false).id);
  delivery.wakeSync();
}
/** Keys of received creates, each with the secret it was sent with. */
const creates = (): string[] =>
  server.arrived
    .filter(({ method }) => method === 'POST')
    .map(({ body, headers }) => `${(JSON.parse(body) as { Sku: string }).Sku} ${String(headers['x-key'])}`);
const stateOf = (Sku: string) => box.reader.detail(ids.get(Sku) ?? '')?.state;

describe('the sync of a desk', () => {
  it('applies settings at once without aborting the request under way', async () => {
    holding = true;
    await delivery.start(service('one'));
    add('SKU-1');
    await until(() => held.length === 1);
    await handlers['settings.set']({ values: { requestTimeoutSeconds: 60, concurrency: 1, senderCity: 'Vigo' } });
    expect(delivery.status()).toMatchObject({ underWay: 1 });
    release();
    await until(() => stateOf('SKU-1') === 'done');
    for (const Sku of ['SKU-2', 'SKU-3']) add(Sku);
    await until(() => held.length === 1);
    await pass(100);
    expect(delivery.status()).toMatchObject({ underWay: 1 });
    expect(creates()).toEqual(['SKU-1 one', 'SKU-2 one']);
  });

  it('exists only once, whatever is saved during a request: each order arrives once, and none after it was stopped', async () => {
    holding = true;
    await delivery.start(service('one'));
    add('SKU-1');
    await until(() => held.length === 1);
    const set = async (graceSeconds: number) => handlers['settings.set']({ values: { graceSeconds } });
    const saved = [set(60), delivery.start(service('two')), set(61), delivery.start(service('three'))];
    await pass(100);
    holding = false;
    release();
    await Promise.all(saved);
    add('SKU-2');
    await until(() => stateOf('SKU-2') === 'done');
    expect(stateOf('SKU-1')).toBe('done');
    // Nothing was sent with the secret that was replaced before it took effect.
    expect(creates()).toEqual(['SKU-1 one', 'SKU-2 three']);
    await delivery.stop();
    add('SKU-3');
    await pass(500);
    expect(creates()).toHaveLength(2);
    expect(stateOf('SKU-3')).toBe('queued');
  });

  it('follows the latest request to start or stop', async () => {
    await Promise.all([delivery.start(service('one')), delivery.stop()]);
    expect(delivery.status().connection).toBe('stopped');
    await Promise.all([delivery.stop(), delivery.start(service('one'))]);
    expect(delivery.status().connection).not.toBe('stopped');
  });

  it('continues unchanged if a requested start fails', async () => {
    await delivery.start(service('one'));
    add('SKU-1');
    await until(() => stateOf('SKU-1') === 'done');
    await expect(delivery.start({ ...service('two'), account: 'another' })).rejects.toMatchObject({
      problem: { kind: 'other-target' },
    });
    await expect(delivery.start({ ...service('two'), secret: { name: 'Host', value: 'x' } })).rejects.toThrow();
    add('SKU-2');
    await until(() => stateOf('SKU-2') === 'done');
    expect(creates()).toEqual(['SKU-1 one', 'SKU-2 one']);
  });

  it('cannot be started again once it is closing, and closes everything it opened', async () => {
    holding = true;
    await delivery.start(service('one'));
    add('SKU-1');
    await until(() => held.length === 1);
    const begun = delivery.start(service('two'));
    await pass(50);
    const late = delivery.start(service('three'));
    const closed = delivery.close();
    release();
    await Promise.allSettled([begun, late]);
    await closed;
    await delivery.close();
    add('SKU-2');
    await pass(300);
    expect(creates()).toEqual(['SKU-1 one']);
    await expect(delivery.start(service('four'))).rejects.toMatchObject({ problem: { kind: 'cancelled' } });
  });

  it('starts the practice service once, whatever needs it first, and stops it', async () => {
    const practice = { account: '', settings: {} };
    await Promise.all([delivery.serviceForLookups(), delivery.start(practice), delivery.serviceForLookups()]);
    add('SKU-1');
    await until(() => stateOf('SKU-1') === 'done');
    await delivery.close();
    expect(practices).toEqual({ started: 1, closed: 1 });
  });
});
