import type { FileContent } from '../../../shared/contract/file-content.ts';
import type {
  ImportAnswer,
  ImportBadRow,
  ImportCellProblem,
  ImportCorrection,
  ImportMapping,
  ImportOpened,
} from '../../../shared/import/import-steps.ts';
import type { ImportQuestion } from '../../../shared/import/import-questions.ts';
import { plainText } from '../../../shared/labels/plain-text.ts';
import { valueAt } from '../../../shared/service/value-at.ts';
import { adviceOn } from '../../../shared/service/advice-on.ts';
import { lacksOf } from '../../../shared/service/lacks-of.ts';
import { anyLine, columnPath, putLeaf, readPath, type Path } from '../../../shared/path/path.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { beyondHeader, checkCells, type CheckedCells, type ColumnPlan } from './check-cells.ts';
import { cleanText } from '../format/text-traces.ts';
import { knownFormats, recognizeFormat, sameHeading, type SheetFormat } from '../known-formats/known-formats.ts';
import { chooseColumns, mapByFormat, type ColumnDoubt } from './choose-columns.ts';
import { makeFieldColumns } from './field-columns.ts';
import { findTable, isOutside, makesOrder } from './find-table.ts';
import { guessKind, keyColumnOf, mapColumns, targetsByPath } from './mapping.ts';
import { groupRows, sharedKeys, type RowGroup, layOutColumns } from './order-rows.ts';
import {
  columnNames,
  importKind,
  type ImportKind,
  pathOf,
  readHeader,
  targetOfTitle,
  type Column,
} from './read-header.ts';
import { readImportFile, readSpreadsheet, unsentCsv, unsentXlsx } from './read-table.ts';
import type { FoundEncoding } from './text-encoding.ts';
import { idOf, rowQuestions, type Answers, type Asked, type RowQuestions } from './row-questions.ts';
import { badFile, isBlank, shownCell, type Cell, type Line } from './table.ts';
import { unlikelyValues } from './unlikely-values.ts';

export interface SheetInput {
  /** of the file */
  name: string;
  /** content sent by a screen, or a path on this machine */
  file: { content: FileContent } | { path: string };
  encoding: string;
  sheet?: string | undefined;
  /** undefined: guessed from the header */
  kind: ImportKind | undefined;
  /** of a known format, or `none`; undefined: recognised by the header */
  format?: string | undefined;
  /** a format that a person gave as a file */
  ownFormat?: SheetFormat | undefined;
  units: UnitSettings;
  /** columns are exactly as named in the header, without a person to correct them */
  usesColumnNames?: true;
}

export type SheetHead = Pick<ImportOpened, 'sheets' | 'sheet' | 'rows' | 'columns' | 'mapping'> & {
  kind: ImportKind;
  format: { id: string; title: string } | null;
  /** of a file in the contract's own words: the name of each column, and those that fill no field */
  namedColumns: { columns: string[]; ignored: string[] } | null;
};

/** What a person says about a sheet: its columns, corrected cells, answers. */
export interface SheetChoices {
  /** null: columns as named in the header */
  mapping: ImportMapping | null;
  corrections: readonly ImportCorrection[];
  answers: readonly ImportAnswer[];
}

/** How many orders a sheet has, and the rows that are none of them. */
export interface SheetOrders {
  orders: number;
  outside: ImportCellProblem[];
}

/** One order in its current state. */
export interface SheetRow extends ImportBadRow {
  /** the request to queue; null if the order has problems or questions */
  request: CheckedCells['request'] | null;
  warnings: ImportCellProblem[];
  /** what a person is asked about it; it is not queued before each has an answer */
  questions: Omit<ImportQuestion, 'rows' | 'orders'>[];
  /** suspicious content of the request */
  advice: ImportCellProblem[];
  /** letters of the request that no font of its label has */
  missingLetters: ImportCellProblem[];
  /** other orders with the same key: the first rows of some, and their total number */
  sharedKey: { key: string; rows: readonly number[]; count: number } | null;
}

/** Columns and cells as corrected by a person, and the resulting orders. */
interface Plan extends ColumnPlan {
  groups: RowGroup[];
  outside: ImportCellProblem[];
  rowsSharingKey: (group: RowGroup) => number[];
  corrected: ReadonlySet<number>;
  answers: Answers;
  sourceOf: (column: number) => number;
  linesOf: (group: RowGroup, asks: RowQuestions) => Line[];
  /** doubts about columns that are still open */
  doubts: Asked[];
}

