import { maxImportBytes, maxImportColumns, maxImportMegabytes } from '../../../shared/import/import-limit.ts';
import { guardedCell, withoutGuard } from '../format/cell-text.ts';
import { csvLine, byteOrderMark } from '../format/write-csv.ts';
import { xlsxBytes } from '../format/write-xlsx.ts';
import { findTable } from './find-table.ts';
import { readCsv } from './read-csv.ts';
import { badFile, isBlank, shownCell, type Table, type Cell } from './table.ts';
import { findEncoding, sampleOf, type FoundEncoding } from './text-encoding.ts';
import { isUtf8 } from 'node:buffer';
import { constants, open } from 'node:fs/promises';

/** File type by its first bytes, regardless of its name: a workbook (or another ZIP archive), or text. */
export type FileKind = 'archive' | 'text';

const signs: [sign: string, what: string][] = [
  ['25504446', 'a PDF'],
  ['89504e47', 'a PNG picture'],
  ['ffd8ff', 'a JPEG picture'],
  ['47494638', 'a GIF picture'],
  ['d0cf11e0a1b11ae1', 'an old Excel file (.xls); save it as XLSX'],
  ['1f8b', 'a gzip archive'],
  ['377abcaf271c', 'a 7z archive'],
  ['52617221', 'a RAR archive'],
  ['53514c69746520666f726d6174', 'a SQLite database'],
  ['7f454c46', 'a program'],
  ['4d5a9000', 'a program'],
];

const markup: [start: RegExp, what: string][] = [
  [/^\s*<!doctype html|^\s*<html/i, 'a web page (HTML)'],
  [/^\s*<\?xml|^\s*<svg/i, 'an XML file'],
  [/^\s*\{\\rtf/, 'a text document (RTF)'],
  [/^\s*[[{]\s*["{[\]}]/, 'a JSON file'],
];

/** Throws ProblemError `bad-file` for an empty file and for known types that are no spreadsheet. */
export function sniffFile(bytes: Buffer): FileKind {
  if (bytes.length === 0) throw badFile('empty', 'The file is empty.');
  const start = bytes.subarray(0, 16).toString('hex');
  if (start.startsWith('504b0304')) return 'archive';
  const known = signs.find(([sign]) => start.startsWith(sign))?.[1] ?? markupOf(bytes);
  if (known !== undefined)
    throw badFile('no-spreadsheet', `The file is no spreadsheet: it is ${known}. Give a CSV or XLSX file.`);
  return 'text';
}

function markupOf(bytes: Buffer): string | undefined {
  const text = bytes.subarray(0, 200).toString('latin1').replace(/^ï»¿/, '');
  return markup.find(([start]) => start.test(text))?.[1];
}

const encodingAdvice = 'Save it as "CSV UTF-8" or as XLSX, or name its encoding';

/** A decoded text file. */
export interface DecodedText {
  text: string;
  /** how it was read, if not as UTF-8 */
  found: FoundEncoding | null;
}

/**
 * Decodes a CSV file without its byte order mark. A file that is not UTF-8 is read by what its text looks like, unless
 * its encoding is named; whether that is certain is told. Throws ProblemError `bad-file` if the bytes are invalid in
 * the encoding, or fit none.
 */
export function decodeText(bytes: Buffer, encoding: string): DecodedText {
  const named = encoding.toLowerCase();
  const utf16 = utf16Of(bytes);
  if (named === 'utf-8' || named === 'utf8') {
    if (utf16 === null && isUtf8(bytes)) return { text: bytes.toString('utf8').replace(/^\uFEFF/, ''), found: null };
    if (utf16 !== null) return { text: decodeAs(bytes, utf16), found: null };
    return findText(bytes);
  }
  const text = decodeAs(bytes, named);
  // an encoding that a person named, although the text hardly has letters of its languages
  const found = isUtf8(bytes) || utf16 !== null ? null : findEncoding(bytes);
  const isOdd = found !== null && found.text !== text && found.isCertain;
  const fitting = found ? [named, ...found.fitting.filter((one) => one !== named)] : [];
  return {
    text,
    found: isOdd ? { ...found, encoding: named, text, fitting, sample: sampleOf(text), isCertain: false } : null,
  };
}

function findText(bytes: Buffer): DecodedText {
  if (isBinary(bytes))
    throw badFile(
      'no-spreadsheet',
      'The file is no spreadsheet: it holds bytes that no text has. Give a CSV or XLSX file.',
    );
  const found = findEncoding(bytes);
  if (!found) throw badFile('encoding', `The file is text, but not in UTF-8. ${encodingAdvice}, as --encoding gbk.`);
  return { text: found.text, found };
}

function decodeAs(bytes: Buffer, encoding: string): string {
  const decoder = decoderOf(encoding);
  if (!decoder)
    throw badFile(
      'encoding',
      `"${encoding}" is no encoding this program knows. Use utf-8, gbk, utf-16le or another of the web's names.`,
    );
  try {
    return decoder.decode(bytes);
  } catch {
    throw badFile('encoding', `The file is not ${encoding} throughout. ${encodingAdvice} rightly.`);
  }
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return null;
  }
}

function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  // Without a mark: Latin letters of the header make every second byte zero.
  const start = bytes.subarray(0, 200);
  const zeros = (from: number): number => start.filter((byte, at) => at % 2 === from && byte === 0).length;
  if (zeros(1) > start.length / 4 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > start.length / 4 && zeros(1) === 0) return 'utf-16be';
  return null;
}

// Text in no encoding has over 2 % control characters other than tab, line feed, form feed and carriage return.
function isBinary(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4096);
  const controls = start.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return controls > start.length / 50;
}

/** An empty cell has no text, but costs as much to read as one character. */
const costOfCell = 1;

/**
 * Removes empty cells beyond the maximum number of columns: a sheet may be formatted to its far end. Throws
 * ProblemError `bad-file` if the cells contain more text than the largest accepted file. A workbook of a few kilobytes
 * can repeat one long text in a million cells, and every later step would copy it each time.
 */
export function limitTable(table: Table): Table {
  let characters = 0;
  return table.map((row) => {
    for (const cell of row) characters += costOfCell + (isBlank(cell) ? 0 : shownCell(cell).length);
    if (characters > maxImportBytes)
      throw badFile(
        'too-big',
        `The cells hold more than ${maxImportMegabytes} MB of text in all. Split the file into smaller ones.`,
      );
    if (row.length <= maxImportColumns) return row;
    if (row.slice(maxImportColumns).some((cell) => !isBlank(cell)))
      throw badFile(
        'too-big',
        `The file has more than ${maxImportColumns} columns. Take out those that are not needed.`,
      );
    return row.slice(0, maxImportColumns);
  });
}

/** Header of the reasons column. A file whose last column has it is a corrected export of ours. */
const reasonsColumn = 'Why it was not queued';

/** A row that was not queued, as texts, with the reasons. */
export interface UnsentRow {
  cells: readonly string[];
  reasons: readonly string[];
}

function tableOf(header: readonly string[], rows: readonly UnsentRow[]): string[][] {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), header.length);
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '');
  return [
    [...padded(header).map(guardedCell), reasonsColumn],
    ...rows.map(({ cells, reasons }) => [...padded(cells), reasons.join(' ')].map(guardedCell)),
  ];
}

