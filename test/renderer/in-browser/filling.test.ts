import { makePackageId } from '../../../shared/creates/package-id.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const number = (counter: number) =>
  makePackageId({ desk: 'K7M3A', generation: 1, madeAt: Date.UTC(2026, 10, 21), counter });
const facts = {
  Sku: 'MUG-1',
  DeclareNameEn: 'Mug',
  DeclareNameCn: '杯子',
  DeclareValue: 4.2,
  Weight: 300,
  HsCode: '691110',
};
const line = (column: string) => `[id="field-Package.Skus[0].${column}"]`;
const key = '[id="field-Package.PackageId"]';

/** Opens a form on a desk that generates keys, has a last order and remembers goods. */
async function open(address: string, language: 'en' | 'zh-CN' = 'en'): Promise<Page> {
  const page = await screens.show('#/outbox', { language });
  await page.evaluate(
    ({ numbers, facts }) => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      const ok = (value: unknown) => ({ ok: true, value });
      const goods = { by: 'Sku', name: 'MUG-1', facts, endpoint: 2, used: 3, usedAt: 0 };
      const last = { Package: { ServiceCode: 'SGP', Weight: 480, ShipToAddress: { Contact: 'Ann', City: 'Oslo' } } };
      Object.assign(handlers, {
        'packageId.next': ({ count }: { count: number }) => ok({ ids: numbers.splice(0, count) }),
        'entries.last': () => ok({ last: { id: 'x', key: 'P-1', request: { query: {}, body: last } } }),
        'goods.of': ({ Sku }: { Sku?: string }) => ok({ goods: Sku === 'MUG-1' ? goods : null }),
        'goods.find': ({ text }: { text: string }) => ok({ goods: /mug|杯/i.test(text) ? [goods] : [] }),
      });
    },
    { numbers: Array.from({ length: 40 }, (_, at) => number(at + 1)), facts },
  );
  await page.evaluate((hash) => (location.hash = hash), address);
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  return page;
}

describe('a new form', () => {
  it('starts with a generated key and the last service, both marked, and the cursor after them', async () => {
    const page = await open('#/label-order');
    expect(await page.locator(key).inputValue()).toBe(number(1));
    expect(await page.getByText('automatic').isVisible()).toBe(true);
    expect(await page.locator('[id="field-Package.ServiceCode"]').inputValue()).toBe('SGP');
    expect(await page.getByText('from last parcel').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-Package.Weight');
    await page.keyboard.press('Alt+Shift+KeyN');
    await expect.poll(() => page.locator(key).inputValue()).toBe(number(2));
    await page.context().close();
  });

  it('reuses the key of a form in which nothing was typed', async () => {
    const page = await open('#/label-order');
    await page.evaluate(() => (location.hash = '#/outbox'));
    await page.locator('main h1').waitFor();
    await page.evaluate(() => (location.hash = '#/box-order'));
    await expect.poll(() => page.locator('#field-PackageId').inputValue()).toBe(number(1));
    await page.context().close();
  });

  it('detects a typing slip in a generated key and suggests the intended one', async () => {
    const page = await open('#/label-order');
    const slip = number(1).replace(/^K7/, '7K');
    await page.locator(key).fill(slip);
    await page.locator(key).press('ArrowDown');
    await page.locator(key).press('Enter');
    expect(await page.locator(key).inputValue()).toBe(number(1));
    await page.locator(key).fill(slip);
    await page.locator(key).press('Tab');
    await expect.poll(() => page.getByText(`Did you mean ${number(1)}?`).isVisible()).toBe(true);
    await page.context().close();
  });
});

describe('same as last', () => {
  const contact = '[id="field-Package.ShipToAddress.Contact"]';
  it('carries over everything but the key, marked until visited, and overwrites nothing typed', async () => {
    const page = await open('#/label-order');
    await page.keyboard.press('Alt+KeyR');
    await expect.poll(() => page.locator(contact).inputValue()).toBe('Ann');
    expect(await page.locator(key).inputValue()).toBe(number(1));
    expect(await page.locator(contact).evaluate((field) => field.classList.contains('brought'))).toBe(true);
    await page.locator(contact).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(contact).evaluate((field) => field.classList.contains('brought'))).toBe(false);
    await page.locator(contact).fill('Bo');
    await page.keyboard.press('Alt+KeyR');
    await page.getByText('This form is not empty').waitFor();
    expect(await page.locator(contact).inputValue()).toBe('Bo');
    await page.context().close();
  });
});

