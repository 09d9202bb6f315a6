import { writeCsv, type WrittenCell } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

export interface SheetFile {
  path: string;
  as: 'csv' | 'xlsx';
  /** of the sheet, if the format has names */
  name: string;
}

/** Streams one table to a file of the requested format. */
export async function writeSheet({ path, as, name }: SheetFile, rows: AsyncIterable<WrittenCell[]>): Promise<void> {
  if (as === 'csv') await writeCsv(path, rows);
  else await writeXlsx(path, [{ name, rows }]);
}
