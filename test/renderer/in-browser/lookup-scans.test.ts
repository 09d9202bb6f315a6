import type { FakeDesk } from '../../support/fake-desk.ts';
import { kinds } from '../../support/fake-entries.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

const show = async (address: string): Promise<Page> => {
  const page = await screens.show(address, { listens: true, entries: kinds.length });
  await page.locator('main textarea').first().waitFor();
  return page;
};
/** The tracking number of one parcel of the fake desk, and the key of its order. */
const trackingNumber = 'LX284613581CN';
const keyOf = (page: Page) =>
  page.evaluate(async (text) => {
    const { fake } = globalThis as unknown as { fake: FakeDesk };
    const found = await fake.call('scan.find', { text });
    return (found.ok && found.value.is === 'entry' && found.value.entries[0]?.key) || 'none';
  }, trackingNumber);

describe('a scan', () => {
  it('on the tracking screen looks up the tracking number, whichever number of the label was scanned', async () => {
    const page = await show('#/tracking');
    await scan(page, await keyOf(page));
    await page.locator('.panel h2', { hasText: trackingNumber }).waitFor();
    await scan(page, 'ZZ123CN');
    await page.locator('.panel h2', { hasText: 'ZZ123CN' }).waitFor();
    expect(await page.locator('main textarea').inputValue()).toBe('');
    await page.context().close();
  });

  it('on the orders screen looks up the key, whichever number of the label was scanned', async () => {
    const page = await show('#/orders');
    const key = await keyOf(page);
    await scan(page, trackingNumber);
    await page.locator('.panel h2', { hasText: key }).waitFor();
    await page.context().close();
  });

  it('of goods adds them to the inventory query, known or not, and one of a parcel opens its entry', async () => {
    const page = await show('#/inventory');
    await page.getByRole('combobox', { name: 'Warehouse' }).fill('W1');
    await scan(page, 'SKU-77');
    await page.getByRole('gridcell', { name: 'SKU-77' }).waitFor();
    await scan(page, '6901234567892');
    await page.getByRole('gridcell', { name: '6901234567892' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Warehouse' }).inputValue()).toBe('W1');
    const key = await keyOf(page);
    await scan(page, key);
    await page.locator('.panel h2 .code', { hasText: key }).waitFor();
    await page.context().close();
  });

  it('of goods on the SKU screen searches for them', async () => {
    const page = await show('#/skus');
    for (const Sku of ['SKU-77', 'NEVER-SEEN']) {
      await scan(page, Sku);
      await page.getByRole('gridcell', { name: Sku, exact: true }).waitFor();
      await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBe(2);
    }
    await page.context().close();
  });
});
