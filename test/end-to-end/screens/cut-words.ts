import type { Page } from '@playwright/test';

/**
 * Describes the visible controls whose text is cut, wrapped or covered by another control, and the buttons with the
 * default look of the browser.
 */
export const badWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const within = document.querySelector('dialog[open]') ?? document.body;
    const isSeen = (one: Element) => one.checkVisibility() && one.getClientRects().length > 0 && !one.closest('.heard');
    const all = (selector: string) => [...within.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
    const controls = all('button, summary, [role=tab], nav a, .foot a');
    const named = (one: Element) => one.textContent.replace(/\s+/g, ' ').trim().slice(0, 60);

    /** Number of lines that the text of an element takes, from the heights at which its boxes lie. */
    const linesOf = (one: Element): number => {
      const range = document.createRange();
      range.selectNodeContents(one);
      const tops = [...range.getClientRects()]
        .filter(({ width }) => width > 0)
        .map(({ top, height }) => top + height / 2);
      const lineHeight = parseFloat(getComputedStyle(one).lineHeight) || 20;
      return tops.length === 0 ? 0 : Math.round((Math.max(...tops) - Math.min(...tops)) / lineHeight) + 1;
    };
    const isCut = (one: Element): boolean =>
      getComputedStyle(one).overflow !== 'visible' &&
      (one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1);
    const runsOut = (one: Element): boolean => {
      const { left, right } = one.getBoundingClientRect();
      return [...one.children].some((child) => {
        const inner = child.getBoundingClientRect();
        return isSeen(child) && inner.width > 0 && (inner.right > right + 1 || inner.left < left - 1);
      });
    };
    const cut = [...controls, ...all('[role=columnheader], th, legend, label, h1')]
      .filter((one) => [one, ...one.querySelectorAll('*')].some((part) => isSeen(part) && isCut(part)) || runsOut(one))
      .map((one) => `cut: ${named(one)}`);
    const wrapped = controls.filter((one) => linesOf(one) > 1).map((one) => `wrapped: ${named(one)}`);
    const covered = controls.flatMap((one, at) => {
      const mine = one.getBoundingClientRect();
      return controls.slice(at + 1).flatMap((other) => {
        if (one.contains(other) || other.contains(one) || one.parentElement !== other.parentElement) return [];
        const its = other.getBoundingClientRect();
        const across = Math.min(mine.right, its.right) - Math.max(mine.left, its.left);
        const down = Math.min(mine.bottom, its.bottom) - Math.max(mine.top, its.top);
        return across > 1 && down > 1 ? [`covered: ${named(one)} by ${named(other)}`] : [];
      });
    });
    const bare = all('button')
      .filter((one) => getComputedStyle(one).borderTopStyle === 'outset')
      .map((one) => `of the browser's look: ${named(one)}`);
    return [...cut, ...wrapped, ...covered, ...bare];
  });