const samplesShown = 3;
const sampleLength = 100;
const linesShown = 50;
const problemsShown = 50;
const sharedRowsShown = 5;
/** Rows that say what a column holds. */
const rowsConsidered = 500;

/** The fields of an order with letters that no font of its label has; `endpoint`: number of its create. */
export type FindMissingLetters = (
  endpoint: number,
  body: unknown,
) => { path: string; code: string; params: Record<string, string | number>; message: string }[];

/**
 * A spreadsheet, held in its own thread while its orders are checked. Fonts are loaded unless no cell needs them and
 * nobody corrects one. Throws ProblemError `bad-file` if it is none.
 */
export async function openSheet(
  { name, file, encoding, sheet, kind: wanted, format: wantedFormat, ownFormat, units, usesColumnNames }: SheetInput,
  loadLetters: () => Promise<FindMissingLetters>,
) {
  const bytes = 'path' in file ? await readImportFile(file.path) : sentBytes(file.content);
  const read = await readSpreadsheet(bytes, encoding, sheet);
  const own = usesColumnNames ? ownHeader(read.table[0] ?? [], wanted, units) : null;
  const found = own ? null : findTable(read.table);
  const names = found?.titles ?? (read.table[0] ?? []).map((cell) => shownCell(cell).trim());
  const below = (found?.header ?? 0) + 1;
  const format = own ? null : formatOf(names, wantedFormat, ownFormat);
  const kind = wanted ?? format?.orders ?? guessKind(names, [read.sheet ?? '', name], units);
  const { endpoint } = importKind(kind);
  const namedColumns = own;
  // without a person to see it, a row of blanks is reported too
  const isEmpty = own ? (cell: Cell): boolean => cell === null : isBlank;
  const rows: Line[] = read.table
    .slice(below)
    .flatMap((cells, index) => (cells.every(isEmpty) ? [] : [{ row: below + index + 1, cells }]));
  const keyPath = keyColumnOf(endpoint);
  const byFormat = format && mapByFormat(names, format, endpoint);
  const chosen = byFormat?.includes(keyPath)
    ? { mapping: byFormat, doubts: [] }
    : chooseColumns(
        { titles: names, rows: rows.slice(0, rowsConsidered).map(({ cells }) => cells) },
        endpoint,
        units,
        keyPath,
      );
  const formatUnits = new Map(
    Object.entries(byFormat ? (format?.units ?? {}) : {}).map(([heading, unit]) => [sameHeading(heading), unit]),
  );
  const isForeign = !names.some((title) => isOwnKey(title, kind, units));
  const isPacked = chosen.mapping.some((use) => use !== null && /#(?:items|count)$/.test(use));
  const isByRows = isForeign && (isPacked || hasLines(rows, chosen.mapping.indexOf(keyPath)));
  const mapping = isByRows ? byRows(chosen.mapping) : chosen.mapping;
  // the refusal names the column that is missing
  if (usesColumnNames && !own && !mapping.includes(keyPath)) readHeader(read.table[0] ?? [], kind, units);
  if (rows.length === 0) throw badFile('no-rows', 'The file has a header, but no row below it.');
  const isPlain = rows.every(({ cells }) => cells.every((cell) => typeof cell !== 'string' || plainText.test(cell)));
  const findMissingLetters = usesColumnNames && isPlain ? null : await loadLetters();
  const samplesOf = (column: number): string[] =>
    rows
      .slice(0, rowsConsidered)
      .flatMap(({ cells }) => (isBlank(cells[column]) ? [] : [shownCell(cells[column]).trim()]));
  const fileQuestion = encodingQuestion(read.encoding, rows[0]?.row ?? 0);
  const doubts = chosen.doubts.map((doubt) => ({ uses: doubt.uses, asked: askAbout(doubt, names, rows[0]?.row ?? 0) }));
  let plan: Plan | null = null;

  const head: SheetHead = {
    kind,
    format: byFormat && format ? { id: format.format, title: format.title } : null,
    sheets: read.sheets,
    sheet: read.sheet,
    rows: rows.length,
    namedColumns: namedColumns && {
      columns: namedColumns.map((column) => column.name),
      ignored: namedColumns.filter((_, at) => mapping[at] === null).map((column) => column.name),
    },
    mapping,
    columns: names.map((name, column) => {
      const filled = rows.map(({ cells }) => cells[column]).filter((cell) => !isBlank(cell));
      const samples = new Set(filled.slice(0, 1000).map((cell) => shownCell(cell).slice(0, sampleLength)));
      return { name, filled: filled.length, samples: [...samples].slice(0, samplesShown) };
    }),
  };

  function planOf({ mapping: given, corrections, answers }: SheetChoices): Plan {
    const said: Answers = new Map(answers.map(({ question, choice }) => [question, choice]));
    const used = answeredMapping(given ?? mapping, doubts, said);
    const mapped = mapColumns(names, used, endpoint).map((column, at) =>
      given === null && used[at] == null ? (namedColumns?.[at] ?? column) : column,
    );
    const made = makeFieldColumns(names, used, mapped, targetsByPath(endpoint), units, isForeign, samplesOf, (column) =>
      formatUnits.get(sameHeading(names[column] ?? '')),
    );
    const layout = layOutColumns(made.columns, endpoint);
    const byRow = Map.groupBy(corrections, ({ row }) => row);
    const lines = rows.map((line) => correctedLine(line, byRow.get(line.row)));
    const keyColumn = mapped.findIndex(({ target }) => target && pathOf(target) === keyPath);
    const { inside, outside } = withoutOutside(lines, used);
    const groups = groupRows(inside, keyColumn, layout.byRows);
    const keyOf = keyRule(
      groups.flatMap(({ key }) => key ?? []),
      isForeign,
    );
    return {
      columns: made.columns,
      layout,
      endpoint,
      groups,
      outside: [...encodingNote(read.encoding), ...outside],
      rowsSharingKey: sharedKeys(groups),
      corrected: new Set(byRow.keys()),
      answers: said,
      sourceOf: made.sourceOf,
      doubts: [
        ...(fileQuestion ? [fileQuestion] : []),
        ...doubts.flatMap(({ uses, asked }) => (isUnused(uses, used) ? [asked] : [])),
      ],
      linesOf: ({ key, lines: some }, asks) =>
        some.flatMap((line) => made.linesOf(withKey(line, keyColumn, key, keyOf, asks), asks)),
    };
  }

  function withKey(
    line: Line,
    keyColumn: number,
    key: string | null,
    keyOf: (key: string) => string,
    asks: RowQuestions,
  ): Line {
    const cell = line.cells[keyColumn];
    if (key === null || isBlank(cell) || keyOf(key) === cell) return line;
    const value = keyOf(key);
    const message = `${key.trim()} is written as ${value}, as are all numbers of this file.`;
    if (value !== shownCell(cell))
      asks.tell({ row: line.row, column: keyColumn, path: keyPath, code: 'key-written', params: { value }, message });
    return { row: line.row, cells: line.cells.with(keyColumn, value) };
  }

  /** Rows that are no orders: a sum, or what a program writes below them. */
  function withoutOutside(lines: readonly Line[], uses: ImportMapping) {
    const inside: Line[] = [];
    const outside: ImportCellProblem[] = [];
    const hasOrderIn = ({ cells }: Line): boolean =>
      cells.some((cell, at) => !isBlank(cell) && makesOrder(uses[at] ?? ''));
    let isLast = lines.some(hasOrderIn);
    for (const line of lines.toReversed()) {
      const hasOrder = hasOrderIn(line);
      const code = isOutside(line.cells, hasOrder, isLast && isForeign);
      if (code === null) isLast = false;
      if (code === null) inside.unshift(line);
      else {
        const shown = line.cells.map(shownCell).filter((text) => text.trim() !== '');
        const message = `Row ${line.row} is no order: ${shown.join(' ').slice(0, 80)}. It is left out.`;
        const column = line.cells.findIndex((cell) => !isBlank(cell));
        outside.unshift({ row: line.row, column, path: null, code: 'no-order', params: { row: line.row }, message });
      }
    }
    return { inside, outside };
  }

  function check(group: RowGroup, now: Plan): SheetRow {
    const asks = rowQuestions(now.answers);
    for (const doubt of now.doubts) asks.ask(doubt);
    const lines = now.linesOf(group, asks);
    const { key, request, warnings, problems } = checkCells(lines, now, asks);
    warnings.push(...asks.told());
    // made columns stand where these cells would
    for (const { row: at, cells } of now.columns.length > names.length ? group.lines : [])
      for (const [index, cell] of cells.entries())
        if (index >= names.length && !isBlank(cell)) problems.push(beyondHeader(at, index));
    for (const one of [...warnings, ...problems]) if (one.column !== null) one.column = now.sourceOf(one.column);
    const others = now.rowsSharingKey(group);
    const row = group.lines[0]?.row ?? 0;
    const columnOf = (path: string): number | null => {
      const found = now.columns.findIndex(({ target }) => target && pathOf(target) === path);
      return found < 0 ? null : now.sourceOf(found);
    };
    // only a person knows which of several orders with one key is meant
    if (key !== null && others[0] !== undefined) {
      const path = keyPath;
      const message = `${key} stands in row ${others.slice(0, sharedRowsShown).join(', ')} too. Give each order its own.`;
      const params = { key, row: others[0] };
      problems.push({ row, column: columnOf(path), path, code: 'key-used-twice', params, message });
    }
    if (isForeign && problems.length === 0)
      for (const { lack } of lacksOf(endpoint, request.body))
        if (lack === 'recipient' || lack === 'address') asks.ask(lackQuestion(lack, row));
    if (problems.length === 0) askUnlikely(request.body, row, asks, columnOf);
    const asked = problems.length === 0 ? asks.open() : [];
    const good = problems.length === 0 && asked.length === 0;
    if (!usesColumnNames) problems.length = Math.min(problems.length, problemsShown);
    const missing = good ? (findMissingLetters?.(endpoint, request.body) ?? []) : [];
    const lacking = good ? lacksOf(endpoint, request.body).map(({ lack }) => lack) : [];
    const advice = good ? adviceOn(endpoint, request.body) : [];
    const named = new Set([row, ...problems.map((one) => one.row)]);
    const shown = group.lines.filter((line) => named.has(line.row) || now.corrected.has(line.row));
    return {
      row,
      lastRow: group.lines.at(-1)?.row ?? row,
      key,
      lines: shown.slice(0, linesShown).map((line) => ({ row: line.row, cells: line.cells.map(shownCell) })),
      problems,
      lacks: [...lacking, ...(missing.length > 0 ? (['letters'] as const) : [])],
      request: good ? request : null,
      warnings,
      questions: asked.map(({ row: _row, column, ...one }) => ({
        ...one,
        id: idOf({ ...one, column }),
        column: column === null ? null : now.sourceOf(column),
      })),
      advice: advice.map((one) => ({ ...one, row, column: columnOf(one.path) })),
      missingLetters: missing.map((one) => ({ ...one, row, column: columnOf(one.path) })),
      sharedKey:
        group.key !== null && others.length > 0
          ? { key: group.key, rows: others.slice(0, sharedRowsShown), count: others.length }
          : null,
    };
  }

  /** Asks about values that their fields hardly have; an answer replaces the value. */
  function askUnlikely(
    body: Record<string, unknown>,
    row: number,
    asks: RowQuestions,
    columnOf: (path: string) => number | null,
  ): void {
    for (const { path, value, beside, meant } of unlikelyValues(body, units)) {
      const way = readPath(path);
      const field = columnPath(way.map((step) => (typeof step === 'number' && isForeign ? anyLine : step)));
      const name = String(way.at(-1));
      const answer = asks.ask({
        code: 'unlikely-value',
        row,
        column: columnOf(columnPath(way)) ?? columnOf(field),
        path: columnPath(way),
        found: beside === '' ? value : `${value} (${beside})`,
        choices: [...meant, 'keep', 'empty'],
        params: { field: name },
        message: `${value} is hardly a ${name}.${meant.length > 0 ? ` ${meant.join(' or ')}?` : ''}`,
      });
      if (answer === 'empty') removeLeaf(body, way);
      else if (answer !== undefined && answer !== 'keep') putLeaf(body, way, answer);
    }
  }

  function currentPlan(): Plan {
    if (!plan) throw new Error('rows are asked for before their mapping is known');
    return plan;
  }

  return {
    head,
    /** Applies a person's choices. Throws ProblemError `bad-file`. */
    begin(choices: SheetChoices): SheetOrders {
      plan = planOf(choices);
      return { orders: plan.groups.length, outside: plan.outside };
    },
    slice(from: number, count: number): SheetRow[] {
      const now = currentPlan();
      return now.groups.slice(from, from + count).map((group) => check(group, now));
    },
    /** The order of a row as it would be with these choices. */
    row(row: number, choices: SheetChoices): ImportBadRow {
      const now = planOf(choices);
      const group = now.groups.find(({ lines }) => (lines.at(-1)?.row ?? 0) >= row);
      if (!group) throw badFile('no-rows', `The file has no row ${row}.`);
      const {
        request: _request,
        warnings: _warnings,
        advice: _advice,
        missingLetters: _missing,
        sharedKey: _sharing,
        questions: _questions,
        ...shown
      } = check(group, now);
      return shown;
    },
    /** The rows of orders that are not `queued`, with their problems and other remarks. */
    unsent(
      as: 'csv' | 'xlsx',
      queued: ReadonlySet<number>,
      refused: ReadonlyMap<number, string>,
    ): Promise<Buffer> | Buffer {
      const now = currentPlan();
      const unsent = now.groups.flatMap((group) => {
        const { row: first, problems, questions } = check(group, now);
        if (queued.has(first)) return [];
        const asked = questions.map(({ message }) => message);
        const reasons = reasonsOf(first, problems, [...asked, ...(refused.get(first) ?? [])]);
        return group.lines.map(({ row, cells }) => ({
          cells: cells.map(shownCell),
          reasons: reasons.filter((one) => one.row === row).map(({ message }) => message),
        }));
      });
      return as === 'csv' ? unsentCsv(names, unsent) : unsentXlsx(names, unsent);
    },
  };
}
export type OpenSheet = Awaited<ReturnType<typeof openSheet>>;

function sentBytes(content: FileContent): Buffer {
  if (typeof content !== 'string') return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content)) throw badFile('no-spreadsheet', 'The file did not arrive whole.');
  return Buffer.from(content, 'base64');
}

