/** Browsers stop drawing boxes somewhere beyond 16 million pixels; above this the scroll bar runs faster than the rows. */
const tallest = 12_000_000;

export interface RowWindow {
  /** height of the box that scrolls, px */
  height: number;
  first: number;
  /** one past the last row to draw */
  end: number;
  /** where the first drawn row stands in the box, px */
  top: number;
}

/** Which rows of `count`, each `rowHeight` px, to draw at this scroll position, with some to spare on both sides. */
export function windowOfRows(
  count: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
  spare = 8,
): RowWindow {
  const whole = count * rowHeight;
  const height = Math.min(whole, tallest);
  const ratio = height > viewHeight ? Math.max(0, whole - viewHeight) / (height - viewHeight) : 1;
  const seen = Math.min(Math.max(0, scrollTop), Math.max(0, height - viewHeight));
  const virtualTop = seen * ratio;
  const first = Math.max(0, Math.floor(virtualTop / rowHeight) - spare);
  const end = Math.min(count, Math.ceil((virtualTop + viewHeight) / rowHeight) + spare);
  return { height, first, end, top: seen - (virtualTop - first * rowHeight) };
}

/** Scroll position that brings a row into view, moving as little as possible. */
export function scrollToRow(
  row: number,
  count: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
): number {
  const whole = count * rowHeight;
  const height = Math.min(whole, tallest);
  const ratio = height > viewHeight ? Math.max(0, whole - viewHeight) / (height - viewHeight) : 1;
  const virtualTop = scrollTop * ratio;
  const top = row * rowHeight;
  if (top < virtualTop) return top / ratio;
  if (top + rowHeight > virtualTop + viewHeight) return (top + rowHeight - viewHeight) / ratio;
  return scrollTop;
}
