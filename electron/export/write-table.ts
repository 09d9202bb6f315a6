import type { TableCell, TableForm } from '../../shared/contract/export-procedures.ts';
import { guardedCell } from '../sheets/cell-text.ts';
import type { WrittenCell } from '../sheets/write-csv.ts';
import { writeSheet } from '../sheets/write-sheet.ts';

/**
 * Writes a table shown on a screen. Its texts come from the service, so they are guarded against being read as
 * formulas.
 */
export async function writeTable(path: string, as: TableForm, rows: readonly (readonly TableCell[])[]): Promise<void> {
  await writeSheet({ path, as, name: 'Parcel Desk' }, written(rows));
}

async function* written(rows: readonly (readonly TableCell[])[]): AsyncGenerator<WrittenCell[]> {
  for (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? guardedCell(cell) : cell));
}