/** As CSV: UTF-8 with byte order mark for Excel. */
export function unsentCsv(header: readonly string[], rows: readonly UnsentRow[]): Buffer {
  const lines = tableOf(header, rows).map((cells) => csvLine(cells));
  return Buffer.from(`${byteOrderMark}${lines.join('')}`);
}

/** As XLSX, all cells as text; formulas are guarded here too, since people save it as CSV. */
export const unsentXlsx = (header: readonly string[], rows: readonly UnsentRow[]): Promise<Buffer> =>
  xlsxBytes([{ name: 'Not queued', rows: tableOf(header, rows) }]);

const titleOf = (cell: Cell): Cell => (typeof cell === 'string' ? withoutGuard(cell) : cell);

/** Removes the reasons from an imported file of unsent rows; returns other files unchanged. */
export function withoutReasons(table: Table): Table {
  const header = table[0] ?? [];
  const reasons = header.indexOf(reasonsColumn);
  if (reasons < 0 || header.slice(reasons + 1).some((cell) => cell !== null)) return table;
  return table.map((row, at) => row.slice(0, reasons).map((cell) => (at === 0 ? titleOf(cell) : cell)));
}

export const tooBig = () =>
  badFile('too-big', `The file is larger than ${maxImportMegabytes} MB. Split it into smaller files.`);

export interface Spreadsheet {
  /** sheet names of a workbook; empty for a CSV */
  sheets: string[];
  sheet: string | null;
  table: Table;
  /** how a text file that is not UTF-8 was read */
  encoding: FoundEncoding | null;
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

function csv(bytes: Buffer, named: string): Spreadsheet {
  const { text, found } = decodeText(bytes, named);
  return { sheets: [], sheet: null, table: readCsv(text), encoding: found };
}

/** Reads a sheet of a workbook: the one asked for, else the one with the most headings that are understood. */
async function workbook(bytes: Buffer, wanted: string | undefined): Promise<Spreadsheet> {
  // lazy import: most imports are CSV
  const { readSheets } = await import('./read-workbook.ts');
  const all = await readSheets(bytes);
  const chosen = wanted === undefined ? bestSheet(all) : all.find(({ name }) => name === wanted);
  if (!chosen) throw badFile('no-sheet', `The workbook has no sheet ${wanted ?? ''}.`);
  return { sheets: all.map(({ name }) => name), sheet: chosen.name, table: chosen.table, encoding: null };
}

/** The first of equals; a sheet that the workbook hides only if no other has two headings. */
function bestSheet<T extends { table: Table; isHidden: boolean }>(all: readonly T[]): T | undefined {
  const scored = all.map((one) => ({ one, score: findTable(one.table).understood }));
  const ranked = scored.sort(
    (a, b) => Number(a.one.isHidden && b.score > 1) - Number(b.one.isHidden && a.score > 1) || b.score - a.score,
  );
  return ranked[0]?.one;
}

/**
 * Reads a file of this machine. Throws ProblemError `bad-file` if it cannot be read, is not a regular file or is too
 * large.
 */
export async function readImportFile(path: string): Promise<Buffer> {
  const cannotRead = (error: NodeJS.ErrnoException): never => {
    throw badFile('no-spreadsheet', `${path} cannot be read (${error.code ?? error.name}).`);
  };
  // opening something other than a file may block: a pipe waits for a writer
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(cannotRead);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw badFile('no-spreadsheet', `${path} is no file.`);
    if (stat.size > maxImportBytes) throw tooBig();
    return await file.readFile().catch(cannotRead);
  } finally {
    await file.close();
  }
}
