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
import { missingPartsOf } from '../../../shared/service/missing-parts.ts';
import { anyLine, columnPath, putLeaf, readPath, type Path } from '../../../shared/path/path.ts';
import type { UnitSettings } from '../../../shared/service/unit-of-field.ts';
import { beyondHeaderProblem, checkCells, type CheckedCells, type ColumnPlan } from './check-cells.ts';
import { cleanText } from '../format/text-traces.ts';
import { knownFormats, recognizeFormat, normalizeHeading, type SheetFormat } from '../known-formats/known-formats.ts';
import { chooseColumns, mapByFormat, type ColumnDoubt } from './choose-columns.ts';
import { makeFieldColumns } from './field-columns.ts';
import { findTable, nonOrderKind, isOrderField } from './find-table.ts';
import { guessKind, keyColumnOf, mapColumns, targetFinder } from './mapping.ts';
import { groupRows, rowsSharingKeyFinder, type RowGroup, layOutColumns } from './order-rows.ts';
import {
  columnNames,
  importKind,
  type ImportKind,
  mappingPathOf,
  readHeader,
  targetOfTitle,
  type Column,
} from './read-header.ts';
import { readImportFile, readSpreadsheet, unsentCsv, unsentXlsx } from './read-spreadsheet.ts';
import type { EncodingGuess } from './text-encoding.ts';
import { questionId, rowQuestions, type Answers, type QuestionOccurrence, type RowQuestions } from './row-questions.ts';
import { badFile, isBlank, displayText, type Cell, type Line } from './table.ts';
import { unlikelyValues } from './unlikely-values.ts';

export interface SheetInput {
  /** name of the file */
  name: string;
  /** content sent by a screen, or a path on this machine */
  file: { content: FileContent } | { path: string };
  encoding: string;
  sheet?: string | undefined;
  /** undefined: guessed from the header */
  kind: ImportKind | undefined;
  /** id of a known format, or `none`; undefined: recognised by the header */
  format?: string | undefined;
  /** the format in a person's mapping file */
  customFormat?: SheetFormat | undefined;
  units: UnitSettings;
  /** no person corrects the mapping: a header with the contract's name of the key is read by its names alone */
  usesColumnNames?: true;
}

export type SheetHead = Pick<ImportOpened, 'sheets' | 'sheet' | 'rows' | 'columns' | 'mapping'> & {
  kind: ImportKind;
  format: { id: string; title: string } | null;
  /** if the header uses the contract's names: the name of each column, and of those that fill no field */
  namedColumns: { columns: string[]; ignored: string[] } | null;
};

/** A person's choices for a sheet: mapping, corrected cells, answers. */
export interface SheetChoices {
  /** null: the mapping guessed from the header */
  mapping: ImportMapping | null;
  corrections: readonly ImportCorrection[];
  answers: readonly ImportAnswer[];
}

/** The number of orders in a sheet, and notes on it: rows that are part of no order, and how the file was read. */
export interface SheetOrders {
  orders: number;
  sheetNotes: ImportCellProblem[];
}

/** One order in its current state. */
export interface SheetRow extends ImportBadRow {
  /** the request to queue; null if the order has problems or questions */
  request: CheckedCells['request'] | null;
  warnings: ImportCellProblem[];
  /** its open questions; it is queued only after all are answered */
  questions: Omit<ImportQuestion, 'rows' | 'orders'>[];
  /** notes on suspicious content of the request */
  advice: ImportCellProblem[];
  /** letters of the request that no font of its label has */
  missingLetters: ImportCellProblem[];
  /** other orders with the same key: the first rows of at most five, and the number of all */
  sharedKey: { key: string; rows: readonly number[]; count: number } | null;
}

/** Columns and cells as corrected by a person, and the resulting orders. */
interface Plan extends ColumnPlan {
  groups: RowGroup[];
  sheetNotes: ImportCellProblem[];
  rowsSharingKey: (group: RowGroup) => number[];
  correctedRows: ReadonlySet<number>;
  answers: Answers;
  sourceColumnOf: (column: number) => number;
  expandGroup: (group: RowGroup, questions: RowQuestions) => Line[];
  /** questions that concern every order: the encoding of the file, and doubts about columns */
  doubtQuestions: QuestionOccurrence[];
}

