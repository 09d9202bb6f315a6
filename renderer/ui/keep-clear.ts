import type { Attachment } from 'svelte/attachments';

const reserveHeight =
  (name: '--kept-clear' | '--kept-clear-above', onResize: (bar: HTMLElement) => void): Attachment<HTMLElement> =>
  (bar) => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty(name, `${bar.offsetHeight}px`);
      onResize(bar);
    });
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  };

const scrollIntoSight = (controlRect: Element | null | undefined) => controlRect?.scrollIntoView({ block: 'nearest' });

/**
 * Makes the page end above this bar at the foot of the window, so that it covers nothing the user reads, types into or
 * presses.
 */
export const keepClear = reserveHeight('--kept-clear', (bar) => {
  const [barRect, controlRect] = [bar, document.activeElement].map((element) => element?.getBoundingClientRect());
  // A control that was out of sight before is not scrolled to.
  if (!barRect || !controlRect || !document.activeElement?.matches('input, select, textarea, button')) return;
  const isCovered =
    controlRect.bottom > barRect.top && controlRect.top < barRect.bottom && controlRect.left < barRect.right;
  if (isCovered && barRect.height > 0) scrollIntoSight(document.activeElement);
});

/**
 * Makes scrolling stop below this bar at the top of the window, and keeps the focused control visible when the bar
 * grows.
 */
export const keepClearBelow = reserveHeight('--kept-clear-above', () => scrollIntoSight(document.activeElement));
