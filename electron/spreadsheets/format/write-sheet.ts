import { writeCsv, type OutputCell } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

export interface SheetFile {
  path: string;
  fileType: 'csv' | 'xlsx';
  /** name of the sheet; only a workbook stores it */
  name: string;
}

/** Streams one table to a file of the requested format. */
export async function writeSheet(
  { path, fileType, name }: SheetFile,
  rows: AsyncIterable<OutputCell[]>,
): Promise<void> {
  if (fileType === 'csv') await writeCsv(path, rows);
  else await writeXlsx(path, [{ name, rows }]);
}
