import { callsOf } from '../../support/calls-of.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const told = (page: Page) => page.locator('.toasts p').last();
const comesTo = (page: Page, address: string) =>
  page.waitForFunction((address) => location.hash === address, address, { timeout: 15_000 });
const asked = async (page: Page, name: string) => (await callsOf(page, name)).map((input) => JSON.stringify(input));

it.each(['label-order', 'box-order', 'outbound-order'])(
  'a product code scanned into the empty form %s is not taken for a parcel number, but reported, and a key writes it',
  async (screen) => {
    const page = await screens.show(`#/${screen}`, { listens: true });
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    const before = await page
      .locator('[id^="field-"]')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await scan(page, '4006381333931');
    await expect.poll(() => told(page).innerText()).toContain('looks like a product code');
    expect(
      await page.locator('[id^="field-"]').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(before);
    await page.keyboard.press('Alt+Shift+I');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('4006381333931');
    await page.context().close();
  },
);

describe('a scanned SKU', () => {
  it.each(['outbox', 'labels', 'orders', 'sku', 'settings'])(
    'opens on the SKU screen from the screen %s, which takes no goods',
    async (screen) => {
      const page = await screens.show(`#/${screen}`, { listens: true });
      await scan(page, 'SKU-77');
      await comesTo(page, '#/skus/SKU-77');
      await expect.poll(async () => (await asked(page, 'skus.find')).join()).toContain('SKU-77');
      await expect.poll(() => told(page).innerText()).toContain('Accepted');
      await page.context().close();
    },
  );

  it('is shown on the SKU screen, one after the other', async () => {
    const page = await screens.show('#/skus', { listens: true });
    for (const Sku of ['SKU-1', 'SKU-2']) {
      await scan(page, Sku);
      await expect.poll(() => told(page).innerText()).toContain(`SKU ${Sku} is shown.`);
    }
    expect((await asked(page, 'skus.find')).at(-1)).toContain('SKU-2');
    await page.context().close();
  });

  it('joins those of the inventory screen, which asks for a missing warehouse', async () => {
    const page = await screens.show('#/inventory', { listens: true });
    await scan(page, 'SKU-5');
    await expect.poll(() => told(page).innerText()).toContain('Enter the warehouse');
    await page.keyboard.type('7', { delay: 60 });
    await scan(page, 'SKU-6');
    await expect.poll(() => told(page).innerText()).toContain('SKU SKU-6 is shown.');
    expect(await page.evaluate(() => location.hash)).toBe('#/inventory');
    expect((await asked(page, 'inventory.look')).at(-1)).toContain('"Skus":["SKU-5","SKU-6"]');
    await page.context().close();
  });

  it('stays on a form whose line cannot be counted up, and the line is named', async () => {
    const page = await screens.show('#/box-order', { listens: true });
    const quantity = page.locator('[id="field-ContainerInfos[0].SkuInfos[0].Quantity"]');
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    await scan(page, 'SKU-77');
    await expect.poll(() => quantity.inputValue()).toBe('1');
    await quantity.fill('1.5');
    await scan(page, 'SKU-77');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => told(page).innerText()).toContain('SKU-77 was not counted: the quantity in line 1');
    expect(await page.evaluate(() => location.hash)).toBe('#/box-order');
    expect(await quantity.inputValue()).toBe('1.5');
    await page.context().close();
  });
});

describe('a scanned SKU that was carried over', () => {
  it('is counted from 1 again, which is shown and undone by a key', async () => {
    const page = await screens.show('#/label-order', { listens: true });
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      const body = { Package: { ServiceCode: 'SGP', Skus: [{ Sku: 'SKU-77', Quantity: 3 }] } };
      handlers['entries.last'] = () => ({ ok: true, value: { last: { id: 'x', key: 'P-1', request: { body } } } });
    });
    const quantity = page.locator('[id="field-Package.Skus[0].Quantity"]');
    await page.keyboard.press('Alt+r');
    await expect.poll(() => quantity.inputValue()).toBe('3');
    await scan(page, 'SKU-77');
    await expect.poll(() => quantity.inputValue()).toBe('1');
    const words = 'SKU-77, line 1: counting again from 1 (3 from the last parcel)';
    expect(await told(page).innerText()).toContain(words);
    expect(await page.locator('footer').innerText()).toContain(words);
    expect(await quantity.getAttribute('class')).not.toContain('brought');
    await page.keyboard.press('Alt+z');
    await expect.poll(() => quantity.inputValue()).toBe('3');
    expect(await page.locator('footer').innerText()).not.toContain(words);
    await page.context().close();
  });
});

describe('a scanned number of a parcel', () => {
  it.each(['tracking', 'orders'])('is looked up on the screen it is scanned on: %s', async (screen) => {
    const page = await screens.show(`#/${screen}`, { listens: true });
    await scan(page, 'LX100000009CN');
    await expect.poll(() => told(page).innerText()).toContain('Filled in: LX100000009CN');
    expect(await page.evaluate(() => location.hash.split('/')[1])).toBe(screen);
    await expect.poll(() => page.locator('main').innerText()).toContain('LX100000009CN');
    await page.context().close();
  });
});
