import { readDecimal, writeDecimal } from '../../../shared/text/exact-decimal.ts';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A cell to write: a text, a number, or a flag; null is an empty cell. */
export type OutputCell = string | number | boolean | null;

/** Byte order mark of UTF-8: without it Excel reads a CSV in the system's encoding. */
export const byteOrderMark = '\uFEFF';

const quotedCellPattern = /[",;\t\r\n]|^\s|\s$/;

/** One line of a CSV as in RFC 4180, including its line end; numbers are written without exponent. */
export const csvLine = (cells: readonly OutputCell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: OutputCell): string {
  if (cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell === 'number') return decimalText(cell);
  return quotedCellPattern.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function decimalText(value: number): string {
  const decimal = readDecimal(value);
  return decimal ? writeDecimal(decimal) : String(value);
}

/** Streams rows to a CSV file readable only by this user. */
export async function writeCsv(path: string, rows: AsyncIterable<readonly OutputCell[]>): Promise<void> {
  async function* csvChunks(): AsyncGenerator<string> {
    let chunk = byteOrderMark;
    for await (const row of rows) {
      chunk += csvLine(row);
      if (chunk.length < 65_536) continue;
      yield chunk;
      chunk = '';
    }
    yield chunk;
  }
  await pipeline(Readable.from(csvChunks()), createWriteStream(path, { mode: 0o600 }));
}
