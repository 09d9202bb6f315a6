import type { Disposable, Page } from 'playwright';

/** Keys that a test may have left pressed. */
const heldKeys = ['Control', 'Shift', 'Alt', 'Meta', 'Enter'];
/** A pointer position outside the page. */
const nowhere = [-10, -10] as const;

/**
 * Resets a page, keeping its browser process, which has the screens' code compiled already; everything a test left in
 * it is removed. `empty` is an address of the same origin that serves no page.
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
