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
import { textOfCell, removeGuard } from '../format/cell-text.ts';
import { cleanText, lossReason, type LossReason } from '../format/text-traces.ts';
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
import type { QuestionOccurrence, RowQuestions } from './row-questions.ts';
import { displayText, type Cell, isBlank, type Line } from './table.ts';

/** Why a cell cannot be read as its field, or what a person is warned of; `code` identifies the English message. */
export interface CellNote {
  code:
    | LossReason
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

type Conversion = { value: unknown; warning?: CellNote } | { problem: CellNote };
type FilledCell = Exclude<Cell, null>;

/**
 * Converts a filled cell to the value of its field. Never guesses: an ambiguous number or date is a problem that says
 * how to write it. Texts are kept unchanged, including formulas and control characters: an import is data.
 */
export function convertCell(cell: FilledCell, { type, name }: Pick<FieldDescription, 'type' | 'name'>): Conversion {
  if (typeof cell === 'object' && 'shown' in cell)
    return cellProblem('no-value', `The spreadsheet shows ${cell.shown} here: its formula has no value.`, {
      shown: cell.shown,
    });
  switch (type) {
    case 'number':
    case 'decimal':
    case 'integer':
      return toNumber(typeof cell === 'string' ? removeGuard(cell) : cell);
    case 'flag':
      return toFlag(cell);
    case 'date':
      return readDateCell(typeof cell === 'string' ? textOfCell(cell) : cell);
    case 'text':
    case 'object':
    case 'list':
      return toText(cell, name);
  }
}

const plainNumberPattern = /^-?(\d+(\.\d+)?|\.\d+)$/;

function toNumber(cell: FilledCell): Conversion {
  if (typeof cell === 'number') return { value: cell };
  if (typeof cell !== 'string') return cellProblem('no-plain-number', `${quoteCell(cell)} is no number.`);
  const text = cell.trim();
  if (!plainNumberPattern.test(text)) return plainNumberProblem(text);
  if (!isExact(text))
    return cellProblem('too-many-digits', `${text} has more digits than a number here can hold exactly (15).`, {
      text,
    });
  return { value: Number(text) };
}

/** Whether the number sent has exactly these digits. */
function isExact(text: string): boolean {
  const typedDecimal = readDecimal(text);
  const sentDecimal = readDecimal(Number(text));
  return typedDecimal !== null && sentDecimal !== null && writeDecimal(typedDecimal) === writeDecimal(sentDecimal);
}

function plainNumberProblem(text: string): Conversion {
  const decimalText = /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : undefined;
  const commaHint = decimalText === undefined ? '' : ` If it is a decimal, write ${decimalText}.`;
  const groupsHint = /^-?\d{1,3}([.,' ]\d{3})+([.,]\d+)?$/.test(text)
    ? ' Write it without separators of thousands.'
    : '';
  const message = `${quoteCell(text)} is no plain number: digits, and a point before decimals.${groupsHint || commaHint}`;
  return cellProblem(
    'no-plain-number',
    message,
    groupsHint === '' && decimalText !== undefined ? { means: decimalText } : {},
  );
}

const flagValues = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
]);

function toFlag(cell: FilledCell): Conversion {
  const value = flagValues.get(displayText(cell).trim().toLowerCase());
  return value === undefined ? cellProblem('not-a-flag', `${quoteCell(cell)} is neither TRUE nor FALSE.`) : { value };
}

function toText(cell: FilledCell, name: string): Conversion {
  if (typeof cell === 'string') return readText(cell, name);
  if (cell instanceof Date) {
    const value = displayText(cell);
    if (!isDateField(name) && datelessFieldPattern.test(name)) return lossProblem('date-by-mistake', value);
    const message = `The spreadsheet holds a date here; it is sent as ${value}.`;
    return { value, warning: { code: 'sent-as-date', params: { value }, message } };
  }
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15)
    return cellProblem(
      'lost-digits',
      'The spreadsheet keeps this as a number and has lost digits of it. Format the column as text and enter it again.',
    );
  return { value: displayText(cell) };
}

