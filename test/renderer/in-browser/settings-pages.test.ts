import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.trim() || '');
const title = (page: Page) => page.locator('main h2').innerText();

describe('the settings pages', () => {
  it('are walked in their list with arrow keys, and Enter moves into one', async () => {
    const page = await screens.show('#/today');
    await page.keyboard.press('Alt+5');
    await expect.poll(() => focused(page)).toBe('Service');
    for (const press of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(press);
    await expect.poll(() => title(page)).toBe('New orders');
    await expect.poll(() => focused(page)).toBe('setting-ownNumbers');
    await page.keyboard.press('Escape');
    await page.locator('main h1', { hasText: 'Today' }).waitFor();
    await page.context().close();
  });

  it('follow each other by one key from anywhere, the first after the last', async () => {
    const page = await screens.show('#/settings/backups');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => focused(page)).toBe('setting-retentionDays');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => title(page)).toBe('Drill');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => title(page)).toBe('Service');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => title(page)).toBe('Drill');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect.poll(() => title(page)).toBe('Personal data');
    await page.context().close();
  });

  it('and each setting have an address, and an unknown one leads to the first page', async () => {
    const page = await screens.show('#/settings/checking/stuckSeconds');
    await expect.poll(() => focused(page)).toBe('setting-stuckSeconds');
    await page.evaluate(() => (location.hash = '#/settings/nowhere'));
    await expect.poll(() => title(page)).toBe('Service');
    await page.context().close();
  });

  it('keep typed text while another is shown, and the list marks unsaved and invalid ones', async () => {
    const page = await screens.show('#/settings/service');
    await page.getByLabel('Address of the service').fill('https://half.example');
    await page.evaluate(() => (location.hash = '#/settings/sending/holdSeconds'));
    await page.locator('[id="setting-holdSeconds"]').fill('soon');
    await page.evaluate(() => (location.hash = '#/settings/printers'));
    await page.getByLabel('Name', { exact: true }).fill('By the door');
    await page.evaluate(() => (location.hash = '#/settings/orders/location'));
    await page.locator('[id="setting-location"]').fill('B2');
    const marked = () => page.locator('main nav a:has(svg)').allInnerTexts();
    await expect
      .poll(async () => (await marked()).map((text) => text.split('\n').join(': ')))
      .toEqual(['New orders: not saved', 'Sending: needs correcting']);
    // Nothing can be saved while any page has an invalid value.
    expect(await page.getByRole('button', { name: /^Save settings/ }).isDisabled()).toBe(true);
    await page.evaluate(() => (location.hash = '#/settings/printers'));
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('By the door');
    await page.evaluate(() => (location.hash = '#/settings/service'));
    await expect.poll(() => page.getByLabel('Address of the service').inputValue()).toBe('https://half.example');
    await page.context().close();
  });
});
