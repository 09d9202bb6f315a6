import { pasteText } from '../../support/paste.ts';
import { ask } from '../ask.ts';
import { expect, test, type Service } from './told-desk-test.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const stock = (Sku: string, more: object = {}) => ({
  WarehouseId: 'W1',
  Sku,
  StorageNo: `ST-${Sku}`,
  VerifyState: 'Verified',
  TotalStockQty: 40,
  AvailStockQty: 30,
  InTransitStockQty: 5,
  BlockQty: 2,
  ...more,
});
const skusOf: (asked: Parameters<Service>[0]) => string[] = ({ path, json }) =>
  (json['Skus'] as string[] | undefined) ?? new URL(path, 'http://x').searchParams.get('Skus')?.split(',') ?? [];
const inventories = (answer: (skus: string[]) => unknown): Service => {
  return (asked) =>
    asked.path.startsWith('/v1/inventories') ? { json: answer(skusOf(asked)) } : { status: 404, json: {} };
};
const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const warehouse = (page: Page) => page.getByRole('combobox', { name: 'Warehouse' });
const many = (page: Page) => page.locator('main textarea');

async function look(page: Page, skus: readonly string[], WarehouseId = 'W1'): Promise<void> {
  await page.keyboard.press('Alt+7');
  await warehouse(page).fill(WarehouseId);
  await many(page).fill(skus.join('\n'));
  await many(page).press('Enter');
}

async function capture(page: Page, endpoint: number, body: object): Promise<void> {
  await ask(page, 'entry.enqueue', { commandId: randomUUID(), request: { endpoint, body } });
}

test('low stock comes first, and orders waiting at this desk have a line of their own', async ({ desk, told }) => {
  const { page } = desk;
  told.says(inventories((skus) => skus.filter((sku) => sku !== 'GONE').map((sku) => stock(sku))));
  await ask(page, 'settings.set', { values: { holdSeconds: 3600 } });
  const mug = { ProductName: 'Mug', ProductDescription: 'A mug', Weight: 300, Length: 10, Width: 10, Height: 10 };
  const declared = { DeclareName: 'Mug', DeclareValue: 3.2, ProductFlag: 'Simple', ProductAttribute: 'GeneralCargo' };
  await capture(page, 15, { Sku: 'MUG-2', ...mug, ...declared, ProductAmountWarn: 25 });
  const Package = { PackageId: 'P-1', ServiceCode: 'SGP', ShipToAddress: { Country: 'ES' } };
  await capture(page, 10, { WarehouseId: 'W1', Package: { ...Package, Skus: [{ Sku: 'MUG-2', Quantity: 7 }] } });
  await page.keyboard.press('Alt+7');
  await expect(warehouse(page)).toBeFocused();
  await look(page, ['MUG-1', 'MUG-2', 'GONE']);
  await expect(rows(page).nth(1)).toContainText('MUG-2');
  await expect(rows(page).nth(1)).toContainText('low after waiting orders');
  await expect(rows(page).nth(1).getByRole('gridcell').nth(2)).toHaveText('30');
  await expect(rows(page).nth(2)).toContainText(/−7\s*in 1 order\s*leaves 23/);
  await expect(rows(page).nth(3)).toContainText('MUG-1');
  await expect(rows(page).nth(4)).toContainText('not found');
  await expect(page.getByText('Detailed lookup')).toBeVisible();
  await page.getByRole('grid').press('ArrowDown');
  await expect(page.getByRole('complementary')).toContainText('ST-MUG-2');
  const csv = (await desk.download(() => page.keyboard.press('Alt+Shift+C'))).toString();
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    expect.stringContaining('WarehouseId,Sku,AvailStockQty,TotalStockQty'),
    expect.stringMatching(/^W1,MUG-2,30,40,5,2,Verified,,25,7,23,0,/),
  ]);
  expect((await desk.download(() => page.keyboard.press('Alt+Shift+X'))).subarray(0, 2).toString()).toBe('PK');
});

