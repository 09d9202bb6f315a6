import { callsOf } from '../../support/calls-of.ts';
import { openScreens, type Screens, type DisplayOptions } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const service = (page: Page) => page.locator('[id="field-Package.ServiceCode"]');
const told = (page: Page) => page.locator('.toasts p').last();
const uses = async (page: Page) => (await callsOf(page, 'templates.use')).length;
const atFirstField = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.id === 'field-Package.PackageId');
const go = (page: Page, to: string) => page.evaluate((to) => (location.hash = to), to);

/** A desk with templates of these names, by default of label orders; the service is `S-` and the name. */
async function open(
  address: string,
  kept: { name: string; endpoint?: number }[],
  as: Partial<DisplayOptions> = {},
): Promise<Page> {
  const page = await screens.show(address, as);
  await page.evaluate((kept) => {
    const { fake } = globalThis as unknown as { fake: { call: (name: string, input: object) => Promise<unknown> } };
    return Promise.all(
      kept.map(({ name, endpoint = 2 }) => {
        const body = endpoint === 2 ? { Package: { ServiceCode: `S-${name}` } } : { Note: name };
        const request = { endpoint, body };
        return fake.call('templates.save', { commandId: name, name, operator: 'Li Na', request });
      }),
    );
  }, kept);
  return page;
}

describe.each(['en', 'zh-CN'] as const)('a template’s name, in %s', (language) => {
  const began = language === 'en' ? 'Filled from' : '已按';

  it('starts a form from the template when typed on Today, by keys alone', async () => {
    const page = await open('#/today', [{ name: '北京 Mugs' }], { language });
    await page.locator('main form input').focus();
    await page.keyboard.insertText('北京 Mugs');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => location.hash === '#/label-order');
    await expect.poll(() => service(page).inputValue()).toBe('S-北京 Mugs');
    await atFirstField(page);
    await expect.poll(() => told(page).innerText()).toContain(began);
    expect(await uses(page)).toBe(1);
    await page.context().close();
  });

  it('starts a form when scanned on any screen, and again for the next parcel in the open form', async () => {
    const page = await open('#/outbox', [{ name: 'TEA' }, { name: 'CUP' }], { language, listens: true });
    await scan(page, 'TEA');
    await expect.poll(() => service(page).inputValue()).toBe('S-TEA');
    await page.keyboard.press('Alt+Shift+Backspace');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => service(page).inputValue()).toBe('');
    await scan(page, 'TEA');
    await expect.poll(() => service(page).inputValue()).toBe('S-TEA');
    await atFirstField(page);
    expect(await uses(page)).toBe(2);
    await page.context().close();
  });

  it('overwrites nothing typed, and is not applied later when the user returns to the form', async () => {
    const page = await open('#/label-order', [{ name: 'TEA' }], { language, listens: true });
    await atFirstField(page);
    await service(page).focus();
    await page.keyboard.type('EXP', { delay: 60 });
    await scan(page, 'TEA');
    await page.locator('.toasts p.warning, .toasts .warning').first().waitFor();
    expect(await service(page).inputValue()).toBe('EXP');
    await go(page, '#/today');
    await page.locator('main form input').first().waitFor();
    await go(page, '#/label-order');
    await atFirstField(page);
    expect(await service(page).inputValue()).toBe('EXP');
    expect(await uses(page)).toBe(0);
    await page.context().close();
  });
});

describe('a scanned template name', () => {
  it('opens the form of its own kind from that of another', async () => {
    const page = await open('#/box-order', [{ name: 'TEA' }], { listens: true });
    await page.waitForFunction(() => document.activeElement?.id === 'field-PackageId');
    await scan(page, 'TEA');
    await expect.poll(() => service(page).inputValue()).toBe('S-TEA');
    await page.context().close();
  });

  it('means the template of the open form if two kinds share it', async () => {
    const page = await open('#/label-order', [{ name: 'TEA', endpoint: 1 }, { name: 'TEA' }], { listens: true });
    await atFirstField(page);
    await scan(page, 'TEA');
    await expect.poll(() => service(page).inputValue()).toBe('S-TEA');
    expect(await page.evaluate(() => location.hash)).toBe('#/label-order');
    await page.context().close();
  });

  it('is an ordinary number on a lookup screen', async () => {
    const page = await open('#/tracking', [{ name: 'TEA' }], { listens: true });
    await page.locator('main textarea, main input').first().waitFor();
    await scan(page, 'TEA');
    await expect.poll(() => told(page).innerText()).toContain('TEA');
    expect(await page.evaluate(() => location.hash)).toMatch(/^#.tracking/);
    expect(await uses(page)).toBe(0);
    await page.context().close();
  });

  it('is a SKU while the cursor is in a SKU field', async () => {
    const page = await open('#/label-order', [{ name: 'TEA' }], { listens: true });
    await atFirstField(page);
    await page.locator('[id="field-Package.Skus[0].Sku"]').focus();
    await scan(page, 'TEA');
    await expect.poll(() => page.locator('[id="field-Package.Skus[0].Sku"]').inputValue()).toBe('TEA');
    expect(await uses(page)).toBe(0);
    await page.context().close();
  });
});
