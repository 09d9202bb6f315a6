import { noAnswer } from '../../electron/delivery/service/exchange.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { healthyService } from '../support/order-service.ts';
import { openSyncDesk, type SyncDesk } from '../support/sync-desk.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

let desk: SyncDesk;
beforeEach(() => void (desk = openSyncDesk()));
afterEach(() => desk.close());

const told = () => desk.statuses.map(({ connection, cause }) => `${connection} ${cause ?? ''}`.trim());

it('an idle desk whose lookup reaches nothing is offline, with the cause, until a probe is answered', async () => {
  desk.service = healthyService;
  desk.sync.start();
  await desk.time.advance(1000);
  expect(desk.sync.status().connection).toBe('online');
  desk.service = () => noAnswer('never', 'refused');
  desk.statuses.length = 0;
  desk.sync.unreached(desk.time.clock.monotonic(), 'refused');
  await desk.time.advance(5000);
  expect(desk.sync.status()).toMatchObject({ connection: 'offline', cause: 'refused' });
  desk.service = healthyService;
  const id = desk.add(labelCapture('P1'));
  await desk.time.advance(60_000);
  expect(told()).toContain('offline refused');
  expect(desk.sync.status().connection).toBe('online');
  expect(desk.state(id)).toBe('done');
});

it('a single broken lookup costs no time: a probe leaves at once, and the screens get both states', async () => {
  desk.service = healthyService;
  desk.sync.start();
  await desk.time.advance(1000);
  desk.statuses.length = 0;
  desk.takeLog();
  desk.sync.unreached(desk.time.clock.monotonic(), 'name');
  await desk.time.advance(100);
  expect(desk.takeLog()).toHaveLength(1);
  expect(told()).toEqual(['offline name', 'online']);
});

it('a broken lookup changes nothing on a desk that is already paused or offline', async () => {
  desk.service = () => noAnswer('never', 'refused');
  desk.sync.start();
  await desk.time.advance(1000);
  const before = desk.sync.status();
  desk.sync.unreached(desk.time.clock.monotonic(), 'name');
  expect(desk.sync.status()).toEqual(before);
});
