import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

const field = (path: string) => `[id="field-${path}"]`;
const line = (column: string) => `Package.Skus[0].${column}`;
const to = (name: string) => `Package.ShipToAddress.${name}`;
const last = {
  Package: {
    ServiceCode: 'SGP',
    Weight: 600,
    ShipToAddress: { Contact: 'Ann Lee', Country: 'NO', City: 'Oslo', HouseNumber: '4B', IDNumber: 'ID-1' },
    Skus: [{ Sku: 'MUG-1', Quantity: 2, DeclareNameEn: 'Mug', DeclareValue: 5, Weight: 300, HsCode: '691110' }],
    ImportTrackingNumber: 'T-1',
  },
};
const pen = { Sku: 'PEN-1', DeclareNameEn: 'Pen', Weight: 20, HsCode: '960810' };
const changing = [...['Contact', 'City'].map(to), 'Package.Skus[].Sku', 'Package.ImportTrackingNumber'];

/** A label order started from the last one, on a desk that remembers pens and mugs, but no declared values. */
async function begun(act = 'Alt+KeyR', address = '#/label-order', first = to('Contact')): Promise<Page> {
  const page = await screens.show('#/outbox');
  await page.evaluate(
    ({ last, pen, changing }) => {
      const { handlers } = (globalThis as unknown as { fake: { handlers: Record<string, unknown> } }).fake;
      const ok = (value: unknown) => ({ ok: true, value });
      const goods = (Sku: string, facts: object) => ({ by: 'Sku', name: Sku, facts, endpoint: 2, used: 1, usedAt: 0 });
      const known: Record<string, unknown> = {
        'PEN-1': goods('PEN-1', pen),
        'MUG-1': goods('MUG-1', { ...pen, DeclareNameEn: 'Remembered mug' }),
      };
      Object.assign(handlers, {
        'packageId.next': () => ok({ ids: ['K7M3A-0P7-00015'] }),
        'entries.last': () => ok({ last: { id: 'x', key: 'P-1', request: { query: {}, body: last } } }),
        'entries.get': () => ok({ id: 'x', key: 'P-1', endpoint: 2, request: { query: {}, body: last } }),
        'entries.changing': () => ok({ fields: changing }),
        'goods.of': ({ Sku = '' }: { Sku?: string }) => ok({ goods: known[Sku] ?? null }),
      });
    },
    { last, pen, changing },
  );
  await page.evaluate((hash) => (location.hash = hash), address);
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  if (act !== '') await page.keyboard.press(act);
  await cursorIn(page, first);
  return page;
}

const cursorIn = (page: Page, path: string) =>
  page.waitForFunction((id) => document.activeElement?.id === id, `field-${path}`);
const shows = (page: Page, path: string) => page.locator(field(path)).inputValue();

async function enterTo(page: Page, ...paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.keyboard.press('Enter');
    await cursorIn(page, path);
  }
}

describe('same as last, change only', () => {
  it('moves with Enter from one asked field to the next, folded ones included, and then to Save', async () => {
    const page = await begun();
    await enterTo(page, to('Country'), to('City'), line('Sku'), line('Quantity'));
    // The house number is folded, but asked for because the recipient may change.
    await enterTo(page, to('HouseNumber'), to('IDNumber'), 'Package.ImportTrackingNumber');
    expect(await shows(page, 'Package.ImportTrackingNumber')).toBe('');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.closest('[data-save]') !== null)).toBe(true);
    await page.context().close();
  });

  it('selects carried-over text so that typing replaces it', async () => {
    const page = await begun();
    await page.keyboard.type('Bo');
    await enterTo(page, to('Country'), to('City'));
    await page.keyboard.type('Bergen');
    expect([await shows(page, to('Contact')), await shows(page, to('City'))]).toEqual(['Bo', 'Bergen']);
    await page.context().close();
  });

  it('marks asked fields until they are visited, and Tab still reaches the others', async () => {
    const page = await begun();
    const asked = (path: string) => page.locator(field(path)).evaluate((node) => node.classList.contains('asked'));
    expect(await asked(to('Contact'))).toBe(true);
    expect(await asked('Package.ServiceCode')).toBe(false);
    await page.keyboard.press('Tab');
    await cursorIn(page, to('Phone'));
    expect(await asked(to('Contact'))).toBe(false);
    await page.context().close();
  });

  it('takes an address from the book and moves on to the next asked field after it', async () => {
    const page = await begun();
    await page.keyboard.press('Alt+Shift+KeyK');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    // The ID number there is the previous recipient's.
    await cursorIn(page, to('IDNumber'));
    expect(await shows(page, to('Contact'))).not.toBe('Ann Lee');
    await enterTo(page, line('Sku'), line('Quantity'), 'Package.ImportTrackingNumber');
    await page.context().close();
  });

  it('asks for the same fields after a reload in mid-form', async () => {
    const page = await begun();
    await page.keyboard.type('Bo');
    await page.waitForFunction(() => /"Bo/.test(window.name.replaceAll('\\', '')));
    await page.reload();
    await cursorIn(page, to('Contact'));
    await enterTo(page, to('Country'), to('City'), line('Sku'));
    await page.context().close();
  });

  it('does not ask again after a reload for a visited field or an address from the book', async () => {
    const page = await begun();
    const marks = (path: string) => page.locator(field(path)).evaluate(({ classList }) => [...classList].join());
    const reload = async () => {
      // Nothing is typed, so only the marks need storing.
      await page.waitForTimeout(400);
      await page.reload();
      await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    };
    await enterTo(page, to('Country'));
    await reload();
    expect(await marks(to('Contact'))).not.toContain('asked');
    expect(await marks(to('City'))).toContain('asked');
    await page.keyboard.press('Alt+Shift+KeyK');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await cursorIn(page, to('IDNumber'));
    await page.keyboard.press('Enter');
    await cursorIn(page, line('Sku'));
    await reload();
    expect(await marks(to('City'))).not.toContain('asked');
    await cursorIn(page, line('Sku'));
    await page.context().close();
  });

  it('starts from a chosen entry as from the last one, without the values unique to it', async () => {
    const page = await begun('', '#/label-order/like/x');
    expect(await shows(page, to('City'))).toBe('Oslo');
    expect(await shows(page, 'Package.ImportTrackingNumber')).toBe('');
    expect(await shows(page, 'Package.PackageId')).toBe('K7M3A-0P7-00015');
    await page.context().close();
  });
});

describe('carried-over goods', () => {
  it('keep their values while the SKU stays the same', async () => {
    const page = await begun();
    await enterTo(page, to('Country'), to('City'), line('Sku'), line('Quantity'));
    await page.waitForTimeout(150);
    expect(await shows(page, line('DeclareNameEn'))).toBe('Mug');
    expect(await shows(page, line('DeclareValue'))).toBe('5');
    await page.context().close();
  });

  it('lose their values when another SKU replaces them, and those unknown for the new one are asked for', async () => {
    const page = await begun();
    await enterTo(page, to('Country'), to('City'), line('Sku'));
    await page.keyboard.type('PEN-1');
    await enterTo(page, line('Quantity'));
    await expect.poll(() => shows(page, line('DeclareNameEn'))).toBe('Pen');
    expect(await shows(page, line('HsCode'))).toBe('960810');
    expect(await shows(page, line('DeclareValue'))).toBe('');
    // The parcel weight becomes that of two pens.
    await page.keyboard.type('2');
    await enterTo(page, line('DeclareValue'));
    await expect.poll(() => shows(page, 'Package.Weight')).toBe('40');
    await page.context().close();
  });
});
