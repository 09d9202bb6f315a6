import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreens, type Screens } from '../../support/open-screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const sku = '[id="field-Package.Skus[0].Sku"]';
const country = '[id="field-Package.ShipToAddress.Country"]';

/** A form on a desk whose lists answer only when `answer` is called. */
async function open(): Promise<{ page: Page; answer: () => Promise<void> }> {
  const page = await screens.show('#/outbox');
  await page.evaluate(() => {
    const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
    const later: (() => void)[] = [];
    const listed = { skus: ['MUG-350-BLU', 'CUP-1', 'CUP-2'], countries: ['DE'] };
    const names: Record<string, string> = { DE: 'Germany' };
    Object.assign(globalThis, { answerLists: () => later.splice(0).forEach((go) => go()) });
    Object.assign(handlers, {
      'goods.find': () => ({ ok: true, value: { goods: [] } }),
      'lists.find': async ({ list, text }: { list: 'skus' | 'countries'; text: string }) => {
        if (listed[list] && text !== '') await new Promise<void>((go) => later.push(go));
        const fits = (code: string) =>
          `${code} ${names[code] ?? ''}`
            .toLowerCase()
            .split(' ')
            .some((word) => word.startsWith(text.toLowerCase()));
        const items = (listed[list] ?? []).filter(fits).map((code) => ({ code, name: names[code] ?? '', used: 1 }));
        return { ok: true, value: { items } };
      },
    });
    location.hash = '#/label-order';
  });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  const answer = async () => {
    await page.evaluate(() => (globalThis as unknown as { answerLists: () => void }).answerLists());
  };
  return { page, answer };
}

describe('a code that is typed in part and left before its offers are there', () => {
  it.each(['Enter', 'Tab'])('is the one SKU that begins with it, by %s', async (key) => {
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

  it('is the country of that name', async () => {
    const { page, answer } = await open();
    await page.locator(country).fill('');
    await page.locator(country).focus();
    await page.keyboard.type('germany');
    await page.keyboard.press('Enter');
    await answer();
    await expect.poll(() => page.locator(country).inputValue()).toBe('DE');
    await page.context().close();
  });

  it('stays as it is where two begin with it, and where it was changed since', async () => {
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
    ['before the offers are there', false],
    ['with the one offer highlighted', true],
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

  it('is saved as what it means', async () => {
    const { page, answer } = await open();
    await page.locator('[id="field-Package.PackageId"]').fill('P-1');
    await page.locator(sku).focus();
    await page.keyboard.type('mug');
    await page.keyboard.press('Tab');
    await page.keyboard.press('F9');
    await answer();
    const saved = () =>
      page.evaluate(() => {
        const { calls } = (globalThis as unknown as { fake: { calls: { name: string; input: unknown }[] } }).fake;
        return (
          calls
            .filter(({ name }) => name === 'entry.enqueue')
            .map(({ input }) => JSON.stringify(input))
            .at(-1) ?? ''
        );
      });
    await expect.poll(saved).toContain('MUG-350-BLU');
    await page.context().close();
  });
});