function reasonsOf(
  row: number,
  problems: readonly ImportCellProblem[],
  others: readonly string[],
): { row: number; message: string }[] {
  const reasons = [...problems, ...others.map((message) => ({ row, message }))];
  return reasons.length > 0 ? reasons : [{ row, message: 'Nothing is wrong with it; it was not queued yet.' }];
}

/** The columns of a header in the contract's own words; null if the key's is not among them. */
function ownHeader(header: readonly Cell[], kind: ImportKind | undefined, units: UnitSettings): Column[] | null {
  const own = kind !== undefined && header.some((cell) => isOwnKey(shownCell(cell).trim(), kind, units));
  return own ? readHeader(header, kind, units) : null;
}

function isOwnKey(title: string, kind: ImportKind, units: UnitSettings): boolean {
  const { endpoint } = importKind(kind);
  const found = targetOfTitle(title, columnNames(endpoint), units);
  return 'target' in found && found.target !== null && pathOf(found.target) === keyColumnOf(endpoint);
}

/** Whether an order has several rows: its key is repeated, or left blank below. */
function hasLines(rows: readonly Line[], keyColumn: number): boolean {
  if (keyColumn < 0) return false;
  let last: string | null = null;
  for (const { cells } of rows) {
    const key = shownCell(cells[keyColumn]).trim();
    if (last !== null && (key === '' || key === last)) return true;
    last = key;
  }
  return false;
}

