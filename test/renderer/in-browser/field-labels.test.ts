import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

/** Labels of fields, including the service's names, that are cut off. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll<HTMLElement>('form label, form label *')];
    return labels
      .filter((one) => getComputedStyle(one).display !== 'inline' && one.checkVisibility())
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent);
  });

/** Rows of fields whose controls do not start at the same height. */
const uneven = (page: Page) =>
  page.evaluate(() => {
    const rows = new Map<string, Set<number>>();
    for (const [at, grid] of [...document.querySelectorAll('form .aligned')].entries())
      for (const field of grid.querySelectorAll('.field')) {
        const row = `${at} ${Math.round(field.getBoundingClientRect().top)}`;
        const control = Math.round(field.querySelector('.entry')!.getBoundingClientRect().top);
        rows.set(row, (rows.get(row) ?? new Set()).add(control));
      }
    return [...rows].filter(([, controls]) => controls.size > 1).map(([row, controls]) => [row, ...controls]);
  });

describe('the field labels', () => {
  it.each(['en', 'zh-CN'] as const)(
    'of the price form are not cut off at any width, and its fields stay aligned: %s',
    async (language) => {
      for (const width of [1280, 1024, 640, 512]) {
        const page = await screens.show('#/prices', { language, width });
        for (const side of ['out of a warehouse', 'into a warehouse']) {
          await page.locator('form .field').first().waitFor();
          expect(await page.locator('form .field').count(), side).toBeGreaterThan(5);
          expect(await cut(page), `${side}, ${width}`).toEqual([]);
          expect(await uneven(page), `${side}, ${width}`).toEqual([]);
          await page.keyboard.press('Alt+ArrowRight');
          await page.waitForTimeout(100);
        }
        await page.context().close();
      }
    },
  );

  it('of an unfolded order form are not cut off, and its fields stay aligned', async () => {
    for (const width of [1280, 512]) {
      const page = await screens.show('#/drop-ship-order', { width });
      await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
      await page.keyboard.press('Alt+f');
      await page.locator('[id="field-Package.SellPriceCurrency"]').waitFor();
      expect(await cut(page), `${width}`).toEqual([]);
      expect(await uneven(page), `${width}`).toEqual([]);
      await page.context().close();
    }
  });
});
