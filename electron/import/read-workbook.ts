import { readSheet } from 'read-excel-file/universal';
import { badFile } from './bad-file.ts';
import { checkArchive } from './check-archive.ts';
import type { Cell, Table } from './table.ts';

/** Reads the first sheet of an XLSX file, numbers, dates and booleans as typed. Throws ProblemError `bad-file`. */
export async function readWorkbook(bytes: Buffer): Promise<Table> {
  checkArchive(bytes);
  const whole = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  let rows: unknown[][];
  try {
    rows = await readSheet(whole, 1, { trim: false });
  } catch (error) {
    const words = error instanceof Error ? error.message : '';
    throw badFile(
      'archive',
      `The workbook cannot be read${words ? ` (${words})` : ''}. Save it again, or as CSV UTF-8.`,
    );
  }
  return rows.map((row) => row.map(cellOf));
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof Date) return value;
  return null;
}
