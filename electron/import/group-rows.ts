import { textOfCell } from '../sheets/cell-text.ts';
import { isBlank, shownCell, type Cell, type Line } from './table.ts';

/** The rows of one order: one, or several where lists stand in rows. */
export interface RowGroup {
  key: string | null;
  lines: Line[];
}

/** The key that a cell gives, as it will be in the request. */
export const keyIn = (cell: Cell | undefined): string | null =>
  isBlank(cell) ? null : typeof cell === 'string' ? textOfCell(cell) : shownCell(cell);

/** Parts rows into orders. Where lists stand in rows, a row with no key, or with that of the row above, is of the same order. */
export function groupRows(rows: readonly Line[], keyColumn: number, byRows: boolean): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const line of rows) {
    const key = keyIn(line.cells[keyColumn]);
    const above = groups.at(-1);
    if (byRows && above && (key === null || key === above.key)) above.lines.push(line);
    else groups.push({ key, lines: [line] });
  }
  return groups;
}

/** First rows of the orders that share a key. */
export function sharedKeys(groups: readonly RowGroup[]): (group: RowGroup) => number[] {
  const first = new Map<string, number[]>();
  for (const { key, lines } of groups) {
    if (key === null) continue;
    const rows = first.get(key) ?? [];
    rows.push(lines[0]?.row ?? 0);
    first.set(key, rows);
  }
  return ({ key, lines }) => (first.get(key ?? '') ?? []).filter((row) => row !== lines[0]?.row);
}
