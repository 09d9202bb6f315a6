import { electronPage } from '../../fuzz/electron-page.ts';
import { fuzz } from '../../fuzz/fuzz.ts';
import { expect, test } from '../desk-test.ts';

const many = 4000;

test('whatever a page sends, the desk answers it, and with no fault of its own', async ({ desk }) => {
  test.setTimeout(60_000 + many * 100);
  const { messages, faults } = await fuzz(await electronPage(desk.electron, desk.page), { messages: many, seed: 13 });
  expect(faults).toEqual([]);
  expect(messages).toBe(many);
  // a dialog of the system may have words of its own there
  expect(desk.errors()).not.toMatch(/fault:|[Uu]nhandled|[Uu]ncaught/);
});
