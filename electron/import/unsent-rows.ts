import { guardedCell, withoutGuard } from '../sheets/cell-text.ts';
import { csvLine, byteOrderMark } from '../sheets/write-csv.ts';
import { xlsxBytes } from '../sheets/write-xlsx.ts';
import type { Cell, Table } from './table.ts';

/** Header of the reasons column. A file whose last column has it is a corrected export of ours. */
const reasonsColumn = 'Why it was not queued';

/** A row that was not queued, as texts, with the reasons. */
export interface UnsentRow {
  cells: readonly string[];
  reasons: readonly string[];
}

function tableOf(header: readonly string[], rows: readonly UnsentRow[]): string[][] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), header.length);
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '');
  return [
    [...padded(header).map(guardedCell), reasonsColumn],
    ...rows.map(({ cells, reasons }) => [...padded(cells), reasons.join(' ')].map(guardedCell)),
  ];
}

/** As CSV: UTF-8 with byte order mark for Excel. */
export function unsentCsv(header: readonly string[], rows: readonly UnsentRow[]): Buffer {
  const lines = tableOf(header, rows).map((cells) => csvLine(cells));
  return Buffer.from(`${byteOrderMark}${lines.join('')}`);
}

/** As XLSX, all cells as text; formulas are guarded here too, since people save it as CSV. */
export const unsentXlsx = (header: readonly string[], rows: readonly UnsentRow[]): Promise<Buffer> =>
  xlsxBytes([{ name: 'Not queued', rows: tableOf(header, rows) }]);

const titleOf = (cell: Cell): Cell => (typeof cell === 'string' ? withoutGuard(cell) : cell);

/** Removes the reasons from an imported file of unsent rows; returns other files unchanged. */
export function withoutReasons(table: Table): Table {
  const header = table[0] ?? [];
  const reasons = header.indexOf(reasonsColumn);
  if (reasons < 0 || header.slice(reasons + 1).some((cell) => cell !== null)) return table;
  return table.map((row, at) => row.slice(0, reasons).map((cell) => (at === 0 ? titleOf(cell) : cell)));
}
