import type { DeskContext } from '../../../electron/desk/desk-context.ts';
import { openDelivery, type Delivery } from '../../../electron/desk/open-delivery.ts';
import { settingsStore } from '../../../electron/storage/settings-store.ts';
import { fakeTime, type FakeTime } from '../../support/fake-time.ts';
import { openTestOutbox, type TestOutbox } from '../../support/open-test-outbox.ts';
import { savedService } from './saved-service.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';

let time: FakeTime;
let box: TestOutbox;
let delivery: Delivery;

beforeEach(() => {
  time = fakeTime();
  box = openTestOutbox();
  const parts = { ...box, settings: settingsStore(box.db), now: time.clock.now, emit: () => undefined };
  delivery = openDelivery(parts as unknown as DeskContext, {
    ...time,
    random: () => 0.5,
    runSoon: (run) => void setImmediate(run),
    awaitsTargetSelection: true,
    startPractice: () => Promise.reject(new Error('nobody practises here')),
    targets: { knows: () => true, learn: () => undefined },
    onFault(fault) {
      throw fault;
    },
  });
});
afterEach(async () => {
  await delivery.close();
  box.close();
});

const asked = () =>
  delivery.serviceForLookups().then(
    ({ target }) => target.name,
    (error: unknown) => error,
  );

it('a lookup waits until its target is known', async () => {
  const answer = asked();
  await delivery.selectService(savedService('http://127.0.0.1:9', 'one'));
  expect(await answer).toBe('http://127.0.0.1:9');
});

it('a lookup without a known target fails after ten seconds, the next one at once, until a target is set', async () => {
  const answer = asked();
  await time.advance(10_000);
  expect(await answer).toMatchObject({ problem: { kind: 'offline' } });
  // Later lookups do not wait again.
  expect(await asked()).toMatchObject({ problem: { kind: 'offline' } });
  await delivery.selectService(savedService('http://127.0.0.1:9', 'one'));
  expect(await asked()).toBe('http://127.0.0.1:9');
});

it('a waiting lookup ends when the desk is closed', async () => {
  const answer = asked();
  await delivery.close();
  expect(await answer).toMatchObject({ problem: { kind: 'cancelled' } });
});
