import type { Attachment } from 'svelte/attachments';

/** Short news in the corner stands above this foot of the window, so that it covers no button of it. */
export const keepClear: Attachment<HTMLElement> = (foot) => {
  const { style } = document.documentElement;
  const watch = new ResizeObserver(() => style.setProperty('--kept-clear', `${foot.offsetHeight}px`));
  watch.observe(foot);
  return () => {
    watch.disconnect();
    style.removeProperty('--kept-clear');
  };
};
