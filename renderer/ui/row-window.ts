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

/**
 * Browsers stop rendering boxes higher than about 16 million px. Above this limit the scroll bar moves faster than the
 * rows.
 */
const maxBoxHeight = 12_000_000;

export interface RowWindow {
  /** Height of the scrolled box, px. */
  height: number;
  first: number;
  /** One past the last row to render. */
  end: number;
  /** Offset of the first rendered row in the box, px. */
  top: number;
  /** Pixels of rows per pixel of the box. */
  ratio: number;
}

/** Height of the scrolled box, and pixels of rows per pixel of it. */
function boxMeasuresOf(count: number, rowHeight: number, viewHeight: number) {
  const totalHeight = count * rowHeight;
  const height = Math.min(totalHeight, maxBoxHeight);
  return { height, ratio: height > viewHeight ? Math.max(0, totalHeight - viewHeight) / (height - viewHeight) : 1 };
}

/** The rows of `count`, each `rowHeight` px high, to render at a scroll position, with `spare` rows on both sides. */
export function windowOfRows(
  count: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
  spare = 8,
): RowWindow {
  const { height, ratio } = boxMeasuresOf(count, rowHeight, viewHeight);
  const clampedTop = Math.min(Math.max(0, scrollTop), Math.max(0, height - viewHeight));
  const virtualTop = clampedTop * ratio;
  const first = Math.max(0, Math.floor(virtualTop / rowHeight) - spare);
  const end = Math.min(count, Math.ceil((virtualTop + viewHeight) / rowHeight) + spare);
  return { height, first, end, top: clampedTop - (virtualTop - first * rowHeight), ratio };
}

/** Scroll position that brings a row into view by the smallest move. */
export function scrollToRow(
  row: number,
  count: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
): number {
  const { ratio } = boxMeasuresOf(count, rowHeight, viewHeight);
  const virtualTop = scrollTop * ratio;
  const top = row * rowHeight;
  if (top < virtualTop) return top / ratio;
  if (top + rowHeight > virtualTop + viewHeight) return (top + rowHeight - viewHeight) / ratio;
  return scrollTop;
}

/** The rows read of a list, top to bottom, and the number of rows above them. */
export interface ReadRows {
  rows: readonly number[];
  above: number;
}

/**
 * Number of rows by which the row at `top` moved down when more of the list was read. If that row was not read, the
 * nearest row that was is measured.
 */
export function rowsMoved(before: ReadRows, after: ReadRows, top: number): number {
  const index = Math.min(Math.max(0, top - before.above), before.rows.length - 1);
  const row = before.rows[index];
  if (row === undefined) return 0;
  const newIndex = before.rows === after.rows ? index : after.rows.indexOf(row);
  return newIndex < 0 ? 0 : after.above + newIndex - (before.above + index);
}

/** Seqs of the rows to render. A negative number is the placeholder of a row that is not read yet. */
export const seqsToDraw = ({ rows, above }: ReadRows, { first, end }: Pick<RowWindow, 'first' | 'end'>): number[] =>
  Array.from({ length: end - first }, (_, at) => rows[first + at - above] ?? -1 - first - at);

/**
 * Buffers the keys pressed in a list that is still loading (`isAwaited`). They are replayed in order when the list is
 * loaded, and dropped if it loses the focus.
 */
export function bufferListKeys(isListKey: (event: KeyboardEvent) => boolean) {
  let keys: KeyboardEvent[] = [];
  return {
    /** Whether the key was buffered. */
    bufferKey(event: KeyboardEvent, isAwaited: boolean): boolean {
      if (!isAwaited || !isListKey(event)) return false;
      keys.push(event);
      event.preventDefault();
      return true;
    },
    takeAll: (): KeyboardEvent[] => keys.splice(0),
    clear: (): void => void (keys = []),
  };
}
