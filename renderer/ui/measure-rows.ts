import type { Attachment } from 'svelte/attachments';

/** Reports the visible height of a list's rows and the height of one row, in px, now and on every resize. */
export const measureRows =
  (onMeasured: (viewHeight: number, rowHeight: number) => void): Attachment<HTMLElement> =>
  (list) => {
    const measure = () => {
      const fontSize = parseFloat(getComputedStyle(list).getPropertyValue('font-size'));
      // The sticky head covers part of the rows.
      onMeasured(Math.max(0, list.clientHeight - (list.firstElementChild?.clientHeight ?? 0)), fontSize * (32 / 14));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();
    return () => observer.disconnect();
  };
