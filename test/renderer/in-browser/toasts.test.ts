import { openScreens, type Screens } from '../../support/open-screens.ts';
import { scan } from '../../support/scanner.ts';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
});
afterAll(() => screens.close());

/** Controls whose visible part is under a notification; a control that is scrolled out of view is under none. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.toasts p')].map((node) => node.getBoundingClientRect());
    function seenOf(node: Element) {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      const seen = { left, top, right, bottom };
      for (let at = node.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === 'visible') continue;
        const edge = at.getBoundingClientRect();
        seen.top = Math.max(seen.top, edge.top);
        seen.bottom = Math.min(seen.bottom, edge.bottom);
      }
      return seen;
    }
    const isUnder = (node: Element) => {
      const one = seenOf(node);
      const reaches = (two: DOMRect) =>
        one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
      return one.top < Math.min(one.bottom, innerHeight) && boxes.some(reaches);
    };
    const all = [...document.querySelectorAll(':is(main, nav, header) :is(input, select, textarea, button, a, .row)')];
    return { news: boxes.length, controls: all.length, under: all.filter(isUnder).map((node) => node.outerHTML) };
  });

it.each([
  ['#/label-order', 1280, 900],
  ['#/label-order', 1024, 720],
  ['#/label-order', 640, 700],
  ['#/label-order', 640, 480],
  ['#/outbox', 640, 700],
  ['#/outbox', 1024, 720],
])(
  'notifications cover no field, row, button or link of %s at %d x %d, and the focused field stays visible',
  async (hash, width, height) => {
    const page = await screens.show(hash, { width, height, listens: true });
    await page.waitForFunction(() => !document.activeElement?.matches('body, main'));
    const lowest = page.locator('main :is(input, select, button):visible');
    const at = await lowest.evaluateAll((all) =>
      all.findLastIndex((one) => one.matches(':enabled') && one.getBoundingClientRect().bottom < innerHeight),
    );
    await lowest.nth(at).focus();
    for (const code of ['what-is-this', 'and-this', 'this-too']) await scan(page, code);
    await page.locator('.toasts p', { hasText: 'this-too' }).waitFor();
    await expect.poll(() => covered(page)).toMatchObject({ news: 2, under: [] });
    expect((await covered(page)).controls).toBeGreaterThan(20);
    expect(
      await page.evaluate(() => {
        const { x, y, width, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        return document.activeElement?.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    ).toBe(true);
    await page.context().close();
  },
);

it.each(['en', 'zh-CN'] as const)(
  'a notification of a long code takes at most a quarter of the height of a small screen, in %s',
  async (language) => {
    const page = await screens.show('#/label-order', { width: 1024, height: 720, listens: true, language });
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
    // The first code is filled in.
    for (const end of ['8', '9']) await scan(page, `A-LONG-CODE-THAT-NOBODY-KNOWS-12345678${end}`);
    const news = page.locator('.toasts p.unknown');
    await news.waitFor();
    const { height = Infinity, width = 0 } = (await news.boundingBox()) ?? {};
    expect(width).toBeGreaterThan(150);
    expect(height).toBeLessThanOrEqual(180);
    await page.context().close();
  },
);

it('notifications follow the chosen language', async () => {
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

it('a repeated notification is shown once', async () => {
  const page = await screens.show('#/label-order', { listens: true });
  await page.waitForFunction(() => document.activeElement?.id.startsWith('field-'));
  const news = page.locator('.toasts p');
  await page.keyboard.press('Alt+Shift+F9');
  await news.waitFor();
  await news.evaluate((one) => one.setAttribute('data-first', ''));
  await page.keyboard.press('Alt+Shift+F9');
  await page.locator('.toasts p:not([data-first])').waitFor();
  expect(await news.count()).toBe(1);
  await page.context().close();
});