/** Fields whose values are never dates: a date in their cells is a spreadsheet's mistake. */
const datelessFieldPattern =
  /^(?:Contact|Company|Street\d|HouseNumber|City|Province|Postcode|Phone|Email|Country|Sku|HsCode|PackageId|ServiceCode|.*Name(?:En|Cn)?)$/;

function readText(cell: string, name: string): Conversion {
  const representedText = textOfCell(cell);
  // a cell with a guard or quotes was written by an export, and its text is not cleaned
  const { text: value, isChanged } =
    representedText === cell ? cleanText(cell, name) : { text: representedText, isChanged: false };
  const loss = representedText === cell ? lossReason(value, name, isDateField(name)) : undefined;
  if (loss !== undefined) return lossProblem(loss, value);
  const countryCode = name === 'Country' ? countryCodeOf(value) : undefined;
  if (countryCode !== undefined) {
    const message = `${quoteCell(value)} is sent as ${countryCode}.`;
    return { value: countryCode, warning: { code: 'read-as-country', params: { value: countryCode }, message } };
  }
  const currency = /Currency$/.test(name) ? currencyCodeOf(value) : undefined;
  if (currency !== undefined && currency !== value) return { value: currency, warning: cleanedWarning(cell, currency) };
  const warning = textWarning(value, name);
  if (warning) return { value, warning };
  if (!isChanged) return { value };
  return { value, warning: cleanedWarning(cell, value) };
}

const cleanedWarning = (cell: string, value: string): CellNote => ({
  code: 'cleaned',
  params: { value },
  message: `${quoteCell(cell)} is sent as ${value}.`,
});

/** The code of a currency written as `eur`, `Euro` or `€`; undefined for a sign that several currencies share. */
function currencyCodeOf(text: string): string | undefined {
  const unit = /[$¥￥]/.test(text) ? undefined : readUnit(text);
  return unit !== undefined && !isMeasure(unit) ? unit : undefined;
}

const lossMessages: Readonly<Record<LossReason, string>> = {
  'rounded-number': 'It looks like a long number that a spreadsheet has rounded, so digits are lost. Enter it again.',
  'date-by-mistake': 'It looks like a date that a spreadsheet has made of something else. Enter what stood there.',
  'no-value': 'It is the sign of an error or of no value. Empty the cell, or enter the value.',
  'lost-letters': 'Letters of it were lost when the file was made. Enter them again.',
};
const lossProblem = (code: LossReason, shown: string): Conversion =>
  cellProblem(code, `${shown}: ${lossMessages[code]}`, { shown, text: shown });

/**
 * The code of a country's name, read as in forms (`de` and `U.S.` too): the service accepts only codes. Undefined if
 * the text is already a code, or no known name.
 */
export function countryCodeOf(text: string): string | undefined {
  const trimmed = text.trim();
  const code = countryOf(trimmed.length === 2 ? trimmed.toUpperCase() : trimmed);
  return hasInvisible(text) || code === text ? undefined : code;
}

function textWarning(text: string, name: string): CellNote | null {
  if (hasInvisible(text))
    return { code: 'unseen-characters', message: 'It has characters that cannot be seen; they are sent as they are.' };
  if (!isDateField(name)) return null;
  const dateReading = readDateCell(text);
  return 'problem' in dateReading && dateReading.problem.code === 'two-dates'
    ? { ...dateReading.problem, message: `${dateReading.problem.message} It is sent as it is written.` }
    : null;
}

const cellProblem = (code: CellNote['code'], message: string, params: CellNote['params'] = {}): Conversion => ({
  problem: { code, message, params },
});

function quoteCell(cell: FilledCell): string {
  const text = displayText(cell);
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}

type DateProblemCode = 'two-dates' | 'short-year';
type DateNote = { code: DateProblemCode | 'sent-as-date'; params: Record<string, string | number>; message: string };
type DateConversion = { value: unknown; warning?: DateNote } | { problem: DateNote };

/**
 * Reads a cell as date and time, as people write it or as a spreadsheet stores it; warns if the result differs from the
 * text.
 */
