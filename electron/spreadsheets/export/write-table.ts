import type { TableCell, TableFormat } from '../../../shared/contract/export-procedures.ts';
import { guardCell } from '../format/cell-text.ts';
import type { OutputCell } from '../format/write-csv.ts';
import { writeSheet } from '../format/write-sheet.ts';

/**
 * Writes a table shown on a screen. Its texts come from the service, so they are guarded against being read as
 * formulas.
 */
export async function writeTable(
  path: string,
  fileType: TableFormat,
  rows: readonly (readonly TableCell[])[],
): Promise<void> {
  await writeSheet({ path, fileType, name: 'Parcel Desk' }, guardRows(rows));
}

async function* guardRows(rows: readonly (readonly TableCell[])[]): AsyncGenerator<OutputCell[]> {
  for (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? guardCell(cell) : cell));
}
