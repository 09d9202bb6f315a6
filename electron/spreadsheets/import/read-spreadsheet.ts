import { maxImportBytes, maxImportColumns, maxImportMegabytes } from '../../../shared/import/import-limit.ts';
import { guardCell, removeGuard } from '../format/cell-text.ts';
import { csvLine, byteOrderMark } from '../format/write-csv.ts';
import { xlsxBytes } from '../format/write-xlsx.ts';
import { findTable } from './find-table.ts';
import { readCsv } from './read-csv.ts';
import { badFile, isBlank, displayText, type Table, type Cell } from './table.ts';
import { findEncoding, sampleOf, type EncodingGuess } from './text-encoding.ts';
import { isUtf8 } from 'node:buffer';
import { constants, open } from 'node:fs/promises';

/** File type by its first bytes, regardless of its name: a workbook (or another ZIP archive), or text. */
export type FileKind = 'archive' | 'text';

const fileSignatures: [sign: string, what: string][] = [
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

const markupPatterns: [start: RegExp, what: string][] = [
  [/^\s*<!doctype html|^\s*<html/i, 'a web page (HTML)'],
  [/^\s*<\?xml|^\s*<svg/i, 'an XML file'],
  [/^\s*\{\\rtf/, 'a text document (RTF)'],
  [/^\s*[[{]\s*["{[\]}]/, 'a JSON file'],
];

/** Throws ProblemError `bad-file` for an empty file and for known types that are no spreadsheet. */
export function sniffFile(bytes: Buffer): FileKind {
  if (bytes.length === 0) throw badFile('empty', 'The file is empty.');
  const startHex = bytes.subarray(0, 16).toString('hex');
  if (startHex.startsWith('504b0304')) return 'archive';
  const knownType = fileSignatures.find(([sign]) => startHex.startsWith(sign))?.[1] ?? markupTypeOf(bytes);
  if (knownType !== undefined)
    throw badFile('no-spreadsheet', `The file is no spreadsheet: it is ${knownType}. Give a CSV or XLSX file.`);
  return 'text';
}

function markupTypeOf(bytes: Buffer): string | undefined {
  const text = bytes.subarray(0, 200).toString('latin1').replace(/^ï»¿/, '');
  return markupPatterns.find(([pattern]) => pattern.test(text))?.[1];
}

const encodingAdvice = 'Save it as "CSV UTF-8" or as XLSX, or name its encoding';

/** A decoded text file. */
export interface DecodedText {
  text: string;
  /** the encoding to report or to ask a person about; null if there is nothing to say */
  guess: EncodingGuess | null;
}

/**
 * Decodes a CSV file without its byte order mark. For `utf-8`, which is the default, the encoding of a file that is not
 * UTF-8 is guessed; the guess says whether it is certain. Throws ProblemError `bad-file` if the bytes are invalid in
 * the encoding, or in all that are tried.
 */
export function decodeText(bytes: Buffer, encoding: string): DecodedText {
  const encodingName = encoding.toLowerCase();
  const utf16Encoding = utf16Of(bytes);
  if (encodingName === 'utf-8' || encodingName === 'utf8') {
    if (utf16Encoding === null && isUtf8(bytes))
      return { text: bytes.toString('utf8').replace(/^\uFEFF/, ''), guess: null };
    if (utf16Encoding !== null) return { text: decodeAs(bytes, utf16Encoding), guess: null };
    return decodeByGuess(bytes);
  }
  const text = decodeAs(bytes, encodingName);
  // the encoding that a person named is doubtful if the guess is certain and gives another text
  const guess = isUtf8(bytes) || utf16Encoding !== null ? null : findEncoding(bytes);
  const isSuspicious = guess !== null && guess.text !== text && guess.isCertain;
  const candidates = guess ? [encodingName, ...guess.candidates.filter((one) => one !== encodingName)] : [];
  return {
    text,
    guess: isSuspicious
      ? { ...guess, encoding: encodingName, text, candidates, sample: sampleOf(text), isCertain: false }
      : null,
  };
}

function decodeByGuess(bytes: Buffer): DecodedText {
  if (isBinary(bytes))
    throw badFile(
      'no-spreadsheet',
      'The file is no spreadsheet: it holds bytes that no text has. Give a CSV or XLSX file.',
    );
  const guess = findEncoding(bytes);
  if (!guess) throw badFile('encoding', `The file is text, but not in UTF-8. ${encodingAdvice}, as --encoding gbk.`);
  return { text: guess.text, guess };
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
  const leadingBytes = bytes.subarray(0, 2).toString('hex');
  if (leadingBytes === 'fffe') return 'utf-16le';
  if (leadingBytes === 'feff') return 'utf-16be';
  // without a mark, every second byte is zero: the header has Latin letters
  const start = bytes.subarray(0, 200);
  const countZeros = (offset: number): number => start.filter((byte, at) => at % 2 === offset && byte === 0).length;
  if (countZeros(1) > start.length / 4 && countZeros(0) === 0) return 'utf-16le';
  if (countZeros(0) > start.length / 4 && countZeros(1) === 0) return 'utf-16be';
  return null;
}

// no text has over 2 % control characters other than those from tab to carriage return
function isBinary(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 4096);
  const controlCount = start.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return controlCount > start.length / 50;
}

/** Cost of a cell without text, in characters: reading it takes as long as reading one. */
const cellCost = 1;

/**
 * Removes empty cells beyond the maximum number of columns: a sheet may be formatted to its far end. Throws
 * ProblemError `bad-file` if the cells contain more text than the largest accepted file. A workbook of a few kilobytes
 * can repeat one long text in a million cells, and every later step would copy it each time.
 */
export function limitTable(table: Table): Table {
  let characterCount = 0;
  return table.map((row) => {
    for (const cell of row) characterCount += cellCost + (isBlank(cell) ? 0 : displayText(cell).length);
    if (characterCount > maxImportBytes)
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

/** Title of the column with reasons. A file whose last column has it is a corrected export of this program. */
const reasonsTitle = 'Why it was not queued';

/** A row that was not queued, as texts, with the reasons. */
export interface UnsentRow {
  cells: readonly string[];
  reasons: readonly string[];
}

function unsentTable(header: readonly string[], rows: readonly UnsentRow[]): string[][] {
  const width = rows.reduce((maxWidth, { cells }) => Math.max(maxWidth, cells.length), header.length);
  const padCells = (cells: readonly string[]) => Array.from({ length: width }, (_, index) => cells[index] ?? '');
  return [
    [...padCells(header).map(guardCell), reasonsTitle],
    ...rows.map(({ cells, reasons }) => [...padCells(cells), reasons.join(' ')].map(guardCell)),
  ];
}

/** The unsent rows as CSV: in UTF-8, with a byte order mark for Excel. */
export function unsentCsv(header: readonly string[], rows: readonly UnsentRow[]): Buffer {
  const lines = unsentTable(header, rows).map((cells) => csvLine(cells));
  return Buffer.from(`${byteOrderMark}${lines.join('')}`);
}

/** The unsent rows as XLSX, all cells as text; formulas are guarded here too, since people save the file as CSV. */
export const unsentXlsx = (header: readonly string[], rows: readonly UnsentRow[]): Promise<Buffer> =>
  xlsxBytes([{ name: 'Not queued', rows: unsentTable(header, rows) }]);

const unguardTitle = (cell: Cell): Cell => (typeof cell === 'string' ? removeGuard(cell) : cell);

/** Removes the reasons from an imported file of unsent rows; returns other files unchanged. */
export function withoutReasons(table: Table): Table {
  const header = table[0] ?? [];
  const reasonsIndex = header.indexOf(reasonsTitle);
  if (reasonsIndex < 0 || header.slice(reasonsIndex + 1).some((cell) => cell !== null)) return table;
  return table.map((row, index) => row.slice(0, reasonsIndex).map((cell) => (index === 0 ? unguardTitle(cell) : cell)));
}

export const tooBigProblem = () =>
  badFile('too-big', `The file is larger than ${maxImportMegabytes} MB. Split it into smaller files.`);

export interface Spreadsheet {
  /** sheet names of a workbook; empty for a CSV */
  sheets: string[];
  sheet: string | null;
  table: Table;
  /** how a text file that is not UTF-8 was read */
  encodingGuess: EncodingGuess | null;
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
  if (bytes.length > maxImportBytes) throw tooBigProblem();
  const spreadsheet =
    sniffFile(bytes) === 'text' ? readCsvSheet(bytes, encoding) : await readWorkbookSheet(bytes, sheet);
  if (spreadsheet.table.every((row) => row.every((cell) => cell === null)))
    throw badFile('empty', 'The file has no filled cell.');
  return { ...spreadsheet, table: limitTable(withoutReasons(spreadsheet.table)) };
}

function readCsvSheet(bytes: Buffer, encodingName: string): Spreadsheet {
  const { text, guess } = decodeText(bytes, encodingName);
  return { sheets: [], sheet: null, table: readCsv(text), encodingGuess: guess };
}

/** Reads a sheet of a workbook: the requested one, else the one with the most headings that are understood. */
async function readWorkbookSheet(bytes: Buffer, sheetName: string | undefined): Promise<Spreadsheet> {
  // lazy import: most imports are CSV
  const { readSheets } = await import('./read-workbook.ts');
  const sheets = await readSheets(bytes);
  const selected = sheetName === undefined ? bestSheet(sheets) : sheets.find(({ name }) => name === sheetName);
  if (!selected) throw badFile('no-sheet', `The workbook has no sheet ${sheetName ?? ''}.`);
  return { sheets: sheets.map(({ name }) => name), sheet: selected.name, table: selected.table, encodingGuess: null };
}

/** The sheet with the most understood headings; a hidden one with two or more comes after all visible ones. */
function bestSheet<T extends { table: Table; isHidden: boolean }>(sheets: readonly T[]): T | undefined {
  const scoredSheets = sheets.map((one) => ({ one, score: findTable(one.table).understoodCount }));
  const rankedSheets = scoredSheets.sort(
    (a, b) => Number(a.one.isHidden && b.score > 1) - Number(b.one.isHidden && a.score > 1) || b.score - a.score,
  );
  return rankedSheets[0]?.one;
}

/**
 * Reads a file of this machine. Throws ProblemError `bad-file` if it cannot be read, is not a regular file or is too
 * large.
 */
export async function readImportFile(path: string): Promise<Buffer> {
  const throwUnreadable = (error: NodeJS.ErrnoException): never => {
    throw badFile('no-spreadsheet', `${path} cannot be read (${error.code ?? error.name}).`);
  };
  // without O_NONBLOCK, opening a pipe would wait for its writer
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(throwUnreadable);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw badFile('no-spreadsheet', `${path} is no file.`);
    if (stat.size > maxImportBytes) throw tooBigProblem();
    return await file.readFile().catch(throwUnreadable);
  } finally {
    await file.close();
  }
}
