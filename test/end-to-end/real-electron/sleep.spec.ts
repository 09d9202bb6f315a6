import { ask } from '../ask.ts';
import { labelOrder } from '../label-order.ts';
import { expect, test } from '../live-desk-test.ts';
import { randomUUID } from 'node:crypto';

test('a desk sends nothing new when the computer goes to sleep, and sends at once when it wakes', async ({
  desk,
  service,
}) => {
  const { page, electron } = desk;
  const stateOf = async (id: string) => (await ask(page, 'entries.get', { id })).state;
  const connection = async () => (await ask(page, 'sync.status', {})).connection;
  await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
  await expect.poll(connection).toBe('online');
  await electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'));
  const { id } = await ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder('ASLEEP') });
  // This call is answered after the order was due.
  await ask(page, 'sync.now', {});
  expect(await connection()).toBe('online');
  expect(await stateOf(id)).toBe('queued');
  expect(service.arrivalsOf('ASLEEP')).toBe(0);
  await electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'));
  await expect.poll(() => stateOf(id)).toBe('done');
  expect(service.arrivalsOf('ASLEEP')).toBe(1);
  await expect.poll(connection).toBe('online');
});
