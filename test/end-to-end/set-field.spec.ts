import { ask } from './ask.ts';
import { expect, test } from './desk-test.ts';
import { boxOrder } from './fixtures/box-order.ts';
import { sku } from './fixtures/sku.ts';
import { randomUUID } from 'node:crypto';

test('one field can be set in all selected entries of one kind', async ({ desk }) => {
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
  // Most of the selected entries are box orders.
  await expect(dialog).toContainText('Set one field in 2 entries');
  await dialog.getByLabel('Field', { exact: true }).selectOption('ShipToAddress.HouseNumber');
  await dialog.getByLabel('New value for all').fill('7 b');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  // The dialog closes at once; a message follows when the entries are changed.
  await expect(page.locator('.toasts')).toContainText('2 changed');

  const { rows } = await ask(page, 'entries.page', { endpoint: 6 });
  const found = await Promise.all(rows.map(({ id }) => ask(page, 'entries.get', { id })));
  expect(found.map(({ request }) => request.body)).toEqual([
    { ...boxOrder, PackageId: 'BOX-3002', ShipToAddress: { ...boxOrder.ShipToAddress, HouseNumber: '7 b' } },
    { ...boxOrder, ShipToAddress: { ...boxOrder.ShipToAddress, HouseNumber: '7 b' } },
  ]);
});
