import { afterAll, beforeAll, expect, it } from 'vitest';
import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

it.each([
  [1280, 900],
  [1024, 768],
  [640, 480],
])('news in the corner covers no button of a form at %d x %d', async (width, height) => {
  const page = await screens.show('#/label-order', { width, height, listens: true });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await scan(page, 'what-is-this');
  await page.locator('.toasts p').first().waitFor();
  const covered = await page.evaluate(() => {
    const boxes = (all: string) => [...document.querySelectorAll(all)].map((node) => node.getBoundingClientRect());
    const news = boxes('.toasts p');
    const over = (one: DOMRect) =>
      news.some((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom);
    return {
      news: news.length,
      buttons: boxes('.foot button').length,
      covered: boxes('.foot button').filter(over).length,
    };
  });
  expect(covered).toMatchObject({ covered: 0 });
  expect(covered.news).toBeGreaterThan(0);
  expect(covered.buttons).toBeGreaterThan(2);
  await page.context().close();
});