function readDateCell(cell: Exclude<Cell, null>): DateConversion {
  if (cell instanceof Date) return dateWithWarning(cell.toISOString().replace(/\.000Z$/, ''));
  const dateResult = readDate(displayText(cell));
  if ('value' in dateResult)
    return dateResult.isConverted ? dateWithWarning(dateResult.value) : { value: dateResult.value.trim() };
  const { code, params } = dateResult;
  const message =
    code === 'short-year'
      ? 'Write the year with four digits, as 2026-12-31T08:00.'
      : `${params.text} can be ${params.first} or ${params.second}. Write the one that is meant.`;
  return { problem: { code, params, message } };
}

const dateWithWarning = (value: string): DateConversion => ({
  value,
  warning: { code: 'sent-as-date', params: { value }, message: `It is sent as ${value}.` },
});

interface FilledField {
  path: Path;
  row: number;
  column: number;
}

/**
 * Returns the function that finds the cell for a breach at a JSONPath: the cell that filled the field, else the cell of
 * the field's column in the first row of its list entry.
 */
export function findCell(
  columns: readonly Column[],
  filledFields: readonly FilledField[],
  lists: readonly PlacedList[],
  firstRow: number,
): (path: string) => { row: number; column: number | null } {
  // built only at the first breach, since most orders have none
  let filledByPath: Map<string, FilledField> | undefined;

  function entryRowOf(fieldPath: Path): number {
    const entries = lists.flatMap(({ path: list, entries }) => {
      const entryIndex = fieldPath[list.length];
      const isInside = typeof entryIndex === 'number' && beginsWith(fieldPath, list);
      return isInside ? [{ depth: list.length, row: entries[entryIndex] }] : [];
    });
    return entries.sort((a, b) => b.depth - a.depth)[0]?.row ?? firstRow;
  }

  return (path) => {
    filledByPath ??= new Map(filledFields.map((one) => [jsonPath(one.path), one]));
    const filledField = filledByPath.get(path);
    if (filledField) return { row: filledField.row, column: filledField.column };
    const fieldPath = readJsonPath(path) ?? [];
    const exactColumn = columns.findIndex(({ target }) => target && jsonPath(target.path) === path);
    const wantedPath = contractPath(fieldPath);
    const column =
      exactColumn >= 0
        ? exactColumn
        : columns.findIndex(({ target }) => target && targetPath(target.path) === wantedPath);
    return { row: entryRowOf(fieldPath), column: column < 0 ? null : column };
  };
}

// the column of a list is the list's, not its entries'; a column with a line number matches only by its exact path
const targetPath = (path: Path): string =>
  path.some((step) => typeof step === 'number') ? '' : contractPath(path.at(-1) === anyLine ? path.slice(0, -1) : path);

/** The request made from the rows of one order; it must not be queued if there are problems. */
export interface CheckedCells {
  key: string | null;
  request: { endpoint: CreateNumber; query: Record<string, unknown>; body: Record<string, unknown> };
  warnings: ImportCellProblem[];
  problems: ImportCellProblem[];
}

/** Longer texts cause a warning; they are accepted, since the document sets no limit. */
const longTextLength = 500;

