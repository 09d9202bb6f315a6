import type { Page } from 'playwright';

/** more than the controls of any screen */
const most = 400;
/**
 * Presses per check. They are sent without waiting for each other: the page handles them in order and renders once for
 * several.
 */
const together = 8;

interface Tabbed {
  seen: Set<Element>;
  hidden: string[];
  round: boolean;
}
interface TabbedPage {
  tabbed: Tabbed;
}

/**
 * Presses Tab until the focus returns to an element that had it before. Returns how many elements were focused and
 * which of them showed no focus ring.
 */
export async function tabThrough(page: Page): Promise<{ seen: number; hidden: string[] }> {
  await page.evaluate(() => {
    const tabbed: Tabbed = { seen: new Set(), hidden: [], round: false };
    Object.assign(globalThis, { tabbed });
    const note = (): void => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || tabbed.round) return;
      tabbed.round = tabbed.seen.has(focused);
      if (tabbed.round) return removeEventListener('focusin', note, true);
      tabbed.seen.add(focused);
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const shown = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      if (!shown) tabbed.hidden.push(focused.outerHTML.slice(0, 160));
    };
    addEventListener('focusin', note, true);
  });
  // After the last control the focus goes to the browser's own toolbar, and from there back to the first.
  const session = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  for (let presses = 0; presses < most; presses += together) {
    const types = Array.from({ length: together }, () => ['rawKeyDown', 'keyUp'] as const).flat();
    await Promise.all(types.map((type) => session.send('Input.dispatchKeyEvent', { type, ...tab })));
    if (await page.evaluate(() => (globalThis as unknown as TabbedPage).tabbed.round)) break;
  }
  await session.detach();
  return page.evaluate(() => {
    const { seen, hidden } = (globalThis as unknown as TabbedPage).tabbed;
    return { seen: seen.size, hidden };
  });
}
