import { answerJson, startWireServer } from '../../support/wire-server.ts';
import { ask } from '../ask.ts';
import { test as base, expect } from '../desk-test.ts';
import { goLive } from '../go-live.ts';
import { labelOrder } from '../label-order.ts';
import { answer, closeWindow, questions, watchQuestions } from './quit-questions.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

interface SilentService {
  origin: string;
  /** paths of the posted orders */
  orders: string[];
  /** answers that all orders so far are accepted */
  speak(): void;
  /** makes status checks find the order from now on */
  know(): void;
}

/** A service that receives orders but answers only on `speak`; status checks find none before `know`. */
const test = base.extend<{ silent: SilentService }>({
  silent: async ({}, use) => {
    const orders: string[] = [];
    const held: ServerResponse[] = [];
    let knows = false;
    /** the newest order received */
    const parcel = () => {
      const number = String(orders.length);
      const asSent = { PackageId: `SLOW${number}`, ServiceCode: 'SGP', Country: 'SE' };
      return { ...asSent, SvcPackageId: `S${number}`, TrackingNumber: `LX${number}CN`, Status: 'Created' };
    };
    const server = await startWireServer(({ method, path }, response) => {
      if (method !== 'POST') return answerJson(response, knows ? 200 : 404, knows ? parcel() : {});
      orders.push(path);
      held.push(response);
    });
    await use({
      origin: server.origin,
      orders,
      speak: () => held.splice(0).forEach((one) => answerJson(one, 201, parcel())),
      know: () => void (knows = true),
    });
    await server.close();
  },
});

test('the end of the session during a request ends the program at once, and the order is not sent again but counts as unsure', async ({
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

test('closing during a request asks first; kept open, the desk processes the answer; closed, it later finds the order at the service and does not send it again', async ({
  desk,
  silent,
}) => {
  const { page, electron } = desk;
  await goLive(page, silent.origin);
  await watchQuestions(electron);
  await ask(page, 'settings.set', { values: { holdSeconds: 0, requestTimeoutSeconds: 120 } });
  const stateOf = async (of: Page, id: string) =>
    (await ask(of, 'entries.page', {})).rows.find((row) => row.id === id)?.state;

  const first = await ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder('SLOW1') });
  await expect.poll(() => silent.orders.length).toBe(1);
  await closeWindow(electron);
  await expect.poll(() => questions(electron)).toHaveLength(1);
  expect((await questions(electron))[0]?.message).toBe('One order is not sent yet.');
  // An answer that arrives while the question is open is processed.
  silent.speak();
  await expect.poll(() => stateOf(page, first.id)).toBe('done');
  await answer(electron, 1);

  const second = await ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder('SLOW2') });
  await expect.poll(() => silent.orders.length).toBe(2);
  await closeWindow(electron);
  await expect.poll(() => questions(electron)).toHaveLength(2);
  const ended = once(electron.process(), 'exit');
  // The program may have ended before it answers.
  await answer(electron, 0).catch(() => undefined);
  expect(await ended).toEqual([0, null]);

  silent.know();
  const again = await desk.start();
  await expect.poll(() => stateOf(again, second.id), { timeout: 60_000 }).toBe('done');
  expect(await stateOf(again, first.id)).toBe('done');
  expect(silent.orders).toHaveLength(2);
});
