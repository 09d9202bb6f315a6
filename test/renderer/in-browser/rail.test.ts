import { actionNames, keyTable, shortcutsOf } from '../../../renderer/keys/key-table.ts';
import { screens } from '../../../renderer/state/screens.ts';
import { en } from '../../../renderer/texts/en.ts';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let pages: Screens;
let page: Page;
beforeAll(async () => {
  pages = await openScreens();
  page = await pages.show('#/today');
}, 120_000);
afterAll(() => pages.close());

const rail = () => page.getByRole('navigation', { name: en.frame.areas });
const marked = () => rail().locator('[aria-current=page] .name').allTextContents();

const goActions = screens.flatMap((screen) => {
  const act = actionNames.find((name) => name === `go-${screen}`);
  return act ? [{ screen, key: keyTable[act].keys[0] }] : [];
});

describe('the key of a screen', () => {
  it.each(goActions)('$key opens $screen', async ({ screen, key }) => {
    await page.keyboard.press(key);
    await page.waitForFunction((hash) => location.hash === hash, `#/${screen}`);
    await page.locator('main').getByRole('heading').first().waitFor();
    expect(await page.title()).toBe(`${en.frame.area[screen]} · ${en.frame.app}`);
  });
});

describe('the rail', () => {
  it('leads to each area, in its groups, and shows its key', async () => {
    const groups = await rail()
      .locator('ul')
      .evaluateAll((lists) =>
        lists.map((list) =>
          [...list.querySelectorAll('a')].map((a) => [a.getAttribute('href'), a.getAttribute('aria-keyshortcuts')]),
        ),
      );
    const names = [
      ['today', 'label-order', 'new', 'import', 'outbox', 'labels', 'handover', 'close'],
      ['tracking', 'orders', 'inventory', 'skus', 'prices'],
      ['memory', 'operators', 'scanner', 'settings'],
    ] as const;
    expect(groups).toEqual(names.map((group) => group.map((name) => [`#/${name}`, shortcutsOf(`go-${name}`)])));
  });

  it('marks the current area: a kind without an area of its own belongs to New, and a screen outside to none', async () => {
    await page.evaluate(() => (location.hash = '#/label-order'));
    await expect.poll(marked).toEqual([en.frame.area['label-order']]);
    await page.evaluate(() => (location.hash = '#/fba-order'));
    await expect.poll(marked).toEqual([en.frame.area.new]);
    await page.evaluate(() => (location.hash = '#/log'));
    await expect.poll(marked).toEqual([]);
  });
});