test('a SKU with a comma is looked up by POST, and the screen names the values that this answer lacks', async ({
  desk,
  told,
}) => {
  const { page } = desk;
  told.says(inventories((skus) => skus.map((sku) => stock(sku, { VerifyState: undefined, BlockQty: undefined }))));
  await look(page, ['A,1']);
  await expect(rows(page).nth(1)).toContainText('A,1');
  await expect(page.getByText(/for many SKUs.*Approval, Blocked/)).toBeVisible();
  await page.getByRole('grid').press('ArrowDown');
  await expect(page.getByRole('complementary')).toContainText('not included in this lookup');
  expect(told.asked().at(-1)?.method).toBe('POST');
});

test('5,000 pasted SKUs are accepted at once, looked up 500 at a time, and drawn as they come into view', async ({
  desk,
  told,
}) => {
  const { page } = desk;
  told.says(() => 'nothing');
  const skus = Array.from({ length: 5000 }, (_, at) => `SKU-${String(at)}`);
  await page.keyboard.press('Alt+7');
  await warehouse(page).fill('W1');
  await many(page).focus();
  await pasteText(page, skus.join('\n'));
  await expect(page.getByText('5,000 numbers')).toBeVisible();
  await many(page).press('Enter');
  // The service has not answered yet.
  await expect(many(page)).toHaveValue('');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '5001');
  expect(await rows(page).count()).toBeLessThan(80);
  told.says(inventories((asked) => asked.map((sku) => stock(sku, { AvailStockQty: sku === 'SKU-4999' ? 0 : 30 }))));
  await page.reload();
  await expect(page.getByText('Up to date, as of').first()).toBeVisible({ timeout: 60_000 });
  const asked = told.asked().map(({ body }) => (JSON.parse(body) as { Skus: string[] }).Skus.length);
  expect(asked.slice(-10)).toEqual(Array.from({ length: 10 }, () => 500));
  await page.getByRole('grid').press('End');
  await expect(rows(page).last()).toContainText('SKU-4999');
});

test('offline the last answer is shown with its age, after a reload too', async ({ desk, told }) => {
  const { page } = desk;
  told.says(inventories((skus) => skus.map((sku) => stock(sku))));
  await look(page, ['MUG-1']);
  await expect(page.getByText('Up to date, as of').first()).toBeVisible();
  told.says(() => 'cut');
  await page.reload();
  await expect(rows(page).nth(1)).toContainText('MUG-1');
  await expect(page.getByText(/As of .* outdated/).first()).toBeVisible();
  await expect(rows(page).nth(1).getByRole('gridcell').nth(2)).toHaveText('30');
});

test('strange and formula-like values are shown as text, and stay text in an exported file', async ({ desk, told }) => {
  const { page } = desk;
  const alerts: string[] = [];
  page.on('dialog', (dialog) => void (alerts.push(dialog.message()), dialog.dismiss()));
  told.says(
    inventories(() => [
      stock('=1+1', { TotalStockQty: 1e300, VerifyState: '<img src=x onerror=alert(1)>', DeclareName: '=cmd()' }),
      stock('MUG-1', { AvailStockQty: 'many', TotalStockQty: -5, BlockQty: null, VerifyState: 7 }),
      stock('NOBODY'),
      null,
      'x',
    ]),
  );
  await look(page, ['=1+1', 'MUG-1']);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('returned one record that was not asked for')).toBeVisible();
  await expect(page.getByText(/Unexpected answer in \d+ places/)).toBeVisible();
  await expect(rows(page).nth(2).getByRole('gridcell').nth(2)).toHaveText('–');
  const csv = (await desk.download(() => page.keyboard.press('Alt+Shift+C'))).toString();
  expect(csv).toContain(",'=1+1,");
  expect(csv).not.toMatch(/(^|,)=/m);
  told.says(() => ({ text: '<html>Please log in</html>', type: 'text/html' }));
  await page.keyboard.press('Alt+t');
  await expect(page.getByText(/As of .* outdated/).first()).toBeVisible();
  expect(alerts).toEqual([]);
});