/** A mapping of goods to the line in the row, instead of to the order's first line. */
const byRows = (mapping: ImportMapping): ImportMapping => mapping.map((use) => use && use.replace('[0].', '[*].'));

/** The format that a person chose or gave, else the one whose headings the file has. Throws ProblemError `bad-file`. */
function formatOf(
  titles: readonly string[],
  wanted: string | undefined,
  own: SheetFormat | undefined,
): SheetFormat | null {
  if (own) return own;
  if (wanted === undefined) return recognizeFormat(titles, knownFormats);
  if (wanted === 'none') return null;
  const known = knownFormats.find(({ format }) => format === wanted);
  if (!known)
    throw badFile(
      'header',
      `${wanted} is no known format. Choose one of ${knownFormats.map(({ format }) => format).join(', ')}, or none.`,
    );
  return known;
}

function removeLeaf(body: Record<string, unknown>, way: Path): void {
  const parent = valueAt(body, way.slice(0, -1));
  const last = way.at(-1);
  if (typeof parent === 'object' && parent !== null && last !== undefined) Reflect.deleteProperty(parent, last);
}

/** What is told of a text file that is not UTF-8 and whose encoding is certain. */
function encodingNote(found: FoundEncoding | null): ImportCellProblem[] {
  if (!found?.isCertain) return [];
  const { encoding, sample } = found;
  const message = `The file was read as ${encoding}: ${sample}`;
  return [{ row: 1, column: null, path: null, code: 'read-with', params: { encoding, sample }, message }];
}