/** The columns of a sheet with their targets, their layout in lists, and the create of its orders. */
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
  questions: RowQuestions,
): CheckedCells {
  const warnings: ImportCellProblem[] = [];
  const problems: ImportCellProblem[] = [];
  for (const { row, cells } of lines) {
    for (const [column, cell] of cells.entries()) if (!isBlank(cell)) reportUnmappedCell(row, column);
  }
  const placed = placeCells(lines, layout, (column) => columns[column]?.target?.path ?? []);
  for (const lineProblem of placed.problems)
    problems.push({ ...lineProblem, path: null, message: lineProblemText(lineProblem) });
  const placedValues = placed.cells.flatMap(convertPlaced);
  const numberedValues = renumberEntries(
    placedValues,
    placed.lists.map(({ path }) => path),
  );
  const body: Record<string, unknown> = {};
  // an object marked empty is placed before any fields inside it
  const [emptyObjects, otherValues] = [
    numberedValues.filter(isObjectValue),
    numberedValues.filter((one) => !isObjectValue(one)),
  ];
  const orderedValues = [...emptyObjects, ...otherValues];
  for (const { path, value } of orderedValues.filter(({ depth }) => depth === 0)) putLeaf(body, path, value);
  for (const { path, entries } of placed.lists)
    putLeaf(
      body,
      path,
      Array.from(entries, () => ({})),
    );
  for (const { path, value } of orderedValues.filter(({ depth }) => depth > 0)) putLeaf(body, path, value);
  const request = { endpoint, query: {}, body };
  const unreadCells = new Set(problems.map(({ row, column }) => `${row} ${column}`));
  const findCellOf = findCell(columns, numberedValues, placed.lists, lines[0]?.row ?? 0);
  for (const issue of findBreaches(request)) {
    const { row, column } = findCellOf(issue.path);
    // the field of an unreadable cell is absent, which is not a second problem
    if (column !== null && unreadCells.has(`${row} ${column}`)) continue;
    problems.push({ row, column, path: issue.path, code: issue.code, params: issue.params, message: issue.message });
  }
  return { key: keyOf(endpoint, body) ?? null, request, warnings, problems };

  function reportUnmappedCell(row: number, columnIndex: number): void {
    const column = columns[columnIndex];
    const location = { row, path: null };
    if (!column) problems.push(beyondHeaderProblem(row, columnIndex));
    else if (!column.target && !column.isPart)
      warnings.push({
        ...location,
        column: columnIndex,
        code: 'not-imported',
        params: { column: column.name },
        message: column.ignoredReason,
      });
  }

  function convertPlaced(placedCell: PlacedCell): PlacedValue[] {
    const column = columns[placedCell.column];
    if (!column?.target) return [];
    const { field } = column.target;
    const position = { row: placedCell.row, column: placedCell.column, path: jsonPath(placedCell.path) };
    if (column.note) {
      const { code, params, message } = column.note;
      warnings.push({ ...position, code, params, message });
    }
    if (column.currency !== undefined) {
      const answer = questions.ask(currencyQuestion(placedCell, column.name, column.currency, position.path));
      if (answer !== 'as-number') return [];
    }
    const noteOf = ({ code, message, params = {} }: CellNote): ImportCellProblem => ({
      ...position,
      code,
      message,
      params,
    });
    if (field.type === 'object') {
      if (placedCell.cell === '{}') return [{ ...placedCell, value: {} }];
      problems.push(noteOf({ code: 'no-value', message: 'A column of an object takes {} only: it holds nothing.' }));
      return [];
    }
    const converted = convertCell(placedCell.cell, field);
    if ('warning' in converted && converted.warning) warnings.push(noteOf(converted.warning));
    if (typeof placedCell.cell === 'string' && placedCell.cell.length > longTextLength) {
      const { length } = placedCell.cell;
      warnings.push({ ...position, code: 'long-text', params: { length }, message: longTextMessage(length) });
    }
    if ('value' in converted) return [{ ...placedCell, value: converted.value }];
    problems.push(noteOf(converted.problem));
    return [];
  }
}

/** The problem of a filled cell beyond the last heading. */
export const beyondHeaderProblem = (row: number, columnIndex: number): ImportCellProblem => ({
  row,
  column: null,
  path: null,
  code: 'beyond-header',
  params: { cell: columnIndex + 1 },
  message: `Cell ${columnIndex + 1} stands beyond the last column of the header.`,
});

const currencyQuestion = (
  { row, column }: PlacedCell,
  name: string,
  currency: string,
  path: string,
): QuestionOccurrence => ({
  code: 'currency',
  row,
  column,
  path,
  found: currency,
  choices: ['as-number', 'empty'],
  params: { column: name, unit: currency },
  message: `${name} is in ${currency}, and the field has no currency.`,
});

const isObjectValue = ({ value }: PlacedValue): boolean => typeof value === 'object';

/** Only the first breach of each field is reported. */
function findBreaches(request: CheckedCells['request']): Issue[] {
  // values that settings add to a request are not checked in the file
  const { query } = fillFromSettings(request.endpoint, {}, defaultSettings);
  const checkResult = checkRequest({ ...request, query });
  const issues = [...(checkResult.ok ? [] : checkResult.issues), ...checkKey(request.endpoint, request.body)];
  const reportedPaths = new Set<string>();
  return issues.filter(({ path }) => !reportedPaths.has(path) && reportedPaths.add(path));
}

const longTextMessage = (length: number): string =>
  `${length} characters are more than a label shows; they are sent as they are.`;
