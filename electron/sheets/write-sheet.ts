import { writeCsv, type WrittenCell } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

export interface SheetFile {
  path: string;
  as: 'csv' | 'xlsx';
  /** of the sheet, where the form has names */
  name: string;
}

/** Writes one table in the form that is asked for, as its rows come. */
export async function writeSheet({ path, as, name }: SheetFile, rows: AsyncIterable<WrittenCell[]>): Promise<void> {
  if (as === 'csv') await writeCsv(path, rows);
  else await writeXlsx(path, [{ name, rows }]);
}
