import type { Attachment } from 'svelte/attachments';

const keepsClear =
  (name: '--kept-clear' | '--kept-clear-above', changed: () => void = () => undefined): Attachment<HTMLElement> =>
  (bar) => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => {
      style.setProperty(name, `${bar.offsetHeight}px`);
      changed();
    });
    watch.observe(bar);
    return () => {
      watch.disconnect();
      style.removeProperty(name);
    };
  };

/** Short news in the corner stands above this foot of the window, so that it covers no button of it. */
export const keepClear = keepsClear('--kept-clear');

/** What is scrolled to comes to stand below this bar, which stays at the top of the window; the control with the cursor, too, when the bar grows. */
export const keepClearBelow = keepsClear('--kept-clear-above', () =>
  document.activeElement?.scrollIntoView({ block: 'nearest' }),
);
