import { randomUUID } from 'node:crypto';
import { boxOrder } from './fixtures/box-order.ts';
import { sku } from './fixtures/sku.ts';
import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';

test('one field of many is set in those of one kind, by the contract of that kind', async ({ desk }) => {
  const { page } = desk;
  await ask(page, 'settings.set', { values: { holdSeconds: 3600 } });
  const orders = [
    { endpoint: 6, body: boxOrder },
    { endpoint: 6, body: { ...boxOrder, PackageId: 'BOX-3002' } },
    { endpoint: 15, body: sku },
  ];
  for (const request of orders) await ask(page, 'entry.enqueue', { commandId: randomUUID(), request });

  await page.keyboard.press('Alt+1');
  await page.getByText('BOX-3002').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Alt+Shift+m');
  const dialog = page.getByRole('dialog');
  // most of the chosen are box orders
  await expect(dialog).toContainText('Set one field in 2 entries');
  await dialog.getByLabel('Field', { exact: true }).selectOption('ShipToAddress.HouseNumber');
  await dialog.getByLabel('New value for all').fill('7 b');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  // the dialog goes at once; the desk says when they are changed
  await expect(page.locator('.toasts')).toContainText('2 changed');

  const { rows } = await ask(page, 'entries.page', { endpoint: 6 });
  const found = await Promise.all(rows.map(({ id }) => ask(page, 'entries.get', { id })));
  expect(found.map(({ request }) => request.body)).toEqual([
    { ...boxOrder, PackageId: 'BOX-3002', ShipToAddress: { ...boxOrder.ShipToAddress, HouseNumber: '7 b' } },
    { ...boxOrder, ShipToAddress: { ...boxOrder.ShipToAddress, HouseNumber: '7 b' } },
  ]);
});
