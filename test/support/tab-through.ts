import type { Page } from 'playwright';

/** more controls than any place has */
const most = 400;
/** Presses between two looks at what they came to. None waits for the one before: the page takes them in their order, and draws once for many. */
const together = 8;

interface Tabbed {
  seen: Set<Element>;
  hidden: string[];
  round: boolean;
}
interface TabbedPage {
  tabbed: Tabbed;
}

/** Goes on with Tab until the focus comes to where it was before; how much had it, and all that had it without showing it. */
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
  // after the last control the browser's own bar has the focus; then it begins anew
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
