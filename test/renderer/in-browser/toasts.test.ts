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
])('news in the corner covers no field or button of a form at %d x %d', async (width, height) => {
  const page = await screens.show('#/label-order', { width, height, listens: true });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  // a narrow window has no place beside the form: there what is typed in scrolls, and the buttons of the form stay free
  const free = width < 768 ? '.foot button' : 'main :is(input, select, textarea, button)';
  for (const code of ['what-is-this', 'and-this', 'this-too']) await scan(page, code);
  await page.locator('.toasts p').nth(1).waitFor();
  const covered = await page.evaluate((all) => {
    const boxes = (which: string) => [...document.querySelectorAll(which)].map((node) => node.getBoundingClientRect());
    const news = boxes('.toasts p');
    const over = (one: DOMRect) =>
      news.some((two) => one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom);
    return {
      news: news.length,
      buttons: boxes(all).length,
      covered: boxes(all).filter(over).length,
    };
  }, free);
  expect(covered).toMatchObject({ covered: 0 });
  expect(covered.news).toBe(2);
  expect(covered.buttons).toBeGreaterThan(2);
  await page.context().close();
});

it('news in the corner follows the language that is chosen', async () => {
  const page = await screens.show('#/label-order', { listens: true });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  await scan(page, 'what-is-this');
  const said = page.locator('.toasts bdi');
  await said.waitFor();
  expect(await said.textContent()).toMatch(/[a-z]{3}/);
  await page.keyboard.press('Alt+l');
  expect(await said.textContent()).toMatch(/\p{Script=Han}/u);
  await page.context().close();
});
