import { countryOf } from '../../../shared/countries/country-names.ts';
import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import type { ImportCellProblem } from '../../../shared/import/import-steps.ts';
import {
  anyLine,
  beginsWith,
  contractPath,
  jsonPath,
  readJsonPath,
  type Path,
  putLeaf,
} from '../../../shared/path/path.ts';
import { checkRequest, checkKey } from '../../../shared/service/check-request.ts';
import { keyOf } from '../../../shared/service/create-facts.ts';
import type { FieldDescription } from '../../../shared/service/describe-fields.ts';
import { fillFromSettings } from '../../../shared/service/fill-from-settings.ts';
import type { Issue } from '../../../shared/service/issue.ts';
import { defaultSettings } from '../../../shared/settings/settings.ts';
import { readDecimal, writeDecimal } from '../../../shared/text/exact-decimal.ts';
import { hasInvisible } from '../../../shared/text/invisible-text.ts';
import { isDateField, readDate } from '../../../shared/text/read-date.ts';
import { textOfCell, withoutGuard } from '../format/cell-text.ts';
import { cleanText, lostText, type LostText } from '../format/text-traces.ts';
import { isMeasure, readUnit } from './heading-units.ts';
import {
  type PlacedList,
  renumberEntries,
  placeCells,
  type PlacedCell,
  type OrderColumns,
  lineProblemText,
} from './order-rows.ts';
import type { Column } from './read-header.ts';
import type { Asked, RowQuestions } from './row-questions.ts';
import { shownCell, type Cell, isBlank, type Line } from './table.ts';

