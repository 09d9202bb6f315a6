import type { Area } from './place.ts';
import { at, patient } from './ways.ts';

/** Inventory, SKUs and prices, each with an answer. */
export const stock: Area = {
  name: 'stock and prices',
  places: [
    {
      name: 'inventory',
      screen: 'inventory',
      async go(page) {
        await page.keyboard.press('Alt+7');
        await page.getByRole('combobox', { name: /^Warehouse/ }).fill('PRACTICE-1');
        await page.locator('main textarea').fill('MUG-1\nMUG-2');
        await page.locator('main textarea').press('Enter');
        await page.getByRole('grid').getByText('MUG-1').waitFor(patient);
        await page.getByRole('grid').press('ArrowDown');
      },
    },
    {
      name: 'SKUs',
      screen: 'skus',
      async go(page) {
        await at(page, '#/skus/MUG-1');
        await page.locator('main .tabs, main [role=tablist]').first().waitFor(patient);
      },
    },
    {
      name: 'prices asked wrongly',
      screen: 'prices',
      async go(page) {
        await page.keyboard.press('F6');
        await page.locator('#field-Weight').fill('x');
        await page.locator('#field-Weight').press('Control+Enter');
        await page.locator('[aria-invalid=true]').first().waitFor();
      },
    },
    {
      name: 'prices',
      screen: 'prices',
      async go(page) {
        for (const name of ['Weight', 'Length', 'Width', 'Height']) await page.locator(`#field-${name}`).fill('10');
        await page.locator('#field-WarehouseId').fill('W1');
        await page.locator('#field-Country').fill('ES');
        await page.locator('#field-Country').press('Control+Enter');
        await page.getByRole('article').first().waitFor(patient);
      },
    },
  ],
};
