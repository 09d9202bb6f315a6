import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { answerJson, startWireServer } from '../../support/wire-server.ts';
import { ask } from '../ask.ts';
import { test as base, expect } from '../desk-test.ts';
import { goLive } from '../go-live.ts';
import { labelOrder } from '../label-order.ts';

/** A service that takes orders and never says so; it knows none when it is asked. */
const test = base.extend<{ silent: { origin: string; orders: string[] } }>({
  silent: async ({}, use) => {
    const orders: string[] = [];
    const server = await startWireServer(({ method, path }, response) => {
      if (method === 'POST') orders.push(path);
      else answerJson(response, 404, {});
    });
    await use({ origin: server.origin, orders });
    await server.close();
  },
});

test('the end of the session while an order waits for its answer ends the program at once, and the order is asked about before it is sent again', async ({
  desk,
  silent,
}) => {
  const { page, electron } = desk;
  await goLive(page, silent.origin);
  await ask(page, 'settings.set', { values: { holdSeconds: 0, requestTimeoutSeconds: 120 } });
  const { id } = await ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder('SLOW1') });
  await expect.poll(() => silent.orders.length).toBe(1);
  const ended = once(electron.process(), 'exit');
  process.kill(electron.process().pid ?? 0, 'SIGTERM');
  expect(await ended).toEqual([0, null]);

  const again = await desk.start();
  const { rows } = await ask(again, 'entries.page', {});
  expect(rows.map((row) => [row.id, row.state, row.maybeTaken])).toEqual([[id, 'unsure', true]]);
  expect(silent.orders).toHaveLength(1);
});
