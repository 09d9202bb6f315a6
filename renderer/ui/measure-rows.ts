import type { Attachment } from 'svelte/attachments';

/** Tells, in px, how much of a list's rows is in sight and how high one of them is, now and whenever the list becomes another size. */
export const measureRows =
  (onMeasured: (viewHeight: number, rowHeight: number) => void): Attachment<HTMLElement> =>
  (list) => {
    const measure = () => {
      const fontSize = parseFloat(getComputedStyle(list).getPropertyValue('font-size'));
      // the head stays in place and takes its height from the rows
      onMeasured(Math.max(0, list.clientHeight - (list.firstElementChild?.clientHeight ?? 0)), fontSize * (32 / 14));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();
    return () => observer.disconnect();
  };
