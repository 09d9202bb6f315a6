import { electronPage } from '../../fuzz/electron-page.ts';
import { fuzz } from '../../fuzz/fuzz.ts';
import { expect, test } from '../desk-test.ts';

const many = 4000;

test('the desk answers every message of a page, whatever it contains, without a fault', async ({ desk }) => {
  test.setTimeout(60_000 + many * 100);
  const { messages, faults } = await fuzz(await electronPage(desk.electron, desk.page), { messages: many, seed: 13 });
  expect(faults).toEqual([]);
  expect(messages).toBe(many);
  // A dialog of the system may write messages of its own there.
  expect(desk.errors()).not.toMatch(/fault:|[Uu]nhandled|[Uu]ncaught/);
});
