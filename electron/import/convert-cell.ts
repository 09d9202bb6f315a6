import { countryOf } from '../../shared/countries/country-names.ts';
import { readDecimal, writeDecimal } from '../../shared/text/exact-decimal.ts';
import { isDateField, readDate } from '../../shared/text/read-date.ts';
import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { hasInvisible } from '../../shared/text/unseen-text.ts';
import { textOfCell, withoutGuard } from '../sheets/cell-text.ts';
import { shownCell, type Cell } from './table.ts';

/** Why a cell cannot be read as its field, or what deserves a warning; `code` identifies the English message. */
export interface CellNote {
  code:
    | 'no-plain-number'
    | 'too-many-digits'
    | 'not-a-flag'
    | 'lost-digits'
    | 'rounded-number'
    | 'sent-as-date'
    | 'read-as-country'
    | 'no-value'
    | 'unseen-characters'
    | DateProblemCode;
  params?: Record<string, string | number>;
  message: string;
}

type Converted = { value: unknown; warning?: CellNote } | { problem: CellNote };
type FilledCell = Exclude<Cell, null>;

/**
 * Converts a filled cell to the value of its field. Never guesses: an ambiguous number or date is a problem that says
 * how to write it. Texts are kept unchanged, including formulas and control characters: an import is data.
 */
export function convertCell(given: FilledCell, { type, name }: Pick<FieldDescription, 'type' | 'name'>): Converted {
  if (typeof given === 'object' && 'shown' in given)
    return cellProblem('no-value', `The spreadsheet shows ${given.shown} here: its formula has no value.`, {
      shown: given.shown,
    });
  switch (type) {
    case 'number':
    case 'decimal':
    case 'integer':
      return toNumber(typeof given === 'string' ? withoutGuard(given) : given);
    case 'flag':
      return toFlag(given);
    case 'date':
      return readDateCell(typeof given === 'string' ? textOfCell(given) : given);
    case 'text':
    case 'object':
    case 'list':
      return toText(given, name);
  }
}

const plainNumber = /^-?(\d+(\.\d+)?|\.\d+)$/;

function toNumber(cell: FilledCell): Converted {
  if (typeof cell === 'number') return { value: cell };
  if (typeof cell !== 'string') return cellProblem('no-plain-number', `${quoted(cell)} is no number.`);
  const text = cell.trim();
  if (!plainNumber.test(text)) return noPlainNumber(text);
  if (!isExact(text))
    return cellProblem('too-many-digits', `${text} has more digits than a number here can hold exactly (15).`, {
      text,
    });
  return { value: Number(text) };
}

/** Whether the number sent has exactly these digits. */
function isExact(text: string): boolean {
  const typed = readDecimal(text);
  const sent = readDecimal(Number(text));
  return typed !== null && sent !== null && writeDecimal(typed) === writeDecimal(sent);
}

function noPlainNumber(text: string): Converted {
  const means = /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : undefined;
  const comma = means === undefined ? '' : ` If it is a decimal, write ${means}.`;
  const groups = /^-?\d{1,3}([.,' ]\d{3})+([.,]\d+)?$/.test(text) ? ' Write it without separators of thousands.' : '';
  const message = `${quoted(text)} is no plain number: digits, and a point before decimals.${groups || comma}`;
  return cellProblem('no-plain-number', message, groups === '' && means !== undefined ? { means } : {});
}

const flags = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

function toFlag(cell: FilledCell): Converted {
  const value = flags.get(shownCell(cell).trim().toLowerCase());
  return value === undefined ? cellProblem('not-a-flag', `${quoted(cell)} is neither TRUE nor FALSE.`) : { value };
}

/** A long number as spreadsheet programs write it after rounding. */
const roundedNumber = /^\d([.,]\d+)?E\+\d+$/;

function toText(cell: FilledCell, name: string): Converted {
  if (typeof cell === 'string') {
    const value = textOfCell(cell);
    const code = name === 'Country' ? codeOfCountry(value) : undefined;
    if (code !== undefined) {
      const message = `${quoted(value)} is sent as ${code}.`;
      return { value: code, warning: { code: 'read-as-country', params: { value: code }, message } };
    }
    const warning = textWarning(value, name);
    return warning ? { value, warning } : { value };
  }
  if (cell instanceof Date) {
    const value = shownCell(cell);
    const message = `The spreadsheet holds a date here; it is sent as ${value}.`;
    return { value, warning: { code: 'sent-as-date', params: { value }, message } };
  }
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15)
    return cellProblem(
      'lost-digits',
      'The spreadsheet keeps this as a number and has lost digits of it. Format the column as text and enter it again.',
    );
  return { value: shownCell(cell) };
}

/**
 * Country code of a name as forms read it, `de` and `U.S.` too: the service accepts codes only. Undefined if the text
 * is a code already or no known name.
 */
export function codeOfCountry(text: string): string | undefined {
  const written = text.trim();
  const code = countryOf(written.length === 2 ? written.toUpperCase() : written);
  return hasInvisible(text) || code === text ? undefined : code;
}

function textWarning(text: string, name: string): CellNote | null {
  if (roundedNumber.test(text))
    return {
      code: 'rounded-number',
      message: `${text} looks like a long number that a spreadsheet has rounded. Format the column as text.`,
    };
  if (hasInvisible(text))
    return { code: 'unseen-characters', message: 'It has characters that cannot be seen; they are sent as they are.' };
  if (!isDateField(name)) return null;
  const read = readDateCell(text);
  return 'problem' in read && read.problem.code === 'two-dates'
    ? { ...read.problem, message: `${read.problem.message} It is sent as it is written.` }
    : null;
}

const cellProblem = (code: CellNote['code'], message: string, params: CellNote['params'] = {}): Converted => ({
  problem: { code, message, params },
});

function quoted(cell: FilledCell): string {
  const text = shownCell(cell);
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

type DateProblemCode = 'two-dates' | 'short-year';
type DateNote = { code: DateProblemCode | 'sent-as-date'; params: Record<string, string | number>; message: string };
type ReadDateCell = { value: unknown; warning?: DateNote } | { problem: DateNote };

/**
 * Reads a cell as date and time, as people write it or as a spreadsheet stores it; warns if the result differs from the
 * text.
 */
function readDateCell(cell: Exclude<Cell, null>): ReadDateCell {
  if (cell instanceof Date) return readAs(cell.toISOString().replace(/\.000Z$/, ''));
  const read = readDate(shownCell(cell));
  if ('value' in read) return read.taken ? readAs(read.value) : { value: read.value.trim() };
  const { code, params } = read;
  const message =
    code === 'short-year'
      ? 'Write the year with four digits, as 2026-12-31T08:00.'
      : `${params.text} can be ${params.first} or ${params.second}. Write the one that is meant.`;
  return { problem: { code, params, message } };
}

const readAs = (value: string): ReadDateCell => ({
  value,
  warning: { code: 'sent-as-date', params: { value }, message: `It is sent as ${value}.` },
});
