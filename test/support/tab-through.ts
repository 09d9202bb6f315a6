import type { Page } from 'playwright';

/** More presses than any screen has controls. */
const maxPresses = 400;
/**
 * Number of presses between two checks. They are sent without waiting for each other: the page handles them in order
 * and renders once for several.
 */
const pressesPerCheck = 8;

interface Tabbed {
  focusedElements: Set<Element>;
  withoutRing: string[];
  isBackAtStart: boolean;
}
interface TabbedPage {
  tabbed: Tabbed;
}

/**
 * Presses Tab until an element is focused for the second time. Returns how many elements were focused and which of them
 * showed no focus ring.
 */
export async function tabThrough(page: Page): Promise<{ seen: number; hidden: string[] }> {
  await page.evaluate(() => {
    const tabbed: Tabbed = { focusedElements: new Set(), withoutRing: [], isBackAtStart: false };
    Object.assign(globalThis, { tabbed });
    const recordFocus = (): void => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || tabbed.isBackAtStart) return;
      tabbed.isBackAtStart = tabbed.focusedElements.has(focused);
      if (tabbed.isBackAtStart) return removeEventListener('focusin', recordFocus, true);
      tabbed.focusedElements.add(focused);
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const hasRing = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      if (!hasRing) tabbed.withoutRing.push(focused.outerHTML.slice(0, 160));
    };
    addEventListener('focusin', recordFocus, true);
  });
  // From the last control the focus goes to the browser's own toolbar, and from there to the first control.
  const session = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  for (let presses = 0; presses < maxPresses; presses += pressesPerCheck) {
    const types = Array.from({ length: pressesPerCheck }, () => ['rawKeyDown', 'keyUp'] as const).flat();
    await Promise.all(types.map((type) => session.send('Input.dispatchKeyEvent', { type, ...tab })));
    if (await page.evaluate(() => (globalThis as unknown as TabbedPage).tabbed.isBackAtStart)) break;
  }
  await session.detach();
  return page.evaluate(() => {
    const { focusedElements: seen, withoutRing: hidden } = (globalThis as unknown as TabbedPage).tabbed;
    return { seen: seen.size, hidden };
  });
}