/** What is asked about a text file whose encoding is not certain. */
function encodingQuestion(found: FoundEncoding | null, row: number): Asked | null {
  if (!found || found.isCertain) return null;
  const { encoding, fitting, sample } = found;
  const message = `The file was read as ${encoding}: ${sample}. Is that right?`;
  const about = { row, column: null, path: null, found: sample };
  return { code: 'encoding', ...about, choices: fitting, params: { encoding }, message };
}

/** What is asked about orders of another program's file that name nobody or no place to send them to. */
const lackQuestion = (lack: 'recipient' | 'address', row: number): Asked => ({
  code: lack === 'recipient' ? 'no-recipient' : 'no-address',
  row,
  column: null,
  path: null,
  found: '',
  choices: ['keep'],
  params: {},
  message: lack === 'recipient' ? 'The file names no recipient.' : 'The file has no city or no street to send it to.',
});

/** A doubt about columns, and what is asked about it. */
interface OpenDoubt {
  uses: ColumnDoubt['uses'];
  asked: Asked;
}

function askAbout({ code, uses }: ColumnDoubt, names: readonly string[], row: number): Asked {
  const columns = uses.map(({ column }) => names[column] ?? '').join(', ');
  const message =
    code === 'only-buyer'
      ? `Only ${columns} has it, which is of whoever bought. Does the parcel go there?`
      : `${columns} may be of the recipient or of whoever bought.`;
  const [first] = uses;
  const about = { row, column: first?.column ?? null, path: first?.use ?? null, found: columns.slice(0, 300) };
  return { code, ...about, choices: ['use', 'leave'], params: { columns }, message };
}