const maxSamples = 3;
const maxSampleLength = 100;
const maxLinesShown = 50;
const maxProblemsShown = 50;
const maxSharedRows = 5;
/** Number of rows from which the content of a column is guessed. */
const maxSampleRows = 500;

/** Finds the fields of an order with letters that no font of its label has; `endpoint`: number of its create. */
export type FindMissingLetters = (
  endpoint: number,
  body: unknown,
) => { path: string; code: string; params: Record<string, string | number>; message: string }[];

/**
 * Opens a spreadsheet in its own thread, to check its orders. Fonts are loaded unless all cells are plain text and no
 * person corrects them. Throws ProblemError `bad-file` if the file cannot be imported.
 */
export async function openSheet(
  {
    name,
    file,
    encoding,
    sheet,
    kind: requestedKind,
    format: requestedFormat,
    customFormat,
    units,
    usesColumnNames,
  }: SheetInput,
  loadLetters: () => Promise<FindMissingLetters>,
) {
  const bytes = 'path' in file ? await readImportFile(file.path) : decodeContent(file.content);
  const spreadsheet = await readSpreadsheet(bytes, encoding, sheet);
  const contractColumns = usesColumnNames ? readContractHeader(spreadsheet.table[0] ?? [], requestedKind, units) : null;
  const tableLocation = contractColumns ? null : findTable(spreadsheet.table);
  const titles = tableLocation?.titles ?? (spreadsheet.table[0] ?? []).map((cell) => displayText(cell).trim());
  const bodyStart = (tableLocation?.headerIndex ?? 0) + 1;
  const format = contractColumns ? null : chooseFormat(titles, requestedFormat, customFormat);
  const kind = requestedKind ?? format?.orders ?? guessKind(titles, [spreadsheet.sheet ?? '', name], units);
  const { endpoint } = importKind(kind);
  const namedColumns = contractColumns;
  // if no person sees the rows, one with only blanks is kept, so that it is reported
  const isEmpty = contractColumns ? (cell: Cell): boolean => cell === null : isBlank;
  const rows: Line[] = spreadsheet.table
    .slice(bodyStart)
    .flatMap((cells, index) => (cells.every(isEmpty) ? [] : [{ row: bodyStart + index + 1, cells }]));
  const keyPath = keyColumnOf(endpoint);
  const formatMapping = format && mapByFormat(titles, format, endpoint);
  const columnChoice = formatMapping?.includes(keyPath)
    ? { mapping: formatMapping, doubts: [] }
    : chooseColumns(
        { titles: titles, rows: rows.slice(0, maxSampleRows).map(({ cells }) => cells) },
        endpoint,
        units,
        keyPath,
      );
  const formatUnits = new Map(
    Object.entries(formatMapping ? (format?.units ?? {}) : {}).map(([heading, unit]) => [
      normalizeHeading(heading),
      unit,
    ]),
  );
  const isForeign = !titles.some((title) => isContractKey(title, kind, units));
  const isPacked = columnChoice.mapping.some((use) => use !== null && /#(?:items|count)$/.test(use));
  const isByRows = isForeign && (isPacked || hasSeveralRows(rows, columnChoice.mapping.indexOf(keyPath)));
  const mapping = isByRows ? withGoodsByRow(columnChoice.mapping) : columnChoice.mapping;
  // throws, and the message names the missing column
  if (usesColumnNames && !contractColumns && !mapping.includes(keyPath))
    readHeader(spreadsheet.table[0] ?? [], kind, units);
  if (rows.length === 0) throw badFile('no-rows', 'The file has a header, but no row below it.');
  const hasOnlyPlainText = rows.every(({ cells }) =>
    cells.every((cell) => typeof cell !== 'string' || plainText.test(cell)),
  );
  const findMissingLetters = usesColumnNames && hasOnlyPlainText ? null : await loadLetters();
  const samplesOf = (column: number): string[] =>
    rows
      .slice(0, maxSampleRows)
      .flatMap(({ cells }) => (isBlank(cells[column]) ? [] : [displayText(cells[column]).trim()]));
  const fileQuestion = encodingQuestion(spreadsheet.encodingGuess, rows[0]?.row ?? 0);
  const columnDoubts = columnChoice.doubts.map((columnDoubt) => ({
    uses: columnDoubt.uses,
    question: doubtQuestion(columnDoubt, titles, rows[0]?.row ?? 0),
  }));
  let plan: Plan | null = null;

  const head: SheetHead = {
    kind,
    format: formatMapping && format ? { id: format.format, title: format.title } : null,
    sheets: spreadsheet.sheets,
    sheet: spreadsheet.sheet,
    rows: rows.length,
    namedColumns: namedColumns && {
      columns: namedColumns.map((column) => column.name),
      ignored: namedColumns.filter((_, index) => mapping[index] === null).map((column) => column.name),
    },
    mapping,
    columns: titles.map((name, column) => {
      const filledCells = rows.map(({ cells }) => cells[column]).filter((cell) => !isBlank(cell));
      const samples = new Set(filledCells.slice(0, 1000).map((cell) => displayText(cell).slice(0, maxSampleLength)));
      return { name, filled: filledCells.length, samples: [...samples].slice(0, maxSamples) };
    }),
  };

  function planOf({ mapping: chosenMapping, corrections, answers }: SheetChoices): Plan {
    const answerByQuestion: Answers = new Map(answers.map(({ question, choice }) => [question, choice]));
    const effectiveMapping = applyDoubtAnswers(chosenMapping ?? mapping, columnDoubts, answerByQuestion);
    const mappedColumns = mapColumns(titles, effectiveMapping, endpoint).map((column, index) =>
      chosenMapping === null && effectiveMapping[index] == null ? (namedColumns?.[index] ?? column) : column,
    );
    const fieldColumns = makeFieldColumns(
      titles,
      effectiveMapping,
      mappedColumns,
      targetFinder(endpoint),
      units,
      isForeign,
      samplesOf,
      (column) => formatUnits.get(normalizeHeading(titles[column] ?? '')),
    );
    const layout = layOutColumns(fieldColumns.columns, endpoint, isForeign);
    const correctionsByRow = Map.groupBy(corrections, ({ row }) => row);
    const lines = rows.map((line) => correctLine(line, correctionsByRow.get(line.row)));
    const keyColumn = mappedColumns.findIndex(({ target }) => target && mappingPathOf(target) === keyPath);
    const { inside: orderLines, outside: nonOrders } = separateNonOrders(lines, effectiveMapping);
    const groups = groupRows(orderLines, keyColumn, layout.listsSpanRows);
    const writeKey = keyRewriter(
      groups.flatMap(({ key }) => key ?? []),
      isForeign,
    );
    return {
      columns: fieldColumns.columns,
      layout,
      endpoint,
      groups,
      sheetNotes: [...encodingNote(spreadsheet.encodingGuess), ...nonOrders],
      rowsSharingKey: rowsSharingKeyFinder(groups),
      correctedRows: new Set(correctionsByRow.keys()),
      answers: answerByQuestion,
      sourceColumnOf: fieldColumns.sourceColumnOf,
      doubtQuestions: [
        ...(fileQuestion ? [fileQuestion] : []),
        ...columnDoubts.flatMap(({ uses, question }) => (isUnused(uses, effectiveMapping) ? [question] : [])),
      ],
      expandGroup: ({ key, lines: groupLines }, questions) =>
        groupLines.flatMap((line) =>
          fieldColumns.expandLine(withWrittenKey(line, keyColumn, key, writeKey, questions), questions),
        ),
    };
  }

  function withWrittenKey(
    line: Line,
    keyColumn: number,
    key: string | null,
    writeKey: (key: string) => string,
    questions: RowQuestions,
  ): Line {
    const cell = line.cells[keyColumn];
    if (key === null || isBlank(cell) || writeKey(key) === cell) return line;
    const value = writeKey(key);
    const message = `${key.trim()} is written as ${value}, as are all numbers of this file.`;
    if (value !== displayText(cell))
      questions.addNote({
        row: line.row,
        column: keyColumn,
        path: keyPath,
        code: 'key-written',
        params: { value },
        message,
      });
    return { row: line.row, cells: line.cells.with(keyColumn, value) };
  }

  /** Separates the rows that are part of no order: totals, and text that a program writes below the table. */
  function separateNonOrders(lines: readonly Line[], uses: ImportMapping) {
    const orderLines: Line[] = [];
    const nonOrders: ImportCellProblem[] = [];
    const fillsOrderField = ({ cells }: Line): boolean =>
      cells.some((cell, index) => !isBlank(cell) && isOrderField(uses[index] ?? ''));
    let isLast = lines.some(fillsOrderField);
    for (const line of lines.toReversed()) {
      const isFilled = fillsOrderField(line);
      const code = nonOrderKind(line.cells, isFilled, isLast && isForeign);
      if (code === null) isLast = false;
      if (code === null) orderLines.unshift(line);
      else {
        const cellTexts = line.cells.map(displayText).filter((text) => text.trim() !== '');
        const message = `Row ${line.row} is no order: ${cellTexts.join(' ').slice(0, 80)}. It is left out.`;
        const column = line.cells.findIndex((cell) => !isBlank(cell));
        nonOrders.unshift({ row: line.row, column, path: null, code: 'no-order', params: { row: line.row }, message });
      }
    }
    return { inside: orderLines, outside: nonOrders };
  }

  function checkGroup(group: RowGroup, activePlan: Plan): SheetRow {
    const questions = rowQuestions(activePlan.answers);
    for (const question of activePlan.doubtQuestions) questions.ask(question);
    const lines = activePlan.expandGroup(group, questions);
    const { key, request, warnings, problems } = checkCells(lines, activePlan, questions);
    warnings.push(...questions.notes());
    // `checkCells` cannot report these cells, since composed columns take their place
    for (const { row: cellRow, cells } of activePlan.columns.length > titles.length ? group.lines : [])
      for (const [index, cell] of cells.entries())
        if (index >= titles.length && !isBlank(cell)) problems.push(beyondHeaderProblem(cellRow, index));
    for (const problem of [...warnings, ...problems])
      if (problem.column !== null) problem.column = activePlan.sourceColumnOf(problem.column);
    const sharingRows = activePlan.rowsSharingKey(group);
    const row = group.lines[0]?.row ?? 0;
    const columnOfPath = (path: string): number | null => {
      const columnIndex = activePlan.columns.findIndex(({ target }) => target && mappingPathOf(target) === path);
      return columnIndex < 0 ? null : activePlan.sourceColumnOf(columnIndex);
    };
    // only a person knows to which of several orders the key belongs
    if (key !== null && sharingRows[0] !== undefined) {
      const path = keyPath;
      const message = `${key} stands in row ${sharingRows.slice(0, maxSharedRows).join(', ')} too. Give each order its own.`;
      const params = { key, row: sharingRows[0] };
      problems.push({ row, column: columnOfPath(path), path, code: 'key-used-twice', params, message });
    }
    if (isForeign && problems.length === 0)
      for (const { part: lack } of missingPartsOf(endpoint, request.body))
        if (lack === 'recipient' || lack === 'address') questions.ask(missingPartQuestion(lack, row));
    if (problems.length === 0) askAboutUnlikelyValues(request.body, row, questions, columnOfPath);
    const openQuestions = problems.length === 0 ? questions.unanswered() : [];
    const canQueue = problems.length === 0 && openQuestions.length === 0;
    if (!usesColumnNames) problems.length = Math.min(problems.length, maxProblemsShown);
    const letterProblems = canQueue ? (findMissingLetters?.(endpoint, request.body) ?? []) : [];
    const missingParts = canQueue ? missingPartsOf(endpoint, request.body).map(({ part: lack }) => lack) : [];
    const advice = canQueue ? adviceOn(endpoint, request.body) : [];
    const rowsToShow = new Set([row, ...problems.map((one) => one.row)]);
    const shownLines = group.lines.filter((line) => rowsToShow.has(line.row) || activePlan.correctedRows.has(line.row));
    return {
      row,
      lastRow: group.lines.at(-1)?.row ?? row,
      key,
      lines: shownLines.slice(0, maxLinesShown).map((line) => ({ row: line.row, cells: line.cells.map(displayText) })),
      problems,
      lacks: [...missingParts, ...(letterProblems.length > 0 ? (['letters'] as const) : [])],
      request: canQueue ? request : null,
      warnings,
      questions: openQuestions.map(({ row: _row, column, ...question }) => ({
        ...question,
        id: questionId({ ...question, column }),
        column: column === null ? null : activePlan.sourceColumnOf(column),
      })),
      advice: advice.map((one) => ({ ...one, row, column: columnOfPath(one.path) })),
      missingLetters: letterProblems.map((one) => ({ ...one, row, column: columnOfPath(one.path) })),
      sharedKey:
        group.key !== null && sharingRows.length > 0
          ? { key: group.key, rows: sharingRows.slice(0, maxSharedRows), count: sharingRows.length }
          : null,
    };
  }

  /** Asks about unlikely values; the answer keeps, empties or replaces the value. */
  function askAboutUnlikelyValues(
    body: Record<string, unknown>,
    row: number,
    questions: RowQuestions,
    columnOfPath: (path: string) => number | null,
  ): void {
    for (const { path, value, context, suggestions } of unlikelyValues(body, units)) {
      const pathSteps = readPath(path);
      const fieldPath = columnPath(pathSteps.map((step) => (typeof step === 'number' && isForeign ? anyLine : step)));
      const name = String(pathSteps.at(-1));
      const answer = questions.ask({
        code: 'unlikely-value',
        row,
        column: columnOfPath(columnPath(pathSteps)) ?? columnOfPath(fieldPath),
        path: columnPath(pathSteps),
        found: context === '' ? value : `${value} (${context})`,
        choices: [...suggestions, 'keep', 'empty'],
        params: { field: name },
        message: `${value} is hardly a ${name}.${suggestions.length > 0 ? ` ${suggestions.join(' or ')}?` : ''}`,
      });
      if (answer === 'empty') removeLeaf(body, pathSteps);
      else if (answer !== undefined && answer !== 'keep') putLeaf(body, pathSteps, answer);
    }
  }

  function currentPlan(): Plan {
    if (!plan) throw new Error('rows are asked for before their mapping is known');
    return plan;
  }

  return {
    head,
    /** Applies a person's choices. Throws ProblemError `bad-file`. */
    applyChoices(choices: SheetChoices): SheetOrders {
      plan = planOf(choices);
      return { orders: plan.groups.length, sheetNotes: plan.sheetNotes };
    },
    checkSlice(from: number, count: number): SheetRow[] {
      const activePlan = currentPlan();
      return activePlan.groups.slice(from, from + count).map((group) => checkGroup(group, activePlan));
    },
    /** Checks the order of a row with these choices, which are not kept. */
    checkRow(checkRow: number, choices: SheetChoices): ImportBadRow {
      const activePlan = planOf(choices);
      const group = activePlan.groups.find(({ lines }) => (lines.at(-1)?.row ?? 0) >= checkRow);
      if (!group) throw badFile('no-rows', `The file has no row ${checkRow}.`);
      const {
        request: _request,
        warnings: _warnings,
        advice: _advice,
        missingLetters: _missing,
        sharedKey: _sharing,
        questions: _questions,
        ...shown
      } = checkGroup(group, activePlan);
      return shown;
    },
    /** Writes the rows of the orders that are not in `queuedRows`, with the reasons. */
    writeUnsent(
      fileType: 'csv' | 'xlsx',
      queuedRows: ReadonlySet<number>,
      refusalByRow: ReadonlyMap<number, string>,
    ): Promise<Buffer> | Buffer {
      const activePlan = currentPlan();
      const unsentRows = activePlan.groups.flatMap((group) => {
        const { row: firstRow, problems, questions } = checkGroup(group, activePlan);
        if (queuedRows.has(firstRow)) return [];
        const questionTexts = questions.map(({ message }) => message);
        const reasons = reasonsOf(firstRow, problems, [...questionTexts, ...(refusalByRow.get(firstRow) ?? [])]);
        return group.lines.map(({ row, cells }) => ({
          cells: cells.map(displayText),
          reasons: reasons.filter((one) => one.row === row).map(({ message }) => message),
        }));
      });
      return fileType === 'csv' ? unsentCsv(titles, unsentRows) : unsentXlsx(titles, unsentRows);
    },
  };
}
export type OpenSheet = Awaited<ReturnType<typeof openSheet>>;

function decodeContent(content: FileContent): Buffer {
  if (typeof content !== 'string') return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content)) throw badFile('no-spreadsheet', 'The file did not arrive whole.');
  return Buffer.from(content, 'base64');
}

