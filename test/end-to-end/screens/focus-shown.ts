import type { Page } from '@playwright/test';

/** more controls than any place has */
const most = 400;

/** Goes on with Tab until the focus comes to where it was before; what had it, and all that had it without showing it. */
export async function tabThrough(page: Page): Promise<{ seen: number; hidden: string[] }> {
  const seen = new Set<string>();
  const hidden: string[] = [];
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab');
    const focus = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { outlineStyle, outlineWidth } = getComputedStyle(focused);
      const all = [...document.querySelectorAll('*')];
      return {
        place: `${String(all.indexOf(focused))} ${focused.tagName}`,
        shown: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        what: focused.outerHTML.slice(0, 160),
      };
    });
    // after the last control the browser's own bar has the focus; then it begins anew
    if (!focus) continue;
    if (seen.has(focus.place)) break;
    seen.add(focus.place);
    if (!focus.shown) hidden.push(focus.what);
  }
  return { seen: seen.size, hidden };
}
