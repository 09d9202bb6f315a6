import { openForAll, show } from './printing-desk.ts';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';

openForAll();

/** Number of print requests to the desk. */
const printed = (page: Page) =>
  page.evaluate(() => {
    const { calls } = (globalThis as unknown as { fake: { calls: { name: string }[] } }).fake;
    return calls.filter(({ name }) => ['print.start', 'print.follow', 'labels.document'].includes(name)).length;
  });

/** Removes the address from every order the desk returns. */
const withoutAddress = (page: Page) =>
  page.evaluate(() => {
    const { fake } = globalThis as unknown as {
      fake: { call: (name: string, input: unknown) => Promise<{ ok: boolean; value: Record<string, unknown> }> };
    };
    const call = fake.call.bind(fake);
    fake.call = async (name, input) => {
      const answer = await call(name, input);
      const rows = answer.value['rows'];
      if (name === 'labels.rows' && Array.isArray(rows))
        return { ...answer, value: { rows: rows.map((row: object) => ({ ...row, lacksAddress: true })) } };
      if (name !== 'entries.get') return answer;
      const request = { body: { Package: { ShipToAddress: { Contact: 'Zoë' } } }, query: {} };
      return { ...answer, value: { ...answer.value, endpoint: 2, request } };
    };
  });

it.each([
  ['F8', 'print'],
  ['Alt+d', 'save-pdf'],
])('labels without an address are printed by %s only after a confirmation', async (key) => {
  const page = await show('#/labels', []);
  await withoutAddress(page);
  await page.getByRole('row').nth(1).waitFor();
  await page.locator('[role=grid]').focus();
  await page.keyboard.press('Home');
  await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
  await page.keyboard.press(key);
  const asks = page.getByRole('dialog', { name: 'One label has no address' });
  await asks.waitFor();
  // Pressing the key twice confirms nothing.
  await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await asks.waitFor({ state: 'detached' });
  expect(await printed(page)).toBe(0);
  await page.keyboard.press(key);
  await asks.waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => printed(page)).toBe(1);
  await page.context().close();
});

it('own labels that will not print completely are listed before printing, and can be selected instead', async () => {
  const page = await show('#/labels', []);
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: { handlers: Record<string, unknown> } };
    fake.handlers['labels.brought'] = ({ ids }: { ids: string[] }) => {
      const problem = {
        kind: 'own-label',
        field: 'ImportLabel',
        message: '',
        params: { reason: 'faint' },
        stops: false,
      };
      return { ok: true, value: { found: [{ id: ids[1], problems: [problem] }], left: 0 } };
    };
  });
  await page.getByRole('row').nth(1).waitFor();
  await page.locator('[role=grid]').focus();
  await page.keyboard.press('Home');
  for (const _two of [1, 2]) await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('button', { name: /^Print 3 labels/ }).waitFor();
  await page.keyboard.press('F8');
  const asks = page.getByRole('dialog', { name: '1 of 3 labels has a problem on paper' });
  await asks.getByText('parts too light to print (1):').waitFor();
  await page.keyboard.press('F8');
  expect(await printed(page)).toBe(0);
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await asks.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Print 1 label/ }).waitFor();
  expect(await printed(page)).toBe(0);
  await page.context().close();
});

it('own labels that will not print completely are printed after a confirmation', async () => {
  const page = await show('#/labels', []);
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: { handlers: Record<string, unknown> } };
    fake.handlers['labels.brought'] = ({ ids }: { ids: string[] }) => {
      const problem = {
        kind: 'own-label',
        field: 'ImportLabel',
        message: '',
        params: { reason: 'faint' },
        stops: false,
      };
      return { ok: true, value: { found: [{ id: ids[0], problems: [problem] }], left: 0 } };
    };
  });
  await page.getByRole('row').nth(1).waitFor();
  await page.locator('[role=grid]').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('F8');
  await page.getByRole('dialog', { name: 'This label will not print completely' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => printed(page)).toBe(1);
  await page.context().close();
});

it('the label of an open order without an address is printed only after a confirmation', async () => {
  const page = await show('#/outbox/e1', []);
  await withoutAddress(page);
  await page.getByRole('button', { name: /^Print when its number arrives/ }).waitFor();
  await page.keyboard.press('F8');
  await page.getByRole('dialog', { name: 'One label has no address' }).waitFor();
  expect(await printed(page)).toBe(0);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => printed(page)).toBe(1);
  await page.context().close();
});
