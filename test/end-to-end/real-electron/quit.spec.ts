import { freePort } from '../../support/free-port.ts';
import { ask } from '../ask.ts';
import { expect, test } from '../desk-test.ts';
import { goLive } from '../go-live.ts';
import { labelOrder } from '../label-order.ts';
import { answer, closeWindow, questions, watchQuestions } from './quit-questions.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';

const capture = (page: Page, key: string) =>
  ask(page, 'entry.enqueue', { commandId: randomUUID(), request: labelOrder(key) });

test.beforeEach(async ({ desk }) => {
  // Nothing listens at this address.
  await goLive(desk.page, `http://127.0.0.1:${String(await freePort())}`);
  await watchQuestions(desk.electron);
});

test('closing with unsent orders asks in the language of the screens, "Keep open" keeps the window, and no order is lost', async ({
  desk,
}) => {
  const { page, electron } = desk;
  await capture(page, 'PD1');
  await closeWindow(electron);
  await expect.poll(() => questions(electron)).toHaveLength(1);
  expect(await questions(electron)).toEqual([
    { message: 'One order is not sent yet.', buttons: ['Close', 'Keep open'] },
  ]);
  await answer(electron, 1);
  await page.keyboard.press('Alt+l');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await capture(page, 'PD2');
  // The chosen language reaches the desk a moment later.
  await expect
    .poll(async () => (await ask(page, 'desk.recall', { name: 'choices' })).value)
    .toMatchObject({ language: 'zh-CN' });
  await closeWindow(electron);
  await expect.poll(async () => (await questions(electron)).at(1)?.message).toBe('还有 2 条订单没有发送。');

  const ended = once(electron.process(), 'exit');
  // The program may have ended before it answers.
  await answer(electron, 0).catch(() => undefined);
  expect(await ended).toEqual([0, null]);
  const again = await desk.start();
  expect((await ask(again, 'entries.counts', {})).byState.queued).toBe(2);
});

test('a second close and the end of the session are not held up by the question', async ({ desk }) => {
  await capture(desk.page, 'PD1');
  await closeWindow(desk.electron);
  await expect.poll(() => questions(desk.electron)).toHaveLength(1);
  let ended = once(desk.electron.process(), 'exit');
  await closeWindow(desk.electron).catch(() => undefined);
  expect(await ended).toEqual([0, null]);

  await desk.start();
  await watchQuestions(desk.electron);
  const errors = desk.errors;
  ended = once(desk.electron.process(), 'exit');
  process.kill(desk.electron.process().pid ?? 0, 'SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(errors()).toBe('');
  const again = await desk.start();
  expect((await ask(again, 'entries.counts', {})).byState.queued).toBe(1);
});

test('closing with nothing waiting asks nothing', async ({ desk }) => {
  const ended = once(desk.electron.process(), 'exit');
  await closeWindow(desk.electron);
  expect(await ended).toEqual([0, null]);
  await desk.start();
});
