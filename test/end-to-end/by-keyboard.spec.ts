import { ordersCsv } from '../support/orders-csv.ts';
import { chooseFile } from './choose-file.ts';
import { typeLabelOrder } from './label-order.ts';
import { expect, test } from './live-desk-test.ts';
import { pagesOfPdf } from './pages-of-pdf.ts';
import type { Page } from '@playwright/test';

const patient = { timeout: 45_000 };

/** Presses Tab until a control has the focus, as a person without a pointer does. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let press = 0; press < 120; press++) {
    if (await page.evaluate((id) => document.activeElement?.id === id, id)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${id}`);
}

async function setTo(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, `setting-${name}`);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function saveSettings(page: Page): Promise<void> {
  const unsaved = page.getByText(/\d not saved/);
  await expect(unsaved).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(unsaved).toBeHidden();
}

async function saveOrder(page: Page, key: string): Promise<void> {
  await typeLabelOrder(page, key);
  await page.keyboard.press('Control+Enter');
  // A fast service answers before the test looks: then the outcome has replaced "saved".
  await expect(page.getByText(new RegExp(`^${key} (?:saved|was refused:|needs a decision)`))).toBeVisible();
}

/** Opens the newest entry of the outbox. */
async function openNewest(page: Page, key: string): Promise<void> {
  await page.keyboard.press('Alt+1');
  await expect(page.getByRole('grid').getByText(key)).toBeVisible(patient);
  for (const press of ['F3', 'ArrowDown', 'Home', 'Enter']) await page.keyboard.press(press);
  await expect(page.getByRole('heading', { name: key })).toBeVisible();
}

test('a day at the desk needs no pointer', async ({ desk }) => {
  test.setTimeout(240_000);
  const { page } = desk;
  const panel = page.locator('.panel');

  await test.step('settings', async () => {
    await page.keyboard.press('Alt+5');
    for (const press of ['End', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(press);
    await expect(page.getByRole('heading', { name: 'Checking and tracking' })).toBeVisible();
    await setTo(page, 'readFirstSeconds', '1');
    // Values typed on one settings page stay while another is open.
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(page.locator('#setting-holdSeconds')).toBeFocused();
    await setTo(page, 'holdSeconds', '3600');
    await tabTo(page, 'setting-alwaysAsk');
    await page.keyboard.press('Space');
    await setTo(page, 'graceSeconds', '0');
    await expect(page.getByText('4 not saved')).toBeVisible();
    await saveSettings(page);
  });

  await test.step('an order is entered and withdrawn', async () => {
    await saveOrder(page, 'TAKEN-BACK');
    await openNewest(page, 'TAKEN-BACK');
    await page.keyboard.press('Alt+w');
    await expect(page.getByRole('dialog')).toContainText('Withdraw TAKEN-BACK?');
    await page.keyboard.press('Control+Enter');
    await expect(panel).toContainText('Withdrawn');
  });

  await test.step('a refused order is corrected', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('hold before');
    await page.keyboard.press('Enter');
    await expect(page.locator('#setting-holdSeconds')).toBeFocused();
    await setTo(page, 'holdSeconds', '0');
    await saveSettings(page);
    await saveOrder(page, 'BAD-1');
    await page.keyboard.press('Alt+1');
    await expect(page.getByRole('grid').getByText('Refused')).toBeVisible(patient);
    await page.keyboard.press('F4');
    await expect(page.getByRole('heading', { name: 'Correct BAD-1' })).toBeVisible();
    await page.waitForFunction(() => document.activeElement?.id === 'field-Package.ShipToAddress.Phone');
    await page.keyboard.type('+46 31 100000');
    await page.keyboard.press('Control+Enter');
    await expect(panel).toContainText('Tracking number', patient);
    await expect(panel.locator('p.state')).toContainText('Done', patient);
  });

  await test.step('an unsure order is decided', async () => {
    await saveOrder(page, 'LOST-1');
    await openNewest(page, 'LOST-1');
    await expect(panel).toContainText('Does the service have this order?', patient);
    await page.keyboard.press('Alt+g');
    await expect(page.getByRole('dialog')).toContainText('Send LOST-1 again?');
    await page.keyboard.type('Send the corrected order');
    await page.keyboard.press('Control+Enter');
    await expect(panel.locator('p.state')).toContainText('Done', patient);
  });

  await test.step('a file is imported', async () => {
    await page.keyboard.press('Alt+3');
    await chooseFile(page, 'Import orders', { name: 'three.csv', mimeType: 'text/csv', buffer: ordersCsv(3) });
    await expect(page.getByText('Every row is good.')).toBeVisible(patient);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('3 orders saved.')).toBeVisible(patient);
  });

  await test.step('labels become a PDF', async () => {
    await page.keyboard.press('Alt+4');
    const list = page.getByRole('grid');
    await expect(list).toHaveAttribute('aria-rowcount', '6', patient);
    await expect(list).toBeFocused();
    await page.keyboard.press('Control+a');
    const pdf = await desk.download(() => page.keyboard.press('Alt+d'));
    expect(await pagesOfPdf(pdf)).toBe(5);
    await expect(page.getByRole('dialog')).toContainText('Did all 5 labels print properly?');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('5 marked as printed')).toBeVisible();
  });

  await test.step('an action whose key is not known is found by its name', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type('scanner');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scanner');
    await page.keyboard.press('Alt+k');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});
