import { textOfCell } from '../sheets/cell-text.ts';
import { isBlank, shownCell, type Cell, type Line } from './table.ts';

/** The rows of one order: several if its lists span rows. */
export interface RowGroup {
  key: string | null;
  lines: Line[];
}

/** The key in a cell, as it will be in the request. */
export const keyOfCell = (cell: Cell | undefined): string | null =>
  isBlank(cell) ? null : typeof cell === 'string' ? textOfCell(cell) : shownCell(cell);

/**
 * Groups rows into orders. If lists span rows, a row without key, or with that of the row above, belongs to the same
 * order.
 */
export function groupRows(rows: readonly Line[], keyColumn: number, byRows: boolean): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const line of rows) {
    const key = keyOfCell(line.cells[keyColumn]);
    const above = groups.at(-1);
    if (byRows && above && (key === null || key === above.key)) above.lines.push(line);
    else groups.push({ key, lines: [line] });
  }
  return groups;
}

/** Finds the first rows of other orders with the same key. */
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
