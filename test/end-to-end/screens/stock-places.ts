import type { Page } from '@playwright/test';

/** Inventory, SKUs and prices, each with an answer. */
export const stockPlaces: readonly { name: string; go: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'inventory',
    go: async (page) => {
      await page.keyboard.press('Alt+7');
      await page.getByRole('combobox', { name: /^(Warehouse|仓库)/ }).fill('PRACTICE-1');
      await page.locator('main textarea').fill('MUG-1\nMUG-2');
      await page.locator('main textarea').press('Enter');
      await page.getByRole('grid').getByText('MUG-1').waitFor();
      await page.getByRole('grid').press('ArrowDown');
    },
  },
  {
    name: 'SKUs',
    go: async (page) => {
      await page.evaluate(() => (location.hash = '#/skus/MUG-1'));
      await page.locator('main .tabs, main [role=tablist]').first().waitFor();
    },
  },
  {
    name: 'prices',
    go: async (page) => {
      await page.keyboard.press('F6');
      for (const name of ['Weight', 'Length', 'Width', 'Height']) await page.locator(`#field-${name}`).fill('10');
      await page.locator('#field-WarehouseId').fill('W1');
      await page.locator('#field-Country').fill('ES');
      await page.locator('#field-Country').press('Control+Enter');
      await page.getByRole('article').first().waitFor();
    },
  },
];
