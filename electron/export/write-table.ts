import type { TableCell, TableForm } from '../../shared/export-procedures.ts';
import { guardedCell } from '../sheets/cell-text.ts';
import { writeCsv, type WrittenCell } from '../sheets/write-csv.ts';
import { writeXlsx } from '../sheets/write-xlsx.ts';

/** Writes a table that a screen shows. Its texts are the service's, so none of them may become a formula. */
export async function writeTable(path: string, as: TableForm, rows: readonly (readonly TableCell[])[]): Promise<void> {
  const cells = rows.map((row) => row.map(written));
  if (as === 'csv') await writeCsv(path, asComing(cells));
  else await writeXlsx(path, [{ name: 'Parcel Desk', rows: cells }]);
}

function written(cell: TableCell): WrittenCell {
  if (typeof cell !== 'string') return cell;
  if (cell === '') return null;
  return guardedCell(cell);
}

async function* asComing(rows: readonly (readonly WrittenCell[])[]): AsyncGenerator<readonly WrittenCell[]> {
  yield* rows;
}
