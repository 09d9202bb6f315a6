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
  /** pixels of rows for one of the box */
  ratio: number;
}

/** How far all rows reach, how far the box that scrolls does, and how many pixels of rows one of the box stands for. */
function measuresOf(count: number, rowHeight: number, viewHeight: number) {
  const whole = count * rowHeight;
  const height = Math.min(whole, tallest);
  return { height, ratio: height > viewHeight ? Math.max(0, whole - viewHeight) / (height - viewHeight) : 1 };
}

/** Which rows of `count`, each `rowHeight` px, to draw at this scroll position, with some to spare on both sides. */
export function windowOfRows(
  count: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
  spare = 8,
): RowWindow {
  const { height, ratio } = measuresOf(count, rowHeight, viewHeight);
  const seen = Math.min(Math.max(0, scrollTop), Math.max(0, height - viewHeight));
  const virtualTop = seen * ratio;
  const first = Math.max(0, Math.floor(virtualTop / rowHeight) - spare);
  const end = Math.min(count, Math.ceil((virtualTop + viewHeight) / rowHeight) + spare);
  return { height, first, end, top: seen - (virtualTop - first * rowHeight), ratio };
}

/** Scroll position that brings a row into view, moving as little as possible. */
export function scrollToRow(
  row: number,
  count: number,
  rowHeight: number,
  viewHeight: number,
  scrollTop: number,
): number {
  const { ratio } = measuresOf(count, rowHeight, viewHeight);
  const virtualTop = scrollTop * ratio;
  const top = row * rowHeight;
  if (top < virtualTop) return top / ratio;
  if (top + rowHeight > virtualTop + viewHeight) return (top + rowHeight - viewHeight) / ratio;
  return scrollTop;
}

/** The rows of a list that were read, top to bottom, and how many stand above them. */
export interface ReadRows {
  rows: readonly number[];
  above: number;
}

/** By how many rows that at `top` moved down as more of the list was read; the nearest that was read, where it was not. */
export function movedBy(was: ReadRows, now: ReadRows, top: number): number {
  const at = Math.min(Math.max(0, top - was.above), was.rows.length - 1);
  const name = was.rows[at];
  if (name === undefined) return 0;
  const to = was.rows === now.rows ? at : now.rows.indexOf(name);
  return to < 0 ? 0 : now.above + to - (was.above + at);
}

/** The rows that are drawn; a negative number is one that was not read yet. */
export const namesIn = ({ rows, above }: ReadRows, { first, end }: Pick<RowWindow, 'first' | 'end'>): number[] =>
  Array.from({ length: end - first }, (_, at) => rows[first + at - above] ?? -1 - first - at);