/** Why a cell cannot be read as its field, or what deserves a warning; `code` identifies the English message. */
export interface CellNote {
  code:
    | LostText
    | 'cleaned'
    | 'no-plain-number'
    | 'too-many-digits'
    | 'not-a-flag'
    | 'lost-digits'
    | 'sent-as-date'
    | 'read-as-country'
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

function toText(cell: FilledCell, name: string): Converted {
  if (typeof cell === 'string') return readText(cell, name);
  if (cell instanceof Date) {
    const value = shownCell(cell);
    if (!isDateField(name) && dateless.test(name)) return lostProblem('date-by-mistake', value);
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

/** Fields in which a date stands only by mistake. */
const dateless =
  /^(?:Contact|Company|Street\d|HouseNumber|City|Province|Postcode|Phone|Email|Country|Sku|HsCode|PackageId|ServiceCode|.*Name(?:En|Cn)?)$/;

function readText(cell: string, name: string): Converted {
  const exact = textOfCell(cell);
  // a cell that an export wrote so that it is read exactly
  const { text: value, changed } = exact === cell ? cleanText(cell, name) : { text: exact, changed: false };
  const lost = exact === cell ? lostText(value, name, isDateField(name)) : undefined;
  if (lost !== undefined) return lostProblem(lost, value);
  const code = name === 'Country' ? codeOfCountry(value) : undefined;
  if (code !== undefined) {
    const message = `${quoted(value)} is sent as ${code}.`;
    return { value: code, warning: { code: 'read-as-country', params: { value: code }, message } };
  }
  const currency = /Currency$/.test(name) ? currencyOf(value) : undefined;
  if (currency !== undefined && currency !== value) return { value: currency, warning: cleanedNote(cell, currency) };
  const warning = textWarning(value, name);
  if (warning) return { value, warning };
  if (!changed) return { value };
  return { value, warning: cleanedNote(cell, value) };
}

const cleanedNote = (cell: string, value: string): CellNote => ({
  code: 'cleaned',
  params: { value },
  message: `${quoted(cell)} is sent as ${value}.`,
});

/** The code of a currency that is written otherwise, `eur`, `Euro`, `€`; a sign of several currencies names none. */
function currencyOf(text: string): string | undefined {
  const unit = /[$¥￥]/.test(text) ? undefined : readUnit(text);
  return unit !== undefined && !isMeasure(unit) ? unit : undefined;
}

const lostTexts: Readonly<Record<LostText, string>> = {
  'rounded-number': 'It looks like a long number that a spreadsheet has rounded, so digits are lost. Enter it again.',
  'date-by-mistake': 'It looks like a date that a spreadsheet has made of something else. Enter what stood there.',
  'no-value': 'It is the sign of an error or of no value. Empty the cell, or enter the value.',
  'lost-letters': 'Letters of it were lost when the file was made. Enter them again.',
};
const lostProblem = (code: LostText, shown: string): Converted =>
  cellProblem(code, `${shown}: ${lostTexts[code]}`, { shown, text: shown });

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

interface FilledField {
  path: Path;
  row: number;
  column: number;
}

/**
 * Finds the cell for a breach at a JSONPath: the one that filled the field, else the one that would, in the first row
 * of its list entry.
 */
export function findCell(
  columns: readonly Column[],
  filled: readonly FilledField[],
  lists: readonly PlacedList[],
  firstRow: number,
): (path: string) => { row: number; column: number | null } {
  // built at the first breach: most orders have none
  let byPath: Map<string, FilledField> | undefined;

  function rowOf(way: Path): number {
    const entries = lists.flatMap(({ path: list, entries }) => {
      const number = way[list.length];
      const inside = typeof number === 'number' && beginsWith(way, list);
      return inside ? [{ depth: list.length, row: entries[number] }] : [];
    });
    return entries.sort((a, b) => b.depth - a.depth)[0]?.row ?? firstRow;
  }

  return (path) => {
    byPath ??= new Map(filled.map((one) => [jsonPath(one.path), one]));
    const found = byPath.get(path);
    if (found) return { row: found.row, column: found.column };
    const way = readJsonPath(path) ?? [];
    const exact = columns.findIndex(({ target }) => target && jsonPath(target.path) === path);
    const meant = contractPath(way);
    const column = exact >= 0 ? exact : columns.findIndex(({ target }) => target && targetPath(target.path) === meant);
    return { row: rowOf(way), column: column < 0 ? null : column };
  };
}

// the column of a list itself stands for the list, not for its entries; one with a line number fills that line only
const targetPath = (way: Path): string =>
  way.some((step) => typeof step === 'number') ? '' : contractPath(way.at(-1) === anyLine ? way.slice(0, -1) : way);

/** The request made from the rows of one order; with problems it must not be queued. */
export interface CheckedCells {
  key: string | null;
  request: { endpoint: CreateNumber; query: Record<string, unknown>; body: Record<string, unknown> };
  warnings: ImportCellProblem[];
  problems: ImportCellProblem[];
}

/** Longer texts are accepted, since the document sets no limit, but cause a warning. */
const longText = 500;

/** Columns with their targets, and how they relate to each other. */
export interface ColumnPlan {
  columns: readonly Column[];
  layout: OrderColumns;
  endpoint: CreateNumber;
}

type PlacedValue = PlacedCell & { value: unknown };

/** Checks the rows of one order against the contract. An empty cell leaves its field out. Never throws. */
export function checkCells(
  lines: readonly Line[],
  { columns, layout, endpoint }: ColumnPlan,
  asks: RowQuestions,
): CheckedCells {
  const warnings: ImportCellProblem[] = [];
  const problems: ImportCellProblem[] = [];
  for (const { row, cells } of lines) {
    for (const [column, cell] of cells.entries()) if (!isBlank(cell)) warnIgnoredCell(row, column);
  }
  const placed = placeCells(lines, layout, (column) => columns[column]?.target?.path ?? []);
  for (const trouble of placed.problems) problems.push({ ...trouble, path: null, message: lineProblemText(trouble) });
  const read = placed.cells.flatMap(convert);
  const filled = renumberEntries(
    read,
    placed.lists.map(({ path }) => path),
  );
  const body: Record<string, unknown> = {};
  // an object marked empty is placed before any fields inside it
  const [empty, full] = [filled.filter(isObject), filled.filter((one) => !isObject(one))];
  const all = [...empty, ...full];
  for (const { path, value } of all.filter(({ depth }) => depth === 0)) putLeaf(body, path, value);
  for (const { path, entries } of placed.lists)
    putLeaf(
      body,
      path,
      Array.from(entries, () => ({})),
    );
  for (const { path, value } of all.filter(({ depth }) => depth > 0)) putLeaf(body, path, value);
  const request = { endpoint, query: {}, body };
  const unread = new Set(problems.map(({ row, column }) => `${row} ${column}`));
  const cellOf = findCell(columns, filled, placed.lists, lines[0]?.row ?? 0);
  for (const issue of findBreaches(request)) {
    const { row, column } = cellOf(issue.path);
    // A field whose cell could not be read is absent; its absence is not a second problem.
    if (column !== null && unread.has(`${row} ${column}`)) continue;
    problems.push({ row, column, path: issue.path, code: issue.code, params: issue.params, message: issue.message });
  }
  return { key: keyOf(endpoint, body) ?? null, request, warnings, problems };

  function warnIgnoredCell(row: number, index: number): void {
    const column = columns[index];
    const about = { row, path: null };
    if (!column) problems.push(beyondHeader(row, index));
    else if (!column.target && !column.isPart)
      warnings.push({
        ...about,
        column: index,
        code: 'not-imported',
        params: { column: column.name },
        message: column.ignoredReason,
      });
  }

  function convert(one: PlacedCell): PlacedValue[] {
    const column = columns[one.column];
    if (!column?.target) return [];
    const { field } = column.target;
    const at = { row: one.row, column: one.column, path: jsonPath(one.path) };
    if (column.note) {
      const { code, params, message } = column.note;
      warnings.push({ ...at, code, params, message });
    }
    if (column.currency !== undefined) {
      const answer = asks.ask(currencyQuestion(one, column.name, column.currency, at.path));
      if (answer !== 'as-number') return [];
    }
    const noteOf = ({ code, message, params = {} }: CellNote): ImportCellProblem => ({ ...at, code, message, params });
    if (field.type === 'object') {
      if (one.cell === '{}') return [{ ...one, value: {} }];
      problems.push(noteOf({ code: 'no-value', message: 'A column of an object takes {} only: it holds nothing.' }));
      return [];
    }
    const converted = convertCell(one.cell, field);
    if ('warning' in converted && converted.warning) warnings.push(noteOf(converted.warning));
    if (typeof one.cell === 'string' && one.cell.length > longText) {
      const { length } = one.cell;
      warnings.push({ ...at, code: 'long-text', params: { length }, message: tooLong(length) });
    }
    if ('value' in converted) return [{ ...one, value: converted.value }];
    problems.push(noteOf(converted.problem));
    return [];
  }
}

/** The problem of a filled cell behind the last heading. */
export const beyondHeader = (row: number, index: number): ImportCellProblem => ({
  row,
  column: null,
  path: null,
  code: 'beyond-header',
  params: { cell: index + 1 },
  message: `Cell ${index + 1} stands beyond the last column of the header.`,
});

const currencyQuestion = ({ row, column }: PlacedCell, name: string, currency: string, path: string): Asked => ({
  code: 'currency',
  row,
  column,
  path,
  found: currency,
  choices: ['as-number', 'empty'],
  params: { column: name, unit: currency },
  message: `${name} is in ${currency}, and the field has no currency.`,
});

const isObject = ({ value }: PlacedValue): boolean => typeof value === 'object';

/** Only the first breach of each field is reported. */
function findBreaches(request: CheckedCells['request']): Issue[] {
  // values that settings add to a request are not checked in the file
  const { query } = fillFromSettings(request.endpoint, {}, defaultSettings);
  const checked = checkRequest({ ...request, query });
  const issues = [...(checked.ok ? [] : checked.issues), ...checkKey(request.endpoint, request.body)];
  const seen = new Set<string>();
  return issues.filter(({ path }) => !seen.has(path) && seen.add(path));
}

const tooLong = (length: number): string =>
  `${length} characters are more than a label shows; they are sent as they are.`;
