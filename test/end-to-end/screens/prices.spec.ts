import { ask } from '../ask.ts';
import { labelOrder } from '../label-order.ts';
import { expect, test } from './told-desk-test.ts';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';

test.use({ goesOn: true });

const service = (ServiceCode: string, Amount: unknown, more: object = {}) => ({
  ServiceCode,
  ServiceName: `Name of ${ServiceCode}`,
  Success: true,
  ChargeInfo: { Summary: [{ Currency: 'USD', Amount }], Detail: [] },
  ...more,
});
const cards = (page: Page) => page.getByRole('article');
const parcel = { Weight: '1.5', Length: '20', Width: '15', Height: '10', WarehouseId: 'W1', Country: 'ES' };

async function type(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`[id="field-${name}"]`).fill(value);
}

async function askFor(page: Page): Promise<void> {
  await page.keyboard.press('F6');
  await page.locator('#field-Weight').waitFor();
  await type(page, parcel);
  await page.keyboard.press('Control+Enter');
}

test('services are sorted by price or by time, with exact sums for each currency; failing ones show their reason', async ({
  desk,
  told,
}) => {
  const { page } = desk;
  const Detail = [
    { ChargeName: 'Freight', Currency: 'USD', Amount: 0.1 },
    { ChargeName: 'Fuel', Currency: 'USD', Amount: 0.2 },
    { ChargeName: 'Duty', Currency: 'CNY', Amount: 1234567.5 },
  ];
  told.says(() => ({
    json: [
      service('FAILS', 1, { Success: false, Message: 'Over <b>30 kg</b><script>alert(1)</script>' }),
      service('DEAR', 20.5, { LogisticsTimes: { Min: 1, Max: 2 } }),
      service('MIXED', 0.3, { LogisticsTimes: { Min: 3, Max: 9 }, ChargeInfo: { Summary: [], Detail } }),
      service('FAIR', 9.9, { LogisticsTimes: { Min: 2, Max: 3 } }),
    ],
  }));
  await askFor(page);
  await expect(cards(page).locator('h2')).toHaveText(['Name of FAIR', 'Name of DEAR', 'Name of MIXED']);
  const mixed = cards(page).nth(2);
  await expect(mixed.locator('tfoot tr')).toHaveText([
    /Sum of the charges\s*0\.30\s*USD/,
    /Sum of the charges\s*1,234,567\.50\s*CNY/,
  ]);
  await expect(page.locator('.fails dd')).toHaveText('Over 30 kg');
  await page.keyboard.press('Alt+d');
  await expect(cards(page).locator('h2')).toHaveText(['Name of DEAR', 'Name of FAIR', 'Name of MIXED']);
  await expect(page.getByRole('radio', { name: 'by time' })).toBeChecked();
  expect(JSON.parse(told.asked().at(-1)?.body ?? '')).toEqual({
    ...{ Weight: 1.5, Length: 20, Width: 15, Height: 10, WarehouseId: 'W1', Country: 'ES' },
    IncludeUnsuccessful: true,
  });
});

test('an entry is priced with one key, and its missing values are asked for', async ({ desk, told }) => {
  const { page } = desk;
  told.says(() => ({ json: service('ONE', 5) }));
  const request = labelOrder('PKG-1');
  const { id } = await ask(page, 'entry.enqueue', { commandId: randomUUID(), request, draft: true });
  await page.evaluate((id) => (location.hash = `#/outbox/${id}`), id);
  await page.locator('.panel dl').first().waitFor();
  await page.keyboard.press('Shift+F6');
  await expect(page.getByText('Filled from PKG-1.')).toBeVisible();
  await expect(page.locator('#field-Length')).toBeFocused();
  expect(told.asked()).toEqual([]);
  await type(page, { Length: '20', Width: '15', Height: '10', WarehouseId: 'W1' });
  await page.keyboard.press('Control+Enter');
  await expect(cards(page).locator('.price').first()).toHaveText(/5\.00\s*USD/);
});

