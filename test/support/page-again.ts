import type { Disposable, Page } from 'playwright';

/** Keys that a test may have left pressed. */
const heldKeys = ['Control', 'Shift', 'Alt', 'Meta', 'Enter'];
/** A person's nowhere: the pointer is over no part of a page. */
const nowhere = [-10, -10] as const;

/**
 * Makes a page as good as new, in the same process of the browser, which then has the screens' program compiled: what a test put or
 * left there is gone. `empty` is an address of the same origin at which nothing stands.
 */
export async function pageAgain(page: Page, empty: string, scripts: readonly Disposable[]): Promise<void> {
  for (const event of ['pageerror', 'dialog', 'console'] as const) page.removeAllListeners(event);
  await Promise.all(scripts.map((script) => script.dispose()));
  await page.goto(empty);
  await Promise.all([
    page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      window.name = '';
    }),
    page.emulateMedia({ media: null }),
    page.context().clearPermissions(),
    page.mouse.move(...nowhere),
    ...heldKeys.map((key) => page.keyboard.up(key)),
  ]);
}