function reasonsOf(
  row: number,
  problems: readonly ImportCellProblem[],
  otherMessages: readonly string[],
): { row: number; message: string }[] {
  const reasons = [...problems, ...otherMessages.map((message) => ({ row, message }))];
  return reasons.length > 0 ? reasons : [{ row, message: 'Nothing is wrong with it; it was not queued yet.' }];
}

/** The columns of a header that uses the contract's names; null if none of them is the key's. */
function readContractHeader(
  header: readonly Cell[],
  kind: ImportKind | undefined,
  units: UnitSettings,
): Column[] | null {
  const hasContractKey =
    kind !== undefined && header.some((cell) => isContractKey(displayText(cell).trim(), kind, units));
  return hasContractKey ? readHeader(header, kind, units) : null;
}

function isContractKey(title: string, kind: ImportKind, units: UnitSettings): boolean {
  const { endpoint } = importKind(kind);
  const titleTarget = targetOfTitle(title, columnNames(endpoint), units);
  return (
    'target' in titleTarget &&
    titleTarget.target !== null &&
    mappingPathOf(titleTarget.target) === keyColumnOf(endpoint)
  );
}

/** Whether some order has several rows: its key is repeated or blank in the next row. */
function hasSeveralRows(rows: readonly Line[], keyColumn: number): boolean {
  if (keyColumn < 0) return false;
  let previousKey: string | null = null;
  for (const { cells } of rows) {
    const key = displayText(cells[keyColumn]).trim();
    if (previousKey !== null && (key === '' || key === previousKey)) return true;
    previousKey = key;
  }
  return false;
}

