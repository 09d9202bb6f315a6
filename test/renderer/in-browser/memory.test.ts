import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');
const options = (page: Page) => page.getByRole('option').filter({ visible: true });

async function opened(): Promise<Page> {
  const page = await screens.show('#/outbox', { entries: 2 });
  await page.keyboard.press('Alt+Shift+G');
  await page.waitForFunction(() => document.activeElement?.id === 'memory-find');
  return page;
}

it('an address is found by any part and forgotten by keys alone', async () => {
  const page = await opened();
  await expect.poll(() => options(page).count()).toBe(3);
  await page.keyboard.type('zagreb');
  await expect.poll(() => options(page).count()).toBe(1);
  await page.keyboard.press('Alt+Shift+Backspace');
  await page.getByRole('dialog').waitFor();
  expect(await page.getByRole('dialog').textContent()).toContain('Delete Zoran Horvat?');
  // Enter presses the harmless button, which forgets nothing.
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await options(page).count()).toBe(1);
  await page.keyboard.press('Alt+Shift+Backspace');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => options(page).count()).toBe(0);
  expect(await focused(page)).toBe('memory-find');
  await page.context().close();
});

it('goods are found and forgotten on the next tab, and templates are on another one', async () => {
  const page = await opened();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => options(page).count()).toBe(2);
  expect(await focused(page)).toBe('memory-find');
  await page.keyboard.type('lamp');
  await expect.poll(() => options(page).count()).toBe(1);
  await page.keyboard.press('Alt+Shift+Backspace');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => options(page).count()).toBe(0);
  await page.keyboard.press('Alt+ArrowLeft');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => options(page).allTextContents()).toEqual([expect.stringContaining('Mugs to Sweden')]);
  await page.context().close();
});

it('a list is imported from a UTF-8 or GB18030 file, and an unreadable file is refused with its reason', async () => {
  const page = await screens.show('#/memory/lists', { entries: 2 });
  await page.getByRole('combobox', { name: 'Lists' }).selectOption('warehouses');
  const file = (name: string, buffer: Buffer) =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer });
  await file('warehouses.csv', Buffer.from('GZ,广州\nRTM,Rotterdam\n'));
  await page.locator('.news').getByText('2 codes imported from warehouses.csv').waitFor();
  await expect.poll(() => options(page).getByText('Rotterdam').count()).toBe(1);
  // 广州 as a spreadsheet on a Chinese system encodes it.
  await file('gb.csv', Buffer.from([0x47, 0x5a, 0x2c, 0xb9, 0xe3, 0xd6, 0xdd]));
  await page.getByText('read as GB18030').waitFor();
  await expect.poll(() => options(page).getByText('广州').count()).toBe(1);
  await file('list.xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00]));
  await page.getByText('This is not a text file').waitFor();
  await file('bad.csv', Buffer.from('"GZ'));
  await page.getByText('an opening quote without a closing one').waitFor();
  await expect.poll(() => options(page).count()).toBe(1);
  await page.context().close();
});
