import { badFile } from './bad-file.ts';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { sniffFile } from './sniff-file.ts';
import type { Table } from './table.ts';

/** The largest file taken, packed (bytes). */
export const mostFileBytes = 48 * 1024 * 1024;

export const tooBig = () =>
  badFile('too-big', `The file is larger than ${mostFileBytes / 1024 / 1024} MiB. Split it into smaller files.`);

/**
 * Reads a spreadsheet, CSV or XLSX by its content. `encoding` is that of a CSV. Throws ProblemError `bad-file` where it is
 * none, or has no header.
 */
export async function readTable(bytes: Buffer, encoding: string): Promise<Table> {
  if (bytes.length > mostFileBytes) throw tooBig();
  const table = sniffFile(bytes) === 'text' ? readCsv(decodeText(bytes, encoding)) : await workbook(bytes);
  if (table.every((row) => row.every((cell) => cell === null))) throw badFile('empty', 'The file has no filled cell.');
  return table;
}

async function workbook(bytes: Buffer): Promise<Table> {
  // loaded at first use: most imports are CSV
  const { readWorkbook } = await import('./read-workbook.ts');
  return readWorkbook(bytes);
}
