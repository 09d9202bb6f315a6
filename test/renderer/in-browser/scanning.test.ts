import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan, scanWithInputMethod } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const type = (page: Page, text: string) => page.keyboard.type(text, { delay: 60 });
const told = (page: Page) => page.locator('.toasts p').last();
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');
const fieldOf = (page: Page, path: string) => page.locator(`[id="field-${path}"]`);
const calls = (page: Page, name: string) =>
  page.evaluate(
    (name) =>
      (globalThis as unknown as { fake: { calls: { name: string }[] } }).fake.calls.filter((c) => c.name === name)
        .length,
    name,
  );
/** Key of an order of the fake desk, and of one that was replaced. */
const known = 'PKG-2025-100010';
const replaced = 'PKG-2025-100015';

async function formWith(text: string): Promise<Page> {
  const page = await screens.show('#/box-order', { listens: true });
  await page.waitForFunction(() => document.activeElement?.id === 'field-PackageId');
  await type(page, text);
  return page;
}

describe('a scan', () => {
  it('with the cursor in a field opens the entry and leaves the field unchanged', async () => {
    const page = await formWith('AB');
    await scan(page, known);
    await page.locator('.panel h2 .code', { hasText: known }).waitFor();
    expect(await told(page).innerText()).toContain('Accepted');
    await page.evaluate(() => (location.hash = '#/box-order'));
    await fieldOf(page, 'PackageId').waitFor();
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('AB');
    expect(await calls(page, 'entry.enqueue')).toBe(0);
    await page.context().close();
  });

  it('that causes an error is reported, and the next one still works', async () => {
    const page = await formWith('AB');
    await page.evaluate(() => {
      const { fake } = globalThis as unknown as { fake: { call: (name: string, input: unknown) => Promise<unknown> } };
      const call = fake.call.bind(fake);
      fake.call = (name, input) => {
        if (name !== 'scan.find') return call(name, input);
        fake.call = call;
        return Promise.resolve({ ok: true, value: null });
      };
    });
    await scan(page, 'ODD-1');
    await expect.poll(() => told(page).innerText()).toContain('ODD-1');
    await scan(page, known);
    await page.locator('.panel h2 .code', { hasText: known }).waitFor();
    await page.context().close();
  });

  it('of goods fills a line, and the second in a row asks first', async () => {
    const page = await formWith('AB');
    const quantity = fieldOf(page, 'ContainerInfos[0].SkuInfos[0].Quantity');
    await scan(page, 'SKU-77');
    await expect.poll(() => quantity.inputValue()).toBe('1');
    await scan(page, 'SKU-77');
    await page.locator('dialog[open]').waitFor();
    expect(await quantity.inputValue()).toBe('1');
    await scan(page, 'SKU-77');
    await page.waitForTimeout(1100);
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await scan(page, 'SKU-77');
    await expect.poll(() => quantity.inputValue()).toBe('2');
    expect(await focusedId(page)).toBe('field-PackageId');
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('AB');
    await page.context().close();
  });

  it('of the same goods for the next parcel does not ask, because they are another piece', async () => {
    const page = await formWith('AB');
    const quantity = fieldOf(page, 'ContainerInfos[0].SkuInfos[0].Quantity');
    await scan(page, 'SKU-77');
    await expect.poll(() => quantity.inputValue()).toBe('1');
    await page.keyboard.press('Alt+Shift+Backspace');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => quantity.inputValue()).toBe('');
    await scan(page, 'SKU-77');
    await expect.poll(() => quantity.inputValue()).toBe('1');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await scan(page, 'SKU-77');
    await page.locator('dialog[open]').waitFor();
    expect(await quantity.inputValue()).toBe('1');
    await page.context().close();
  });

  it('with an input method on leaves nothing in the field, now or later', async () => {
    const page = await formWith('AB');
    await scanWithInputMethod(page, 'QDCGOLABELS');
    await page.waitForFunction(() => location.hash === '#/labels');
    await page.evaluate(() => (location.hash = '#/box-order'));
    await fieldOf(page, 'PackageId').waitFor();
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('AB');
    await fieldOf(page, 'ServiceCode').focus();
    await scanWithInputMethod(page, 'NOT-KNOWN-1');
    await expect.poll(() => told(page).innerText()).toContain('NOT-KNOWN-1');
    expect(await fieldOf(page, 'ServiceCode').inputValue()).toBe('');
    await page.context().close();
  });

  it('of an outdated label shows an error with the reason', async () => {
    const page = await formWith('AB');
    await page.evaluate(() => {
      const { fake } = globalThis as unknown as { fake: { handlers: Record<string, unknown> } };
      fake.handlers['print.way'] = () => ({
        ok: true,
        value: { comes: false, list: 'reprint', number: 'LX1', stale: 'number-changed', label: null },
      });
    });
    await scan(page, known);
    await page.locator('.toasts p', { hasText: 'its number has changed' }).waitFor();
    expect(await told(page).innerText()).not.toContain('Accepted');
    await page.waitForFunction(() => location.hash.startsWith('#/outbox/'));
    await page.context().close();
  });

  it('of a label whose order was replaced opens a warning, which holds back the next scan', async () => {
    const page = await formWith('AB');
    await scan(page, replaced);
    await page.locator('dialog[open]', { hasText: 'Do not use this label' }).waitFor();
    await scan(page, 'QDCGOLABELS');
    await expect.poll(() => page.locator('dialog[open]').innerText()).toContain('QDCGOLABELS');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => location.hash === '#/outbox/e15');
    await page.context().close();
  });

  it('of a desk command runs its action', async () => {
    const page = await formWith('AB');
    await scan(page, 'QDCGOLABELS');
    await page.waitForFunction(() => location.hash === '#/labels');
    await page.context().close();
  });

  it('of an unknown code is reported with its text, and a key writes it into the field', async () => {
    const page = await formWith('AB');
    await scan(page, 'what-is-this');
    await expect.poll(() => told(page).innerText()).toContain('what-is-this');
    expect(await told(page).innerText()).toContain('Unknown');
    await page.keyboard.press('Alt+Shift+KeyI');
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('ABwhat-is-this');
    await page.keyboard.press('Control+z');
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('AB');
    await page.context().close();
  });
});

describe('typing', () => {
  it('works as without scanner detection: over a selection, in quick succession, and with undo', async () => {
    const page = await formWith('ABCD');
    await page.keyboard.press('Shift+Home');
    await type(page, 'xy');
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('xy');
    // Keys of rolling fingers are held back and then typed again.
    await page.keyboard.type('zw');
    await page.waitForTimeout(120);
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('xyzw');
    await page.keyboard.press('Home');
    await page.keyboard.type('12');
    await page.waitForTimeout(120);
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('12xyzw');
    for (let undo = 0; undo < 9; undo++) await page.keyboard.press('Control+z');
    expect(await fieldOf(page, 'PackageId').inputValue()).toBe('');
    await page.context().close();
  });
});
