import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openScreens, type Screens } from '../../support/open-screens.ts';

let screens: Screens;
beforeAll(async () => {
  screens = await openScreens();
}, 120_000);
afterAll(() => screens.close());

const file = /OtherScreen-[^/]*\.js$/;

/** A page that has begun, for which the file of the other screens comes or fails as `arrives` has it. */
async function begun(arrives: () => Promise<'come' | 'fail'>): Promise<Page> {
  const page = await screens.show('#/today');
  await page.route(file, async (route) => ((await arrives()) === 'come' ? route.continue() : route.abort()));
  await page.reload();
  await page.locator('main h1').waitFor();
  return page;
}

/** As good as new for whoever has the page next. */
const done = async (page: Page): Promise<void> => {
  await page.unrouteAll();
  await page.context().close();
};

describe('screens that a day does not begin with', () => {
  it('are not waited for by the first one, and what is typed for one of them is held until it is there', async () => {
    const coming = Promise.withResolvers<undefined>();
    const page = await begun(() => coming.promise.then(() => 'come'));
    await page.evaluate(() => (location.hash = '#/label-order'));
    await expect.poll(() => page.locator('main h1').count()).toBe(0);
    await page.keyboard.type('BOX-7');
    expect(await page.locator('form').count()).toBe(0);
    coming.resolve(undefined);
    await page.locator('form h1').waitFor();
    await expect
      .poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.value))
      .toBe('BOX-7');
    await done(page);
  });

  it('that did not come are asked for anew with the whole page, once the desk answers', async () => {
    let asked = 0;
    // it fails once somebody has gone there: the page begins anew at once
    const gone = Promise.withResolvers<undefined>();
    const page = await begun(() => (++asked === 1 ? gone.promise.then(() => 'fail') : Promise.resolve('come')));
    await page.evaluate(() => (location.hash = '#/settings'));
    gone.resolve(undefined);
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(new URL(page.url()).hash).toBe('#/settings');
    expect(asked).toBe(2);
    await done(page);
  });
});
