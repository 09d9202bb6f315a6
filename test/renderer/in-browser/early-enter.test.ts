import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

const sku = '[id="field-Package.Skus[0].Sku"]';
const country = '[id="field-Package.ShipToAddress.Country"]';

/** A form on a desk whose lists answer only when `answer` is called. */
async function open(hash = '#/label-order'): Promise<{ page: Page; answer: () => Promise<void> }> {
  const page = await screens.show('#/outbox');
  await page.evaluate((hash) => {
    const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
    const later: (() => void)[] = [];
    const listed = { skus: ['MUG-350-BLU', 'CUP-1', 'CUP-2'], countries: ['DE'], warehouses: [] as string[] };
    const names: Record<string, string> = { DE: 'Germany' };
    Object.assign(globalThis, { answerLists: () => later.splice(0).forEach((go) => go()) });
    Object.assign(handlers, {
      'goods.find': () => ({ ok: true, value: { goods: [] } }),
      'lists.find': async ({ list, text }: { list: keyof typeof listed; text: string }) => {
        if (listed[list] && text !== '') await new Promise<void>((go) => later.push(go));
        const fits = (code: string) =>
          `${code} ${names[code] ?? ''}`
            .toLowerCase()
            .split(' ')
            .some((word) => word.startsWith(text.toLowerCase()));
        const items = (listed[list] ?? []).filter(fits).map((code) => ({
          code,
          name: names[code] ?? '',
          used: 1,
          ...(list === 'countries' && { meant: true }),
        }));
        return { ok: true, value: { items } };
      },
    });
    location.hash = hash;
  }, hash);
  await page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
  const answer = async () => {
    await page.evaluate(() => (globalThis as unknown as { answerLists: () => void }).answerLists());
  };
  return { page, answer };
}

/** Input of the last call of this procedure, as JSON; empty if there was none. */
const asked = (page: Page, name: string) =>
  page.evaluate((name) => {
    const { calls } = (globalThis as unknown as { fake: { calls: { name: string; input: unknown }[] } }).fake;
    const last = calls.filter((call) => call.name === name).at(-1);
    return last ? JSON.stringify(last.input) : '';
  }, name);