test('an open form is priced before it is saved', async ({ desk, told }) => {
  const { page } = desk;
  told.says(() => ({ json: [service('SEA', 5, { TotalCharge: { Currency: 'CNY', Amount: 36 } })] }));
  await page.evaluate(() => (location.hash = '#/inbound-order'));
  await page.locator('[id="field-ShipmentId"]').waitFor();
  await type(page, { ShipmentId: 'S-1', WarehouseId: 'W1', 'Containers[0].Weight': '5', 'Containers[0].Length': '40' });
  await page.keyboard.press('Shift+F6');
  await expect(cards(page).locator('.price').first()).toHaveText(/36\.00\s*CNY/);
  const [asked] = told.asked();
  expect(asked?.path).toBe('/v1/pricing/inbound/box');
  expect(JSON.parse(asked?.body ?? '')).toEqual({
    WarehouseId: 'W1',
    Boxes: [{ Weight: 5, Length: 40, Quantity: 1 }],
    IncludeUnsuccessful: true,
  });
  await page.goBack();
  await expect(page.locator('[id="field-ShipmentId"]')).toHaveValue('S-1');
});

test('offline the last answer to the same question is shown with its age, as not fresh', async ({ desk, told }) => {
  const { page } = desk;
  told.says(() => ({ json: [service('ONE', 5)] }));
  await askFor(page);
  await expect(page.getByText('Up to date, as of')).toBeVisible();
  told.says(() => 'cut');
  await page.reload();
  await page.locator('#field-Weight').waitFor();
  await expect(page.locator('#field-Weight')).toHaveValue('1.5');
  await page.keyboard.press('Control+Enter');
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText(/As of .* outdated/)).toBeVisible();
  await page.locator('#field-Weight').fill('2');
  await expect(page.getByText('The form has changed.')).toBeVisible();
});

test('a late answer does not replace a newer one', async ({ desk, told }) => {
  const { page } = desk;
  let free = (): void => undefined;
  told.says(async ({ json }) => {
    if (json['Weight'] === 1.5) await new Promise<void>((resolve) => (free = resolve));
    return { json: [service(`FOR-${String(json['Weight'])}`, 5)] };
  });
  await askFor(page);
  await expect.poll(() => told.asked().length).toBe(1);
  await type(page, { Weight: '2' });
  await page.keyboard.press('Control+Enter');
  await expect(cards(page).locator('h2')).toHaveText(['Name of FOR-2']);
  free();
  await type(page, { Weight: '3' });
  await page.keyboard.press('Control+Enter');
  await expect(cards(page).locator('h2')).toHaveText(['Name of FOR-3']);
});

test('strange answers are shown as far as they can be read, and marked as unexpected', async ({ desk, told }) => {
  const { page } = desk;
  const alerts: string[] = [];
  page.on('dialog', (dialog) => void (alerts.push(dialog.message()), dialog.dismiss()));
  const html = '<img src=x onerror=alert(1)>';
  told.says(() => ({
    json: [
      {},
      null,
      'x',
      service(html, 'many', { ServiceName: html, Success: 'yes', LogisticsTimes: 'soon' }),
      service('MIXED', 3, {
        ServiceName: 7,
        ChargeInfo: {
          Summary: [{ Currency: 'USD', Amount: 3 }],
          Detail: [{ ChargeName: 'Freight', Currency: 'USD', Amount: 3.5 }],
        },
      }),
    ],
  }));
  await askFor(page);
  await expect(cards(page)).toHaveCount(3);
  await expect(
    page.getByText('The service gives a total of 3.00 USD, but its charges add up to 3.50 USD.'),
  ).toBeVisible();
  await expect(page.getByText('One amount cannot be read')).toBeVisible();
  await expect(page.getByText(/Unexpected answer in \d+ places/)).toBeVisible();
  await page.getByText('Full response').click();
  await expect(page.locator('pre')).toContainText('onerror');
  told.says(() => ({ text: '<html><body>Please log in</body></html>', type: 'text/html' }));
  await type(page, { Weight: '4' });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Nothing known yet')).toBeVisible();
  told.says(() => ({ json: Array.from({ length: 5000 }, (_, at) => service(`S${String(at)}`, at)) }));
  await type(page, { Weight: '5' });
  await page.keyboard.press('Control+Enter');
  await expect(cards(page)).toHaveCount(24);
  await expect(page.getByRole('button', { name: '4,976 more' })).toBeVisible();
  expect(alerts).toEqual([]);
});
