import type { Attachment } from 'svelte/attachments';

const keepsClear =
  (name: '--kept-clear' | '--kept-clear-above', changed: (bar: HTMLElement) => void): Attachment<HTMLElement> =>
  (bar) => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      style.setProperty(name, `${bar.offsetHeight}px`);
      changed(bar);
    });
    watch.observe(bar);
    return () => {
      watch.disconnect();
      style.removeProperty(name);
    };
  };

const show = (control: Element | null | undefined) => control?.scrollIntoView({ block: 'nearest' });

/**
 * Makes the page end above this bar at the foot of the window, so that it covers nothing the user reads, types into or
 * presses.
 */
export const keepClear = keepsClear('--kept-clear', (bar) => {
  const [news, control] = [bar, document.activeElement].map((one) => one?.getBoundingClientRect());
  // Controls that were out of sight stay there.
  if (!news || !control || !document.activeElement?.matches('input, select, textarea, button')) return;
  const isUnder = control.bottom > news.top && control.top < news.bottom && control.left < news.right;
  if (isUnder && news.height > 0) show(document.activeElement);
});

/**
 * Makes scrolling stop below this bar at the top of the window, and keeps the focused control visible when the bar
 * grows.
 */
export const keepClearBelow = keepsClear('--kept-clear-above', () => show(document.activeElement));