describe('a partly typed code that is left before its suggestions arrive', () => {
  it.each(['Enter', 'Tab'])('becomes the only SKU that starts with it, by %s', async (key) => {
    const { page, answer } = await open();
    await page.locator(sku).focus();
    await page.keyboard.type('mug');
    await page.keyboard.press(key);
    expect(await page.evaluate(() => document.activeElement?.id), 'the cursor waits for nothing').not.toContain(
      '[0].Sku',
    );
    expect(await page.locator(sku).inputValue()).toBe('mug');
    await answer();
    await expect.poll(() => page.locator(sku).inputValue()).toBe('MUG-350-BLU');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.context().close();
  });

  it('becomes the country of that name', async () => {
    const { page, answer } = await open();
    await page.locator(country).fill('');
    await page.locator(country).focus();
    await page.keyboard.type('germany');
    await page.keyboard.press('Enter');
    await answer();
    await expect.poll(() => page.locator(country).inputValue()).toBe('DE');
    await page.context().close();
  });

  it.each([
    ['before the suggestions arrive', false],
    ['with the only suggestion highlighted', true],
  ])('is completed when another field is clicked, %s', async (_, offered) => {
    const { page, answer } = await open();
    for (const [field, typed, meant] of [
      [country, 'germany', 'DE'],
      [sku, 'mug', 'MUG-350-BLU'],
    ] as const) {
      await page.locator(field).fill('');
      await page.locator(field).focus();
      await page.keyboard.type(typed);
      if (offered) {
        await answer();
        await page.getByRole('option', { selected: true }).waitFor();
      }
      await page.locator('[id="field-Package.ShipToAddress.City"]').click();
      await answer();
      await expect.poll(() => page.locator(field).inputValue()).toBe(meant);
      expect(await page.getByRole('listbox').count()).toBe(0);
    }
    await page.context().close();
  });

  it('is completed before it is saved by mouse', async () => {
    const { page, answer } = await open();
    await page.locator('[id="field-Package.PackageId"]').fill('P-1');
    await page.locator(country).fill('');
    await page.locator(country).focus();
    await page.keyboard.type('germany');
    await page.getByRole('button', { name: /^Park as draft/ }).click();
    await answer();
    await expect.poll(() => asked(page, 'entry.enqueue')).toContain('"Country":"DE"');
    await page.context().close();
  });

  it('becomes the suggestion that is clicked, not the highlighted one', async () => {
    const { page, answer } = await open();
    await page.locator(sku).focus();
    await page.keyboard.type('cup');
    await answer();
    await page.getByRole('option', { name: 'CUP-1' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option', { name: 'CUP-2' }).click();
    await expect.poll(() => page.locator(sku).inputValue()).toBe('CUP-2');
    await page.context().close();
  });

  it('stays as edited if it is changed before the suggestions arrive', async () => {
    const { page, answer } = await open();
    await page.locator(sku).focus();
    await page.keyboard.type('cup');
    await page.keyboard.press('Enter');
    await answer();
    await page.locator(sku).fill('');
    await page.locator(sku).focus();
    await page.keyboard.type('mug');
    await page.keyboard.press('Enter');
    await page.locator(sku).fill('mug-own');
    await answer();
    await page.waitForTimeout(50);
    expect(await page.locator(sku).inputValue()).toBe('mug-own');
    await page.context().close();
  });

  it.each([
    ['before the suggestions arrive', false],
    ['with the only suggestion highlighted', true],
  ])('stays as typed after Escape, %s', async (_, offered) => {
    const { page, answer } = await open();
    await page.locator(sku).focus();
    await page.keyboard.type('mug');
    if (offered) {
      await answer();
      await page.getByRole('option', { selected: true }).waitFor();
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await answer();
    await page.waitForTimeout(50);
    expect(await page.locator(sku).inputValue()).toBe('mug');
    expect(await page.evaluate(() => location.hash)).toContain('label-order');
    await page.context().close();
  });

  it('is completed before it is saved by key', async () => {
    const { page, answer } = await open();
    await page.locator('[id="field-Package.PackageId"]').fill('P-1');
    await page.locator(sku).focus();
    await page.keyboard.type('mug');
    await page.keyboard.press('Tab');
    await page.keyboard.press('F9');
    await answer();
    await expect.poll(() => asked(page, 'entry.enqueue')).toContain('MUG-350-BLU');
    await page.context().close();
  });

  it.each([
    ['saved as a draft', 'F9', 'entry.enqueue'],
    ['priced', 'Shift+F6', 'prices.fromBody'],
  ])('is %s as the completed code while the cursor is still in its field', async (_, key, name) => {
    const { page, answer } = await open();
    await page.locator('[id="field-Package.PackageId"]').fill('P-1');
    await page.locator(sku).focus();
    await page.keyboard.type('mug');
    await page.keyboard.press(key);
    await answer();
    await expect.poll(() => asked(page, name)).toContain('MUG-350-BLU');
    expect(await asked(page, name)).not.toContain('"mug"');
    await page.context().close();
  });

  it.each(['Enter', 'Control+Enter', 'Alt+t'])('is completed before a price is requested, by %s', async (key) => {
    const { page, answer } = await open('#/prices');
    const to = page.locator('[id="field-Country"]');
    const needed = { Weight: '1', Length: '1', Width: '1', Height: '1', WarehouseId: 'W1' };
    for (const [path, text] of Object.entries(needed)) await page.locator(`[id="field-${path}"]`).fill(text);
    await to.focus();
    await page.keyboard.type('germany');
    await page.keyboard.press(key);
    if (key === 'Enter') await page.keyboard.press('Control+Enter');
    await answer();
    await expect.poll(() => asked(page, 'prices.outbound')).toContain('"Country":"DE"');
    expect(await page.evaluate(() => document.querySelectorAll('[role="listbox"]').length)).toBe(0);
    await page.context().close();
  });

  it.each(['Enter', 'Control+Enter', 'Alt+t'])('is completed before the inventory is queried, by %s', async (key) => {
    const { page, answer } = await open('#/inventory');
    await page.getByLabel(/^Warehouse/).fill('W1');
    await page.keyboard.press('Enter');
    await page.getByLabel('Add one SKU').focus();
    await page.keyboard.type('mug');
    await page.keyboard.press(key);
    await answer();
    await expect.poll(() => asked(page, 'inventory.look')).toContain('MUG-350-BLU');
    expect(await asked(page, 'inventory.look')).not.toContain('"mug"');
    await page.context().close();
  });
});
