import type { Cell, Table } from './table.ts';

/** Header of the column of reasons. A file that ends with it is one of ours, come back corrected. */
export const reasonsColumn = 'Why it was not queued';

/** A spreadsheet program takes a cell that begins so for a formula; one with apostrophes already gets another, so that one can go again. */
const formula = /^'*[=+\-@\t\r]/;
const plainNumber = /^-\d+(\.\d+)?$/;
const guarded = /^'+[=+\-@\t\r]/;

/** A row that stayed behind, as texts, with why. */
export interface UnsentRow {
  cells: readonly string[];
  reasons: readonly string[];
}

function tableOf(header: readonly string[], rows: readonly UnsentRow[]): string[][] {
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length));
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '');
  return [
    [...padded(header), reasonsColumn],
    ...rows.map(({ cells, reasons }) => [...padded(cells), reasons.join(' ')]),
  ];
}

/** As CSV: UTF-8 with its mark, so that Excel reads it; a cell that looks like a formula gets an apostrophe before it. */
export function unsentCsv(header: readonly string[], rows: readonly UnsentRow[]): Buffer {
  const guard = (text: string): string => (formula.test(text) && !plainNumber.test(text) ? `'${text}` : text);
  const quote = (text: string): string => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = tableOf(header, rows).map((cells) => cells.map((cell) => quote(guard(cell))).join(','));
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
}

/** As XLSX, where every cell is a text: such a cell is never a formula. */
export async function unsentXlsx(header: readonly string[], rows: readonly UnsentRow[]): Promise<Buffer> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const cells = tableOf(header, rows).map((row) => row.map((value) => (value === '' ? null : { value, type: String })));
  return writeXlsxFile(cells, { sheet: 'Not queued' }).toBuffer();
}

/**
 * What a file of unsent rows is when it comes back: without the reasons, the apostrophes of a CSV (`guards`) taken off. Other
 * files stay as they are.
 */
export function asCorrected(table: Table, guards: boolean): Table {
  const header = table[0] ?? [];
  const reasons = header.indexOf(reasonsColumn);
  if (reasons < 0 || header.slice(reasons + 1).some((cell) => cell !== null)) return table;
  const unguard = (cell: Cell): Cell =>
    guards && typeof cell === 'string' && guarded.test(cell) ? cell.slice(1) : cell;
  return table.map((row) => row.slice(0, reasons).map(unguard));
}
