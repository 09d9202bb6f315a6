import type { Disposable, Page } from 'playwright';

/** Keys that a test may have left pressed. */
const heldKeys = ['Control', 'Shift', 'Alt', 'Meta', 'Enter'];
/** A pointer position outside the page. */
const outsidePosition = [-10, -10] as const;

/**
 * Resets a page and removes everything that a test left in it. The browser process, which has compiled the code of the
 * screens, stays. `emptyAddress` is an address of the same origin that serves no page.
 */
export async function resetPage(page: Page, emptyAddress: string, scripts: readonly Disposable[]): Promise<void> {
  for (const event of ['pageerror', 'dialog', 'console'] as const) page.removeAllListeners(event);
  await Promise.all(scripts.map((script) => script.dispose()));
  await page.goto(emptyAddress);
  await Promise.all([
    page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      window.name = '';
    }),
    page.emulateMedia({ media: null }),
    page.context().clearPermissions(),
    page.mouse.move(...outsidePosition),
    ...heldKeys.map((key) => page.keyboard.up(key)),
  ]);
}
