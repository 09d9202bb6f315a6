import { type Exchange, noAnswer } from '../../electron/delivery/service/exchange.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { healthyService } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

let desk: SyncDesk;
beforeEach(async () => {
  desk = openSyncDesk();
  desk.service = healthyService;
  desk.sync.start();
  await desk.time.advance(1000);
  desk.takeLog();
  desk.statuses.length = 0;
});
afterEach(() => desk.close());

const told = () => [...new Set(desk.statuses.map(({ connection }) => connection))];

it('nothing new is sent before a sleep, and everything at once after it', async () => {
  desk.sync.suspend();
  const id = desk.add(labelCapture('P1'));
  await desk.time.advance(30_000);
  expect(desk.takeLog()).toEqual([]);
  expect(desk.state(id)).toBe('queued');
  desk.sync.resume();
  await desk.time.advance(200);
  const [first, second] = desk.takeLog().map((line) => line.replace(/^\S+ /, ''));
  expect([first, second]).toEqual(['probe', '2 P1']);
});

it('an announced sleep that never happens ends automatically', async () => {
  desk.sync.suspend();
  const id = desk.add(labelCapture('P1'));
  await desk.time.advance(120_000);
  expect(desk.state(id)).toBe('done');
});

it('no outage is reported in the first seconds after a sleep, while the network reconnects', async () => {
  desk.sync.suspend();
  desk.service = () => noAnswer('never', 'unreachable');
  desk.sync.resume();
  await desk.time.advance(12_000);
  expect(told()).not.toContain('offline');
  desk.service = healthyService;
  await desk.time.advance(2000);
  expect(desk.sync.status().connection).toBe('online');
  expect(told()).not.toContain('offline');
});

it('a network that is still missing after a sleep is reported once those seconds are over', async () => {
  desk.sync.suspend();
  desk.service = () => noAnswer('never', 'unreachable');
  desk.sync.resume();
  await desk.time.advance(40_000);
  expect(desk.sync.status()).toMatchObject({ connection: 'offline', cause: 'unreachable' });
});

it('a request under way during a sleep settles as a lost answer without an outage, unless its answer arrives at wake-up', async () => {
  const waiting = new Map<string, (exchange: Exchange) => void>();
  let asleep = true;
  desk.service = (asked) =>
    asked.endpoint === 2 && asleep ? new Promise((resolve) => waiting.set(asked.id, resolve)) : healthyService(asked);
  const [lost, late] = [desk.add(labelCapture('LOST')), desk.add(labelCapture('LATE'))];
  await desk.time.advance(200);
  expect([...waiting.keys()].sort()).toEqual(['LATE', 'LOST']);
  desk.sync.suspend();
  asleep = false;
  desk.sync.resume();
  const answer = await healthyService({ endpoint: 2, id: 'LATE', body: desk.row(late).request.body });
  waiting.get('LATE')?.(answer);
  await desk.time.advance(1000);
  expect(desk.state(lost)).toBe('sending');
  expect(['accepted', 'done']).toContain(desk.state(late));
  await desk.time.advance(1500);
  expect(desk.row(lost)).toMatchObject({ state: 'unsure', maybeTaken: true });
  expect(told()).not.toContain('offline');
});