function answeredMapping(mapping: ImportMapping, doubts: readonly OpenDoubt[], answers: Answers): ImportMapping {
  const used = [...mapping];
  for (const { uses, asked } of doubts)
    if (answers.get(idOf(asked)) === 'use')
      for (const { column, use } of uses) if (used[column] == null && !used.includes(use)) used[column] = use;
  return used;
}

/** Whether nobody has mapped the columns of a doubt, or others to their fields. */
const isUnused = (uses: ColumnDoubt['uses'], mapping: ImportMapping): boolean =>
  uses.every(({ column, use }) => mapping[column] == null && !mapping.includes(use));

const allowedKey = /^[A-Za-z0-9_-]{1,50}$/;

/**
 * One rule for all keys of a file, if some hold what a key may not: leading signs are left out, others become a hyphen.
 * Keys that the rule would make equal stay as they are, and are reported.
 */
function keyRule(keys: readonly string[], isForeign: boolean): (key: string) => string {
  const clean = (key: string): string => cleanText(key, 'PackageId').text;
  const distinct = new Set(keys.map(clean));
  if (!isForeign || [...distinct].every((key) => allowedKey.test(key))) return clean;
  const made = new Map([...distinct].map((key) => [key, plainKey(key)]));
  if (new Set(made.values()).size !== distinct.size) return clean;
  return (key) => made.get(clean(key)) ?? key;
}

const plainKey = (key: string): string =>
  key
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');

function correctedLine(line: Line, corrections: readonly ImportCorrection[] | undefined): Line {
  if (!corrections) return line;
  const cells: Cell[] = [...line.cells];
  for (const { column, text } of corrections) cells[column] = text;
  return { row: line.row, cells: Array.from(cells, (cell) => cell ?? null) };
}
