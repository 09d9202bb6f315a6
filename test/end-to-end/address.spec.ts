import { receivedCreates } from '../support/received-creates.ts';
import { ask } from './ask.ts';
import { chooseFile } from './choose-file.ts';
import { expect, test, type DeskOnScreen } from './desk-test.ts';
import { labelOrder } from './label-order.ts';
import type { Page } from '@playwright/test';
import { join } from 'node:path';

test.use({ goesOn: true });

test.skip(({ host }) => host === 'electron-double', 'the screens are the same; one host is enough for addresses');

const to = 'Package.ShipToAddress';
const patient = { timeout: 20_000 };
const field = (page: Page, path: string) => page.locator(`[id="field-${path}"]`);
const saved = (page: Page) => page.locator('.saved strong');

/** Pastes as a browser does, by an event that contains the text. */
const paste = (page: Page, text: string) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);

/** Presses keys and returns how many; a combination counts as one. */
async function press(page: Page, ...keys: string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key);
  return keys.length;
}

/** Saves an earlier order, from which the desk learns a recipient, a service and goods. */
async function known({ page }: DeskOnScreen): Promise<void> {
  await ask(page, 'settings.set', { values: { holdSeconds: 0 } });
  await ask(page, 'entry.enqueue', {
    commandId: 'an order of before',
    request: labelOrder('KNOWN-1'),
    operator: 'Mia',
  });
  await expect
    .poll(async () => (await ask(page, 'addresses.find', { text: 'göteborg' })).addresses.length, patient)
    .toBe(1);
}

async function arrivedOf({ page }: DeskOnScreen, key: string): Promise<unknown> {
  const { folder } = await ask(page, 'desk.state', {});
  const all = () => receivedCreates(join(folder, 'practice')).filter((create) => create.key === key);
  await expect.poll(() => all().length, patient).toBe(1);
  return JSON.parse(all()[0]?.body ?? 'null');
}

async function openForm(page: Page): Promise<string> {
  await page.keyboard.press('F2');
  const id = field(page, 'Package.PackageId');
  await expect(id).not.toHaveValue('');
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  return id.inputValue();
}

test('a pasted address is split, checked and saved, and reaches the service as shown', async ({ desk }) => {
  const { page } = desk;
  await known(desk);
  const key = await openForm(page);
  await field(page, `${to}.Contact`).focus();
  await paste(page, '王小明\n13800138000\n广东省深圳市南山区科技路15号');
  const marks = page.locator('.field .doubt');
  await expect(marks.first()).toContainText('check');
  // A label order has no District, so the second street line takes it.
  await expect(field(page, `${to}.Street2`)).toHaveValue('南山区');
  await page.keyboard.press('Alt+Shift+J');
  await expect(marks).toHaveCount(0);
  await page.keyboard.insertText('MUG-BLUE');
  await page.keyboard.press('Control+Enter');
  // The pasted block names no country.
  await expect(page.getByRole('dialog', { name: 'Send it like this?' })).toBeVisible();
  await page.keyboard.press('Alt+A');
  await expect(saved(page)).toContainText(key);
  await expect(page.locator('.panel')).toHaveCount(0);
  expect(await arrivedOf(desk, key)).toMatchObject({
    Package: {
      ShipToAddress: {
        Contact: '王小明',
        Phone: '13800138000',
        Province: '广东省',
        City: '深圳市',
        Street1: '科技路',
        Street2: '南山区',
        HouseNumber: '15号',
      },
    },
  });
});

test('an order for a known recipient and known goods takes at most eight key presses and one scan', async ({
  desk,
}) => {
  const { page } = desk;
  await known(desk);
  await page.keyboard.press('Alt+1');
  let presses = 1;
  const key = await openForm(page);
  presses += await press(page, 'Alt+Shift+K');
  await page.locator('dialog input').waitFor();
  presses += await press(page, 'a', 'k', 'e', 'Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'field-Package.Skus[0].Sku');
  // The effect of scanning goods is tested with the scans.
  await page.keyboard.insertText('MUG-BLUE');
  presses += await press(page, 'Control+Enter');
  await expect(saved(page)).toContainText(key);
  expect(presses).toBeLessThanOrEqual(8);
  const { ShipToAddress } = labelOrder('').body.Package;
  expect(await arrivedOf(desk, key)).toMatchObject({
    Package: { ServiceCode: 'SGP', ShipToAddress, Skus: [{ Sku: 'MUG-BLUE' }] },
  });
});

test('a repeated parcel is asked about, and sent once a person confirms it', async ({ desk }) => {
  const { page } = desk;
  await known(desk);
  const key = await openForm(page);
  await page.keyboard.press('Alt+Shift+K');
  await page.locator('dialog input').waitFor();
  await page.keyboard.insertText('Zoë');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'field-Package.Skus[0].Sku');
  await page.keyboard.insertText('MUG-BLUE');
  await field(page, 'Package.Skus[0].Quantity').focus();
  await page.keyboard.insertText('2');
  await expect(page.getByText('Possible duplicate of KNOWN-1')).toBeVisible(patient);
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('KNOWN-1');
  await expect(dialog).toContainText('by Mia');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(saved(page)).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor();
  await page.keyboard.press('Alt+a');
  await expect(saved(page)).toContainText(key);
  await arrivedOf(desk, key);
});

test('memories of the desk are imported, searched and forgotten by keyboard alone', async ({ desk }) => {
  const { page } = desk;
  await known(desk);
  await page.keyboard.press('Alt+Shift+G');
  await page.waitForFunction(() => document.activeElement?.id === 'memory-find');
  await page.keyboard.insertText('göteborg');
  await expect(page.getByRole('option')).toHaveCount(1);
  const forget = async () => {
    await page.keyboard.press('Alt+Shift+Backspace');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
  };
  await forget();
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.insertText('MUG-BLUE');
  await expect(page.getByRole('option')).toHaveCount(2);
  await forget();
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Alt+ArrowRight');
  const csv = Buffer.from('code,name\nSGP,Singapore\nDHL,德国邮政\n');
  await chooseFile(page, 'Memory', { name: 'services.csv', mimeType: 'text/csv', buffer: csv });
  await expect(page.locator('.news')).toContainText('2 codes imported from services.csv');
  await page.keyboard.insertText('邮政');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  expect((await ask(page, 'lists.counts', {})).counts).toContainEqual({ list: 'services', imported: 2, learned: 0 });
});
