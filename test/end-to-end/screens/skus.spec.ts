import { ask } from '../ask.ts';
import { expect, test } from './told-desk-test.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

test.use({ goesOn: true });

const rows = (page: Page) => page.getByRole('grid').getByRole('row');
const record = (Sku: string, ApprovalStatus: unknown, more: object = {}) => ({
  ...{ Sku, ApprovalStatus, CustomStorageNo: `ST-${Sku}`, DeclareName: `Name of ${Sku}`, Weight: 300 },
  ...more,
});

async function search(page: Page, skus: readonly string[]): Promise<void> {
  await page.keyboard.press('Alt+8');
  const field = page.getByLabel('SKU', { exact: false }).and(page.locator('textarea')).first();
  await expect(field).toBeFocused();
  await field.fill(skus.join('\n'));
  await field.press('Enter');
}

const capture = (page: Page, Sku: string) =>
  ask(page, 'entry.enqueue', {
    commandId: randomUUID(),
    request: {
      endpoint: 15,
      body: {
        ...{ Sku, ProductName: 'Mug', ProductDescription: 'A mug', Weight: 300, Length: 10, Width: 10, Height: 10 },
        ...{ DeclareName: 'Mug', DeclareValue: 3.2, ProductFlag: 'Simple', ProductAttribute: 'GeneralCargo' },
      },
    },
  });

test('SKUs are grouped by approval, those captured here are listed apart, and a missing one is created with one key', async ({
  desk,
  told,
}) => {
  const { page } = desk;
  told.says(() => ({ json: [record('A', 'Approved'), record('B', 'Rejected'), record('C', 'Frozen')] }));
  await ask(page, 'settings.set', { values: { holdSeconds: 3600 } });
  await capture(page, 'HERE-1');
  await search(page, ['A', 'B', 'C', 'HERE-1', 'NEW-9']);
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'HERE-1' })).toBeVisible();
  await expect(page.getByText('One SKU is unknown to the service and to this desk: NEW-9')).toBeVisible();
  await page.getByRole('tab', { name: /Rejected/ }).click();
  await expect(rows(page).nth(1)).toContainText('Name of B');
  await page.getByRole('tab', { name: /Other/ }).click();
  await expect(rows(page).nth(1)).toContainText('Frozen');
  await page.keyboard.press('Alt+i');
  await expect(page.locator('#field-Sku')).toHaveValue('NEW-9');
});

test('numeric fields of the storage query accept only numbers and are sent as numbers', async ({ desk, told }) => {
  const { page } = desk;
  told.says(() => ({ json: [] }));
  await page.keyboard.press('Alt+8');
  await page.locator('[id$="-ClinetId"]').fill('seven');
  await expect(page.getByText('A whole number.')).toBeVisible();
  await page.locator('[id$="-ClinetId"]').fill('７');
  await page.locator('[id$="-StorageNo"]').fill('X-1');
  await page.locator('[id$="-StorageNo"]').press('Enter');
  await expect
    .poll(() => JSON.parse(told.asked().at(-1)?.body ?? '{}') as unknown)
    .toEqual({ ProductStorageQuery: { StorageNo: 'X-1', ClinetId: 7 } });
  await expect(page.getByText('The service found no such SKU.')).toBeVisible();
});

test('offline the last answer is shown with its age', async ({ desk, told }) => {
  const { page } = desk;
  told.says(() => ({ json: [record('A', 'Approved')] }));
  await search(page, ['A']);
  await expect(page.getByText('Up to date, as of')).toBeVisible();
  told.says(() => 'cut');
  await page.reload();
  await search(page, ['A']);
  await expect(rows(page).nth(1)).toContainText('Name of A');
  await expect(page.getByText(/As of .* outdated/)).toBeVisible();
});

test('strange records are shown as text, and of 5,000 records only the rows in view are drawn', async ({
  desk,
  told,
}) => {
  const { page } = desk;
  const alerts: string[] = [];
  page.on('dialog', (dialog) => void (alerts.push(dialog.message()), dialog.dismiss()));
  const html = '<img src=x onerror=alert(1)>';
  told.says(() => ({
    json: [
      {},
      7,
      record(html, { deep: html }, { Weight: 'heavy', Extra: [html] }),
      ...Array.from({ length: 5000 }, (_, at) => record(`S${String(at)}`, 'Pending')),
    ],
  }));
  await search(page, ['S1']);
  await expect(page.getByRole('tab', { name: /All\s*5,002/ })).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(80);
  await page.getByRole('grid').press('ArrowDown');
  await page.getByRole('grid').press('ArrowDown');
  await expect(page.getByRole('complementary')).toContainText(html);
  await expect(page.getByText(/Unexpected answer in \d+ places/)).toBeVisible();
  expect(alerts).toEqual([]);
});
