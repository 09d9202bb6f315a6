import { badFile } from './bad-file.ts';

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