/** Maps goods to the line in the row instead of the first line of the order. */
const withGoodsByRow = (mapping: ImportMapping): ImportMapping =>
  mapping.map((use) => use && use.replace('[0].', '[*].'));

/** The format that a person gave or chose, else the recognised one. Throws ProblemError `bad-file`. */
function chooseFormat(
  titles: readonly string[],
  requestedFormat: string | undefined,
  customFormat: SheetFormat | undefined,
): SheetFormat | null {
  if (customFormat) return customFormat;
  if (requestedFormat === undefined) return recognizeFormat(titles, knownFormats);
  if (requestedFormat === 'none') return null;
  const knownFormat = knownFormats.find(({ format }) => format === requestedFormat);
  if (!knownFormat)
    throw badFile(
      'header',
      `${requestedFormat} is no known format. Choose one of ${knownFormats.map(({ format }) => format).join(', ')}, or none.`,
    );
  return knownFormat;
}

function removeLeaf(body: Record<string, unknown>, path: Path): void {
  const parent = valueAt(body, path.slice(0, -1));
  const lastStep = path.at(-1);
  if (typeof parent === 'object' && parent !== null && lastStep !== undefined) Reflect.deleteProperty(parent, lastStep);
}

/** The note on a text file that is not UTF-8 and whose encoding is certain. */
function encodingNote(guess: EncodingGuess | null): ImportCellProblem[] {
  if (!guess?.isCertain) return [];
  const { encoding, sample } = guess;
  const message = `The file was read as ${encoding}: ${sample}`;
  return [{ row: 1, column: null, path: null, code: 'read-with', params: { encoding, sample }, message }];
}

