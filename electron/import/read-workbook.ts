import { zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/universal';
import { badFile } from './bad-file.ts';
import { findMissingValues } from './find-no-values.ts';
import { openArchive, type ArchiveFiles } from './open-archive.ts';
import type { Cell, Table } from './table.ts';

/** Reads all sheets of an XLSX file, with numbers, dates and booleans as typed. Throws ProblemError `bad-file`. */
export async function readSheets(bytes: Buffer): Promise<{ name: string; table: Table }[]> {
  const files = openArchive(bytes);
  const sheets = await asBadFile(readXlsxFile(asArchive(files), { trim: false }));
  const noValues = findMissingValues(files);
  return sheets.map(({ sheet, data }, index) => {
    const table = tableOf(data);
    for (const { row, column, cell } of noValues[index] ?? []) putCell(table, row, column, cell);
    return { name: sheet, table };
  });
}

/** A cell the library omits may lie outside the rows and columns it returns. */
function putCell(table: Table, row: number, column: number, cell: Cell): void {
  while (table.length <= row) table.push([]);
  const cells = table[row] ?? [];
  while (cells.length < column) cells.push(null);
  cells[column] = cell;
}

/**
 * The library accepts only archives. This one is uncompressed, so that the library starts no unzip threads beyond our
 * control.
 */
function asArchive(files: ArchiveFiles): ArrayBuffer {
  return zipSync(Object.fromEntries(files), { level: 0 }).buffer;
}

/** The library's messages describe its internals, which do not help a user. */
async function asBadFile<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch {
    throw badFile('archive', 'The workbook cannot be read. Save it again, or as CSV UTF-8.');
  }
}

const tableOf = (rows: readonly (readonly unknown[])[]): Table => rows.map((row) => row.map(cellOf));

function cellOf(value: unknown): Cell {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Date) return value;
  return null;
}
