import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const ShipToAddress = { Contact: 'Zoë Åkesson', Country: 'SE', City: 'Göteborg', Street1: 'Storgatan 1' };
const valueOf = (page: Page, path: string) => page.locator(`[id="field-${path}"]`).inputValue();
const cursor = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** A declaration on a desk that has a label order ORDER-1 for two mugs and five pens. */
async function open(): Promise<Page> {
  const page = await screens.show('#/outbox');
  await page.evaluate((ShipToAddress) => {
    const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
    const ok = (value: unknown) => ({ ok: true, value });
    const Package = { PackageId: 'ORDER-1', ServiceCode: 'SGP', Weight: 640, ShipToAddress };
    const Skus = [
      { Sku: 'MUG-1', Quantity: 2 },
      { Sku: 'PEN-1', Quantity: 5 },
    ];
    const order = { endpoint: 2, request: { query: {}, body: { Package: { ...Package, Skus } } } };
    const entries = [
      { id: 'declared', endpoint: 7, key: 'ORDER-1', state: 'done' },
      { id: 'order', endpoint: 2, key: 'ORDER-1', state: 'done' },
    ];
    Object.assign(handlers, {
      'scan.find': ({ text }: { text: string }) =>
        ok(text === 'ORDER-1' ? { is: 'entry', text, entries } : { is: 'unknown', text }),
      'entries.get': () => ok({ ...order, trackingNumber: 'LX1CN', provisional: false }),
      'goods.of': ({ Sku }: { Sku?: string }) =>
        ok({ goods: Sku === 'MUG-1' ? { by: 'Sku', name: Sku, facts: { HsCode: '691110' }, endpoint: 7 } : null }),
    });
  }, ShipToAddress);
  await page.evaluate(() => (location.hash = '#/declaration'));
  await page.waitForFunction(() => document.activeElement?.id === 'field-PackageId');
  return page;
}

describe('a declaration of a parcel whose order is on this desk', () => {
  it('is filled in from the order, marked, with goods from memory, and Enter moves on to them', async () => {
    const page = await open();
    await page.keyboard.type('ORDER-1', { delay: 60 });
    await expect.poll(() => valueOf(page, 'ShipToAddress.Contact')).toBe('Zoë Åkesson');
    await expect.poll(() => valueOf(page, 'Skus[0].HsCode')).toBe('691110');
    const texts = ['TrackingNumber', 'Weight', 'Skus[0].Quantity', 'Skus[1].Sku', 'Skus[1].Quantity'];
    expect(await Promise.all(texts.map((path) => valueOf(page, path)))).toEqual(['LX1CN', '640', '2', 'PEN-1', '5']);
    expect(await page.getByText('from the order').first().isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await cursor(page)).toBe('field-Skus[0].Sku');
    await page.context().close();
  });

  it('drops the address, weight and goods carried over from the last declaration', async () => {
    const page = await open();
    await page.evaluate(() => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      const ok = (value: unknown) => ({ ok: true, value });
      const body = {
        PackageId: 'ORDER-0',
        Weight: 90,
        IOSS: 'IM3720000224',
        ShipToAddress: { Contact: 'Ann Lee', Country: 'NO', City: 'Oslo', HouseNumber: '4B' },
        Skus: ['CUP-1', 'CUP-2', 'CUP-3'].map((Sku) => ({ Sku, Quantity: 1, HsCode: '1' })),
      };
      Object.assign(handlers, {
        'entries.last': () => ok({ last: { id: 'x', key: 'ORDER-0', request: { query: {}, body } } }),
        'entries.changing': () => ok({ fields: ['Weight', 'ShipToAddress.Contact', 'Skus[].Sku'] }),
      });
    });
    await page.keyboard.press('Alt+KeyR');
    await expect.poll(() => valueOf(page, 'ShipToAddress.Contact')).toBe('Ann Lee');
    await page.waitForFunction(() => document.activeElement?.id === 'field-PackageId');
    await page.keyboard.type('ORDER-1', { delay: 60 });
    await expect.poll(() => valueOf(page, 'ShipToAddress.Contact')).toBe('Zoë Åkesson');
    await expect.poll(() => valueOf(page, 'Skus[0].HsCode')).toBe('691110');
    const texts = ['Weight', 'ShipToAddress.HouseNumber', 'Skus[1].Sku', 'Skus[1].HsCode', 'Skus[2].Sku', 'IOSS'];
    const now = await Promise.all(texts.map((path) => valueOf(page, path)));
    expect(now).toEqual(['640', '', 'PEN-1', '', '', 'IM3720000224']);
    await page.context().close();
  });

  it('keeps typed values, and loses those from the order when the number changes', async () => {
    const page = await open();
    await page.locator('[id="field-Weight"]').fill('700');
    await page.locator('#field-PackageId').fill('ORDER-1');
    await expect.poll(() => valueOf(page, 'ShipToAddress.City')).toBe('Göteborg');
    expect(await valueOf(page, 'Weight')).toBe('700');
    await page.locator('#field-PackageId').fill('ORDER-12');
    await expect.poll(() => valueOf(page, 'ShipToAddress.City')).toBe('');
    expect(await Promise.all(['Weight', 'Skus[0].Sku'].map((path) => valueOf(page, path)))).toEqual(['700', '']);
    await page.context().close();
  });
});