/** The question about a text file whose encoding is not certain. */
function encodingQuestion(guess: EncodingGuess | null, row: number): QuestionOccurrence | null {
  if (!guess || guess.isCertain) return null;
  const { encoding, candidates, sample } = guess;
  const message = `The file was read as ${encoding}: ${sample}. Is that right?`;
  const location = { row, column: null, path: null, found: sample };
  return { code: 'encoding', ...location, choices: candidates, params: { encoding }, message };
}

/** The question about an order of another program's file without recipient or address. */
const missingPartQuestion = (missingPart: 'recipient' | 'address', row: number): QuestionOccurrence => ({
  code: missingPart === 'recipient' ? 'no-recipient' : 'no-address',
  row,
  column: null,
  path: null,
  found: '',
  choices: ['keep'],
  params: {},
  message:
    missingPart === 'recipient' ? 'The file names no recipient.' : 'The file has no city or no street to send it to.',
});

/** A doubt about columns, and its question. */
interface OpenDoubt {
  uses: ColumnDoubt['uses'];
  question: QuestionOccurrence;
}

function doubtQuestion({ code, uses }: ColumnDoubt, titles: readonly string[], row: number): QuestionOccurrence {
  const columns = uses.map(({ column }) => titles[column] ?? '').join(', ');
  const message =
    code === 'only-buyer'
      ? `Only ${columns} has it, which is of whoever bought. Does the parcel go there?`
      : `${columns} may be of the recipient or of whoever bought.`;
  const [firstUse] = uses;
  const location = { row, column: firstUse?.column ?? null, path: firstUse?.use ?? null, found: columns.slice(0, 300) };
  return { code, ...location, choices: ['use', 'leave'], params: { columns }, message };
}

