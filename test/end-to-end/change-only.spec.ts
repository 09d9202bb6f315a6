import { receivedCreates } from '../support/received-creates.ts';
import { ask } from './ask.ts';
import { expect, test, type DeskOnScreen } from './desk-test.ts';
import { beginIn, typeSteps } from './type-order.ts';
import type { Page } from '@playwright/test';
import { join } from 'node:path';

const patient = { timeout: 20_000 };
const address = {
  Contact: 'Zoë Åkerström',
  Phone: '+46 70 123 45 67',
  Country: 'SE',
  City: 'Göteborg',
  Postcode: '411 01',
  Street1: 'Storgatan 1',
};
const mug = { Sku: 'MUG-1', Quantity: 2, DeclareNameEn: 'Mug', DeclareValue: 4.2, Weight: 300, HsCode: '691110' };
const first = { ServiceCode: 'SGP', Weight: 650, ShipToAddress: address, Skus: [mug] };

/** Counts the key presses of a person. */
function keysOf(page: Page) {
  let keys = 0;
  return {
    press: async (key: string, times = 1) => {
      for (let n = 0; n < times; n++) {
        await page.keyboard.press(key);
        keys++;
      }
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      keys += [...text].length;
    },
    count: () => keys,
  };
}

const cursorIn = (page: Page, path: string) =>
  page.waitForFunction((id) => document.activeElement?.id === id, `field-${path}`);
const selected = (page: Page) => page.evaluate(() => getSelection()?.toString());

async function typeFirst(page: Page): Promise<void> {
  await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
  await page.keyboard.press('F2');
  await beginIn(page, 'Package.ServiceCode');
  const { Contact, Phone, Country, City, Postcode, Street1 } = address;
  await typeSteps(page, ['SGP', '650', Contact, Phone, Country, '', City, Postcode, Street1]);
  await typeSteps(page, ['MUG-1', '2', 'Mug', '', '4.2', '300', '691110']);
}

async function save(page: Page, arrivals: number, desk: DeskOnScreen) {
  await expect(page.locator('.saved')).toBeVisible();
  const { folder } = await ask(page, 'desk.state', {});
  const received = () => receivedCreates(join(folder, 'practice')).filter(({ endpoint }) => endpoint === 2);
  await expect.poll(() => received().length, patient).toBe(arrivals);
  expect(desk.errors()).not.toContain('Error');
  return received().map(({ body }) => JSON.parse(body) as { Package: Record<string, unknown> });
}

const withoutKey = ({ Package: { PackageId, ...others }, ...rest }: { Package: Record<string, unknown> }) => {
  expect(PackageId).toMatch(/^[A-Z0-9-]{8,}$/);
  return { ...rest, Package: others };
};

test('a second order by "same as last" needs only its changed values and Enter', async ({ desk }) => {
  const { page } = desk;
  await typeFirst(page);
  await page.keyboard.press('Control+Enter');
  await save(page, 1, desk);
  await cursorIn(page, 'Package.Weight');
  const savedAt = await page.evaluate(() => performance.now());

  const hand = keysOf(page);
  await hand.press('Alt+KeyR');
  await expect(
    page.getByText('Check Weight, Recipient, Goods. The rest is copied from the last parcel.'),
  ).toBeVisible();
  await cursorIn(page, 'Package.Weight');
  expect(await selected(page)).toBe('650');
  await hand.type('700');
  for (const [field, text] of [
    ['Contact', 'Li Na'],
    ['Phone', ''],
    ['Country', ''],
    ['City', 'Malmö'],
    ['Postcode', '211 20'],
    ['Street1', ''],
  ] as const) {
    await hand.press('Enter');
    await cursorIn(page, `Package.ShipToAddress.${field}`);
    expect(await selected(page)).toBe(address[field]);
    await hand.type(text);
  }
  for (const next of ['Sku', 'Quantity']) {
    await hand.press('Enter');
    await cursorIn(page, `Package.Skus[0].${next}`);
  }
  await hand.press('Enter');
  await expect(page.locator('[data-save] button')).toBeFocused();
  // A second save within a second of the first counts as a slip; no person types this fast.
  await page.waitForFunction((at) => performance.now() > at + 1000, savedAt);
  await hand.press('Enter');

  const [one, two] = await save(page, 2, desk);
  expect(withoutKey(one ?? { Package: {} })).toEqual({ Package: first });
  const changed = { ...address, Contact: 'Li Na', City: 'Malmö', Postcode: '211 20' };
  expect(withoutKey(two ?? { Package: {} })).toEqual({ Package: { ...first, Weight: 700, ShipToAddress: changed } });
  expect(one?.Package['PackageId']).not.toBe(two?.Package['PackageId']);
  // the typed text, one key to begin, one for each of the eight fields after the first, one to the button, one to save
  expect(hand.count()).toBe('700Li NaMalmö211 20'.length + 1 + 8 + 2);
});

test('an unchanged repeat of the last order is asked about', async ({ desk }) => {
  const { page } = desk;
  await typeFirst(page);
  await page.keyboard.press('Control+Enter');
  await save(page, 1, desk);
  await page.keyboard.press('Alt+KeyR');
  await expect(page.getByText('The rest is copied from the last parcel.')).toBeVisible();
  // A save waits a limited time for the answer of a busy desk and only shows a late one, so it is awaited first.
  await expect(page.getByText('Possible duplicate of')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'Has this parcel already been entered?' })).toBeVisible();
});

test('an order from a template, with one field changed, is made by keyboard alone and arrives completely', async ({
  desk,
}) => {
  const { page } = desk;
  await typeFirst(page);
  await page.keyboard.press('Alt+Shift+KeyT');
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await page.keyboard.type('Mugs to Zoë');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Template Mugs to Zoë saved.')).toBeVisible();
  await page.keyboard.press('Alt+Shift+Backspace');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect(page.locator('[id="field-Package.ShipToAddress.Contact"]')).toHaveValue('');

  const hand = keysOf(page);
  await hand.press('Alt+KeyT');
  await page.getByRole('option', { name: 'Mugs to Zoë' }).waitFor();
  await hand.type('zoë');
  await hand.press('Enter');
  await cursorIn(page, 'Package.Weight');
  await expect(page.getByText('The rest comes from the template')).toBeVisible();
  await hand.type('655');
  await hand.press('Control+Enter');
  const [one] = await save(page, 1, desk);
  expect(withoutKey(one ?? { Package: {} })).toEqual({ Package: { ...first, Weight: 655 } });
  expect(hand.count()).toBe(1 + 'zoë'.length + 1 + '655'.length + 1);
  const { templates } = await ask(page, 'templates.list', { endpoint: 2 });
  expect(templates).toMatchObject([{ name: 'Mugs to Zoë', used: 1, request: { body: { Package: first } } }]);
});
