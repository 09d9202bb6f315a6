import type { FakeDesk } from '../../support/fake-desk.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

/** Values of `decided` in the calls of this procedure. */
const decided = (page: Page, name: string): Promise<unknown[]> =>
  page.evaluate((name) => {
    const { fake } = globalThis as unknown as { fake: { calls: { name: string; input: { decided?: boolean } }[] } };
    return fake.calls.filter((one) => one.name === name).map(({ input }) => input.decided);
  }, name);

it('a form asks before it resends a withdrawn order, and one key decides', async () => {
  const page = await screens.show('#/label-order', { entries: 3 });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: FakeDesk };
    const enqueue = fake.handlers['entry.enqueue'];
    fake.handlers['entry.enqueue'] = (input) =>
      input.decided
        ? enqueue!(input)
        : { ok: false, problem: { kind: 'maybe-taken', message: '', params: { key: 'A-1', reason: 'withdrawn' } } };
  });
  const texts = { PackageId: 'A-1', ServiceCode: 'SGP', 'ShipToAddress.Contact': 'Ann', 'ShipToAddress.Country': 'SE' };
  const more = { 'ShipToAddress.City': 'Lund', 'ShipToAddress.Street1': 'Stora 1', 'Skus[0].Sku': 'MUG' };
  for (const [name, text] of Object.entries({ ...texts, ...more }))
    await page.locator(`[id="field-Package.${name}"]`).fill(text);
  await page.locator('[id="field-Package.Skus[0].Quantity"]').fill('1');
  await page.keyboard.press('Control+Enter');
  await page.getByText('An order with this number was withdrawn, and the service may have it.').waitFor();
  await page.keyboard.press('Alt+a');
  await page.getByText('A-1 saved').waitFor();
  expect(await decided(page, 'entry.enqueue')).toEqual([false, true]);
  await page.context().close();
});

it('an import names the rows of withdrawn orders, and queues them after a confirmation', async () => {
  const page = await screens.show('#/import');
  await page.evaluate(() => {
    const { fake } = globalThis as unknown as { fake: FakeDesk };
    const check = fake.handlers['import.check'];
    fake.handlers['import.check'] = (input) => {
      const answer = check!(input);
      if (!('ok' in answer) || !answer.ok) return answer;
      const remark = { column: null, path: null, code: 'maybe-taken', params: { reason: 'withdrawn' }, message: '' };
      const rowOf = (row: number) => ({ row, lastRow: row, key: `A-${row}`, lines: [], lacks: [] });
      const badRows = [4, 7].map((row) => ({ ...rowOf(row), problems: [{ row, ...remark }] }));
      return { ...answer, value: { ...answer.value, badRows, bad: 2 } };
    };
  });
  const chooser = page.waitForEvent('filechooser');
  await page.keyboard.press('Alt+b');
  await (await chooser).setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from('PackageId') });
  await page.locator('dl .good').waitFor();
  await page.keyboard.press('Alt+a');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  expect(await dialog.innerText()).toContain('Rows 4, 7: an order with this number was withdrawn');
  expect(await decided(page, 'import.run')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await decided(page, 'import.run')).toEqual([true]);
  await page.context().close();
});