function applyDoubtAnswers(mapping: ImportMapping, doubts: readonly OpenDoubt[], answers: Answers): ImportMapping {
  const answered = [...mapping];
  for (const { uses, question: asked } of doubts)
    if (answers.get(questionId(asked)) === 'use')
      for (const { column, use } of uses)
        if (answered[column] == null && !answered.includes(use)) answered[column] = use;
  return answered;
}

/** Whether neither the columns of a doubt nor the fields they may fill are mapped. */
const isUnused = (uses: ColumnDoubt['uses'], mapping: ImportMapping): boolean =>
  uses.every(({ column, use }) => mapping[column] == null && !mapping.includes(use));

const allowedKeyPattern = /^[A-Za-z0-9_-]{1,50}$/;

/**
 * Returns the function that writes the keys of a file. If keys of another program's file have characters that a key may
 * not have, it rewrites all keys: such characters become a hyphen, or are removed at both ends. If that made two keys
 * equal, all keys are kept, and the invalid ones are reported.
 */
function keyRewriter(keys: readonly string[], isForeign: boolean): (key: string) => string {
  const cleanKey = (key: string): string => cleanText(key, 'PackageId').text;
  const distinctKeys = new Set(keys.map(cleanKey));
  if (!isForeign || [...distinctKeys].every((key) => allowedKeyPattern.test(key))) return cleanKey;
  const rewrittenKeys = new Map([...distinctKeys].map((key) => [key, plainKey(key)]));
  if (new Set(rewrittenKeys.values()).size !== distinctKeys.size) return cleanKey;
  return (key) => rewrittenKeys.get(cleanKey(key)) ?? key;
}

const plainKey = (key: string): string =>
  key
    .normalize('NFKC')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');

function correctLine(line: Line, corrections: readonly ImportCorrection[] | undefined): Line {
  if (!corrections) return line;
  const cells: Cell[] = [...line.cells];
  for (const { column, text } of corrections) cells[column] = text;
  return { row: line.row, cells: Array.from(cells, (cell) => cell ?? null) };
}
