import { ordersCsv } from '../support/orders-csv.ts';
import { ask } from './ask.ts';
import { chooseFile } from './choose-file.ts';
import { expect, test } from './desk-test.ts';
import { entriesIn } from './label-order.ts';
import { beginIn } from './type-order.ts';
import type { Page } from '@playwright/test';

/** Enough to stop in the middle, and to continue while a person types. */
const orders = 2000;
// Long enough for a busy machine: it only ends an import that hangs.
const patient = { timeout: 240_000 };

async function importThem(page: Page): Promise<void> {
  await page.keyboard.press('Alt+3');
  await chooseFile(page, 'Import orders', { name: 'orders.csv', mimeType: 'text/csv', buffer: ordersCsv(orders) });
  await expect(page.getByText('Every row is good.')).toBeVisible(patient);
}

test('an import of thousands of rows shows its progress, can be stopped, and does not block typing in forms', async ({
  desk: { page },
}) => {
  test.setTimeout(600_000);
  await ask(page, 'settings.set', { values: { holdSeconds: 3600 } });
  await importThem(page);
  const bar = page.getByRole('progressbar');
  const seen = await page.evaluate(() => {
    const seen: number[] = [];
    new MutationObserver(() => {
      const bar = document.querySelector('progress');
      if (bar && bar.value !== seen.at(-1)) seen.push(bar.value);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    Reflect.set(window, 'seen', seen);
    return seen;
  });
  expect(seen).toEqual([]);

  await page.keyboard.press('Control+Enter');
  await expect(bar).toBeVisible();
  // The bar is watched until it has moved more than five times; behind another screen, as below, it is not drawn.
  await page.waitForFunction(
    () => (Reflect.get(window, 'seen') as number[]).filter((value) => value > 0).length > 5,
    undefined,
    patient,
  );
  await page.keyboard.press('Alt+q');
  await expect(page.getByText('Stopped. Queued orders stay queued.')).toBeVisible(patient);
  const queued = await entriesIn(page);
  expect(queued).toBeGreaterThan(0);
  expect(queued).toBeLessThan(orders);
  const left = (orders - queued).toLocaleString('en-GB');
  await expect(page.getByRole('button', { name: `Queue the good rows (${left})` })).toBeEnabled(patient);

  // The rest is imported while a person types.
  await page.keyboard.press('Control+Enter');
  await expect(bar).toBeVisible();
  await page.keyboard.press('F2');
  await beginIn(page, 'Package.PackageId');
  await page.keyboard.type('PKG-WHILE-IMPORTING');
  await expect(page.getByLabel('Package number')).toHaveValue('PKG-WHILE-IMPORTING');
  await page.keyboard.press('Alt+3');
  await expect(page.getByText('Every row is queued.')).toBeVisible(patient);
  expect(await entriesIn(page)).toBe(orders);
});