describe('remembered goods', () => {
  it('fill the empty fields of their line, which Enter skips, and are undone by one action', async () => {
    const page = await open('#/label-order');
    await page.locator(line('DeclareValue')).fill('5');
    await page.locator(line('Sku')).focus();
    await page.keyboard.type('MUG-1');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(line('HsCode')).inputValue()).toBe('691110');
    expect(await page.locator(line('DeclareValue')).inputValue()).toBe('5');
    expect(await page.locator(line('Weight')).inputValue()).toBe('300');
    expect(await page.locator(line('HsCode')).getAttribute('title')).toBe('remembered');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('field-Package.Skus[0].DeclareValue');
    await page.keyboard.press('Alt+KeyZ');
    await expect.poll(() => page.locator(line('HsCode')).inputValue()).toBe('');
    expect(await page.locator(line('Quantity')).inputValue()).toBe('2');
    await page.context().close();
  });

  it('set the parcel weight from their quantities until the user types it', async () => {
    const page = await open('#/label-order');
    const weight = page.locator('[id="field-Package.Weight"]');
    await page.locator(line('Sku')).focus();
    await page.keyboard.type('MUG-1');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(line('Weight')).inputValue()).toBe('300');
    expect(await weight.inputValue()).toBe('');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await expect.poll(() => weight.inputValue()).toBe('600');
    expect(await page.getByText('remembered', { exact: true }).isVisible()).toBe(true);
    await page.locator(line('Quantity')).fill('3');
    await page.keyboard.press('Tab');
    await expect.poll(() => weight.inputValue()).toBe('900');
    await weight.fill('950');
    await page.locator(line('Quantity')).fill('4');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Alt+KeyZ');
    await expect.poll(() => page.locator(line('Weight')).inputValue()).toBe('');
    expect(await weight.inputValue()).toBe('950');
    await page.context().close();
  });

  it('are found by any of their names while a SKU is typed, and are cleared by another SKU', async () => {
    const page = await open('#/label-order', 'zh-CN');
    await page.locator(line('Sku')).focus();
    await page.keyboard.insertText('杯');
    await page.getByRole('option', { name: 'MUG-1' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(line('DeclareNameEn')).inputValue()).toBe('Mug');
    await page.locator(line('Sku')).fill('OTHER');
    await page.locator(line('Sku')).press('Tab');
    await expect.poll(() => page.locator(line('DeclareNameEn')).inputValue()).toBe('');
    await page.context().close();
  });

  it('fill in their weight only in kinds with the same unit', async () => {
    const page = await open('#/declaration');
    await page.evaluate(() => {
      type Fake = { handlers: Record<string, () => { ok: true; value: object }>; emit(event: object): void };
      const { fake } = globalThis as unknown as { fake: Fake };
      const settings = fake.handlers['settings.get']?.().value;
      fake.handlers['settings.get'] = () => ({ ok: true, value: { ...settings, weightUnit: 'kg' } });
      const value = { goods: { by: 'Sku', name: 'MUG-1', facts: { HsCode: '1', Weight: 0.3 }, endpoint: 2 } };
      fake.handlers['goods.of'] = () => ({ ok: true, value });
      fake.emit({ kind: 'settings' });
    });
    await page.locator('[id="field-Skus[0].Sku"]').fill('MUG-1');
    await page.locator('[id="field-Skus[0].Sku"]').press('Tab');
    await expect.poll(() => page.locator('[id="field-Skus[0].HsCode"]').inputValue()).toBe('1');
    // A label order uses the desk's unit, kg; a declaration always uses grams.
    expect(await page.locator('[id="field-Skus[0].Weight"]').inputValue()).toBe('');
    await page.context().close();
  });
});
