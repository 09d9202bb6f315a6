import { maxImportBytes, maxImportMegabytes } from '../../shared/import/import-limit.ts';
import { badFile } from './bad-file.ts';
import { limitTable } from './bound-table.ts';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { sniffFile } from './sniff-file.ts';
import type { Table } from './table.ts';
import { withoutReasons } from './unsent-rows.ts';

export const tooBig = () =>
  badFile('too-big', `The file is larger than ${maxImportMegabytes} MB. Split it into smaller files.`);

export interface Spreadsheet {
  /** sheet names of a workbook; empty for a CSV */
  sheets: string[];
  sheet: string | null;
  table: Table;
}

/**
 * Reads a spreadsheet, CSV or XLSX by content; of a workbook the selected sheet, by default the first. `encoding`
 * applies to a CSV. Throws ProblemError `bad-file` if it is no spreadsheet or has no filled cell.
 */
export async function readSpreadsheet(
  bytes: Buffer,
  encoding: string,
  sheet: string | undefined,
): Promise<Spreadsheet> {
  if (bytes.length > maxImportBytes) throw tooBig();
  const read = sniffFile(bytes) === 'text' ? csv(bytes, encoding) : await workbook(bytes, sheet);
  if (read.table.every((row) => row.every((cell) => cell === null)))
    throw badFile('empty', 'The file has no filled cell.');
  return { ...read, table: limitTable(withoutReasons(read.table)) };
}

const csv = (bytes: Buffer, encoding: string): Spreadsheet => ({
  sheets: [],
  sheet: null,
  table: readCsv(decodeText(bytes, encoding)),
});

async function workbook(bytes: Buffer, wanted: string | undefined): Promise<Spreadsheet> {
  // lazy import: most imports are CSV
  const { readSheets } = await import('./read-workbook.ts');
  const all = await readSheets(bytes);
  const chosen = wanted === undefined ? all[0] : all.find(({ name }) => name === wanted);
  if (!chosen) throw badFile('no-sheet', `The workbook has no sheet ${wanted ?? ''}.`);
  return { sheets: all.map(({ name }) => name), sheet: chosen.name, table: chosen.table };
}
