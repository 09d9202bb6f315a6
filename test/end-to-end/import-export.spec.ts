import { csvLine } from '../../electron/spreadsheets/format/write-csv.ts';
import { readSpreadsheet } from '../../electron/spreadsheets/import/read-spreadsheet.ts';
import { startBrowserHost } from '../support/start-browser-host.ts';
import { ask } from './ask.ts';
import { chooseFile } from './choose-file.ts';
import { expect, test } from './desk-test.ts';
import type { Page } from '@playwright/test';
import { join } from 'node:path';

const cells: Record<string, [string, string, string, string]> = {
  PackageId: ['BOX-1', '', '', 'BOX-2'],
  Location: ['SZ', '', '', 'SZ'],
  ServiceCode: ['SGP', '', '', 'SGP'],
  'ShipToAddress.Contact': ['王小明', '', '', '=Ana'],
  'ShipToAddress.Country': ['DE', '', '', 'PT'],
  'ContainerInfos.CustomContainerNo': ['B1', 'B1', 'B2', 'B1'],
  'ContainerInfos.SkuInfos.Sku': ['TEE', 'CAP', 'TEE', 'MUG'],
  'ContainerInfos.SkuInfos.Quantity': ['12', 'six', '3', '1'],
};

/** The template filled with two orders, the first with a quantity that is not a number. */
function filled(titles: readonly string[]): Buffer {
  const rows = [0, 1, 2, 3].map((row) => titles.map((title) => cells[title.replace(/ \*$/, '')]?.[row] ?? ''));
  return Buffer.from([[...titles], ...rows].map((row) => csvLine(row)).join(''));
}

const bodies = async (page: Page): Promise<unknown[]> => {
  const { rows } = await ask(page, 'entries.page', {});
  const found = await Promise.all(rows.map(({ id }) => ask(page, 'entries.get', { id })));
  return found.map(({ request }) => request.body);
};

test('a filled template is imported and corrected, and a fresh desk imports its export unchanged', async ({
  desk,
  browser,
  home,
  contextOptions,
}) => {
  test.setTimeout(180_000);
  const { page } = desk;
  await ask(page, 'settings.set', { values: { holdSeconds: 3600 } });

  await page.keyboard.press('Alt+3');
  await page.keyboard.press('Alt+d');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption('box-order');
  await dialog.getByLabel('as CSV').check();
  const template = await desk.download(() => page.keyboard.press('Control+Enter'));
  const [titles = []] = (await readSpreadsheet(template, 'utf-8', undefined)).table;

  await chooseFile(page, 'Import orders', {
    name: 'boxes.csv',
    mimeType: 'text/csv',
    buffer: filled(titles.map(String)),
  });
  await expect(page.getByLabel('The rows are')).toHaveValue('box-order');
  await expect(page.getByText('Rows 2 to 4')).toBeVisible();
  const wrong = page.getByRole('textbox', { name: 'ContainerInfos.SkuInfos.Quantity' });
  await expect(wrong).toHaveValue('six');
  await wrong.fill('6');
  await expect(page.getByText('now good')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Every row is queued.')).toBeVisible();
  const sent = await bodies(page);
  expect(sent).toEqual([
    {
      PackageId: 'BOX-2',
      Location: 'SZ',
      ServiceCode: 'SGP',
      ShipToAddress: { Contact: '=Ana', Country: 'PT' },
      ContainerInfos: [{ CustomContainerNo: 'B1', SkuInfos: [{ Sku: 'MUG', Quantity: 1 }] }],
    },
    {
      PackageId: 'BOX-1',
      Location: 'SZ',
      ServiceCode: 'SGP',
      ShipToAddress: { Contact: '王小明', Country: 'DE' },
      ContainerInfos: [
        {
          CustomContainerNo: 'B1',
          SkuInfos: [
            { Sku: 'TEE', Quantity: 12 },
            { Sku: 'CAP', Quantity: 6 },
          ],
        },
        { CustomContainerNo: 'B2', SkuInfos: [{ Sku: 'TEE', Quantity: 3 }] },
      ],
    },
  ]);

  await page.keyboard.press('Alt+1');
  await page.getByText('BOX-1').first().waitFor();
  await page.keyboard.press('Alt+Shift+e');
  await dialog.getByLabel('Orders, for import').check();
  await dialog.getByRole('combobox').selectOption('box-order');
  const exported = await desk.download(() => page.keyboard.press('Control+Enter'));

  const fresh = await startBrowserHost(join(home, 'fresh'), []);
  const context = await browser.newContext(contextOptions);
  try {
    const other = await context.newPage();
    await other.goto(fresh.url);
    await other.locator('h1').first().waitFor();
    await ask(other, 'settings.set', { values: { holdSeconds: 3600 } });
    await other.keyboard.press('Alt+3');
    await chooseFile(other, 'Import orders', { name: 'box-order.xlsx', mimeType: '', buffer: exported });
    await expect(other.getByText('Every row is good.')).toBeVisible();
    await other.keyboard.press('Control+Enter');
    await expect(other.getByText('Every row is queued.')).toBeVisible();
    expect(await bodies(other)).toEqual(sent);
  } finally {
    await context.close();
    await fresh.end('SIGTERM');
  }
});
