import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { anyLine, contractPath, isInList, readPath, type Path, writePath } from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/create-facts.ts';
import { describeFields } from '../../../shared/service/describe-fields.ts';
import { textOfCell } from '../format/cell-text.ts';
import type { Column } from './read-header.ts';
import { isBlank, displayText, type Cell, type Line, badFile, hasSameText } from './table.ts';

/** The rows of one order: several if its lists span rows. */
export interface RowGroup {
  key: string | null;
  lines: Line[];
}

/** The key in a cell, as it will be in the request. */
export const keyOfCell = (cell: Cell | undefined): string | null =>
  isBlank(cell) ? null : typeof cell === 'string' ? textOfCell(cell) : displayText(cell);

/**
 * Groups rows into orders. If lists span rows, a row without key, or with that of the row above, belongs to the same
 * order.
 */
export function groupRows(rows: readonly Line[], keyColumn: number, listsSpanRows: boolean): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const line of rows) {
    const key = keyOfCell(line.cells[keyColumn]);
    const previousGroup = groups.at(-1);
    if (listsSpanRows && previousGroup && (key === null || key === previousGroup.key)) previousGroup.lines.push(line);
    else groups.push({ key, lines: [line] });
  }
  return groups;
}

/** Returns the function that finds the first rows of other orders with the same key. */
export function rowsSharingKeyFinder(groups: readonly RowGroup[]): (group: RowGroup) => number[] {
  const firstRowsByKey = new Map<string, number[]>();
  for (const { key, lines } of groups) {
    if (key === null) continue;
    const rows = firstRowsByKey.get(key) ?? [];
    rows.push(lines[0]?.row ?? 0);
    firstRowsByKey.set(key, rows);
  }
  return ({ key, lines }) => (firstRowsByKey.get(key ?? '') ?? []).filter((row) => row !== lines[0]?.row);
}

/** The columns of one list whose entries span rows. */
export interface ListColumns {
  /** ends with `anyLine` */
  path: Path;
  /** the column with the number of the entry */
  number: number | null;
  /** the column whose change starts a new entry: the first text field in the contract */
  mark: number | null;
  /** columns of the entry's own fields, excluding those of nested lists */
  ownColumns: number[];
  /** for goods: the columns that identify them, a SKU or a name; null for any other list */
  identity: number[] | null;
  /** the column of the number of pieces */
  quantity: number | null;
  /** whether the first row of an order may sum up the others */
  mayHaveSummary: boolean;
  lists: ListColumns[];
}

/** The columns of an order: those outside of lists by rows, and those of each list. */
export interface OrderColumns {
  /** the key column; null if missing */
  keyColumn: number | null;
  ownColumns: number[];
  lists: ListColumns[];
  /** whether an order can have several rows, since some columns belong to lists by rows */
  listsSpanRows: boolean;
}

/**
 * Groups columns by list. `mayHaveSummary`: an order may begin with a row that sums up the others, which no file of this
 * program does. Throws ProblemError `bad-file` if one list is given both by number and by rows.
 */
export function layOutColumns(columns: readonly Column[], create: CreateNumber, mayHaveSummary: boolean): OrderColumns {
  const order: OrderColumns = { keyColumn: null, ownColumns: [], lists: [], listsSpanRows: false };
  const keyPath = keyPathOf(create);
  const markerPaths = markerFields(create);
  const goodsListPaths = goodsLists(create);
  const listsByPath = new Map<string, ListColumns>();

  function listOf(path: Path): ListColumns {
    const name = contractPath(path);
    const existing = listsByPath.get(name);
    if (existing) return existing;
    const created: ListColumns = {
      path: [...path],
      number: null,
      mark: null,
      ownColumns: [],
      identity: goodsListPaths.has(name) ? [] : null,
      quantity: null,
      mayHaveSummary,
      lists: [],
    };
    listsByPath.set(name, created);
    const outerIndex = path.lastIndexOf(anyLine, -2);
    (outerIndex < 0 ? order : listOf(path.slice(0, outerIndex + 1))).lists.push(created);
    return created;
  }

  for (const [index, { target }] of columns.entries()) {
    if (!target) continue;
    const { path, field } = target;
    const listStep = path.lastIndexOf(anyLine);
    if (listStep < 0) {
      if (field.path === keyPath) order.keyColumn = index;
      order.ownColumns.push(index);
      continue;
    }
    const list = listOf(path.slice(0, listStep + 1));
    if (listStep === path.length - 1) list.number = index;
    else list.ownColumns.push(index);
    if (markerPaths.has(field.path)) list.mark = index;
    if (identifiesGoods(field.name)) list.identity?.push(index);
    if (field.name === 'Quantity') list.quantity = index;
  }
  order.listsSpanRows = listsByPath.size > 0;
  assertOneNotation(columns, new Set(listsByPath.keys()));
  return order;
}

const identifiesGoods = (name: string): boolean => name === 'Sku' || /Name(?:[A-Z][a-z])?$/.test(name);

/** Lists whose entries are goods, by contract path. */
function goodsLists(create: CreateNumber): Set<string> {
  const skus = describeFields(create).filter(({ name, path }) => name === 'Sku' && isInList(path));
  return new Set(skus.map(({ path }) => contractPath(readPath(path).slice(0, -1))));
}

/** The first text field of each list's entries: the number of a box, the code of goods. */
function markerFields(create: CreateNumber): Set<string> {
  const firstFieldByList = new Map<string, string>();
  for (const { path, type } of describeFields(create)) {
    const listPath = path.slice(0, path.lastIndexOf('[].') + 2);
    if (type === 'text' && path.includes('[].') && !firstFieldByList.has(listPath))
      firstFieldByList.set(listPath, path);
  }
  return new Set(firstFieldByList.values());
}

function assertOneNotation(columns: readonly Column[], listsByRow: ReadonlySet<string>): void {
  for (const { name, target } of columns) {
    const numberedStep = target?.path.findIndex((step) => typeof step === 'number') ?? -1;
    if (!target || numberedStep < 0 || !listsByRow.has(contractPath(target.path.slice(0, numberedStep + 1)))) continue;
    throw badFile(
      'header',
      `Column ${name} gives a line of the order its number, other columns take the lines from the rows. Use one of the two ways.`,
    );
  }
}

/** A problem with how rows form an order. */
export interface LineProblem {
  column: number;
  row: number;
  code: 'differs-within' | 'no-entry-number' | 'stands-apart' | 'which-entry' | 'empty-and-filled' | 'not-goods';
  params: Record<string, string | number>;
}

export interface Entries {
  /** the rows of each entry */
  entries: Line[][];
  /** the list is explicitly empty */
  isEmpty: boolean;
  problems: LineProblem[];
}

const emptyList = '[]';

const allColumnsOf = (list: ListColumns): number[] => [
  ...(list.number === null ? [] : [list.number]),
  ...list.ownColumns,
  ...list.lists.flatMap(allColumnsOf),
];

interface OpenEntry {
  rows: Line[];
  number: Cell;
  mark: Cell;
}

/**
 * Splits rows into the entries of a list. A row with a new number or mark (such as a box number) starts an entry; a row
 * that leaves the entry's own fields empty, or repeats them under the same number or mark, continues it. In the
 * innermost list every filled row is an entry. An ambiguous row is reported, not guessed; so is a row of goods without
 * order key, number, SKU or name, which may be a row of totals.
 */
export function splitEntries(rows: readonly Line[], list: ListColumns, key: number | null): Entries {
  const allColumns = allColumnsOf(list);
  const isInnermost = list.lists.length === 0;
  const entries: OpenEntry[] = [];
  const problems: LineProblem[] = [];
  let emptyRow: Line | null = null;

  const cellAt = ({ cells }: Line, column: number | null): Cell => {
    const cell = column === null ? null : cells[column];
    return isBlank(cell) ? null : cell;
  };
  const report = (row: Line, code: LineProblem['code'], column: number | null, params: LineProblem['params'] = {}) =>
    problems.push({ column: column ?? list.ownColumns[0] ?? 0, row: row.row, code, params });
  const startEntry = (row: Line): void =>
    void entries.push({ rows: [row], number: cellAt(row, list.number), mark: cellAt(row, list.mark) });

  /** Whether the row only repeats own fields of the entry. */
  const onlyRepeats = (row: Line, current: OpenEntry): boolean =>
    list.ownColumns.every((column) => {
      const cell = cellAt(row, column);
      return cell === null || current.rows.some((earlierRow) => hasSameText(cellAt(earlierRow, column), cell));
    });

  function isSameEntry(row: Line, current: OpenEntry, name: 'number' | 'mark'): boolean {
    const cell = cellAt(row, list[name]);
    if (hasSameText(current[name], cell)) return true;
    const earlierEntry = entries.find((entry) => hasSameText(entry[name], cell));
    if (earlierEntry) report(row, 'stands-apart', list[name], { row: earlierEntry.rows[0]?.row ?? 0 });
    return false;
  }

  /** Whether a row continues the entry above; null if ambiguous. */
  function continuesEntry(row: Line, current: OpenEntry): boolean | null {
    if (cellAt(row, list.number) !== null) return isSameEntry(row, current, 'number');
    if (isInnermost) return false;
    if (list.ownColumns.every((column) => cellAt(row, column) === null)) return true;
    if (cellAt(row, list.mark) !== null) return isSameEntry(row, current, 'mark');
    const repeats = onlyRepeats(row, current);
    const hasName = current.number !== null || current.mark !== null;
    return repeats === hasName ? repeats : null;
  }

  /** Whether the row has totals of the others' goods: no name, and no quantity or their sum; null if another one. */
  function isSummary(row: Line): boolean | null {
    const isNamed = (one: Line): boolean => list.identity?.some((column) => cellAt(one, column) !== null) ?? true;
    const otherRows = rows.filter((one) => one !== row);
    if (isNamed(row) || otherRows.length === 0 || !otherRows.every(isNamed)) return false;
    const pieceCount = (one: Line): number => Number(displayText(cellAt(one, list.quantity)) || 0);
    const sum = otherRows.reduce((total, one) => total + pieceCount(one), 0);
    return cellAt(row, list.quantity) === null || pieceCount(row) === sum || null;
  }

  for (const row of rows) {
    const number = cellAt(row, list.number);
    if (number === emptyList) {
      emptyRow ??= row;
      continue;
    }
    if (allColumns.every((column) => cellAt(row, column) === null)) continue;
    if (number !== null && !/^[1-9]\d{0,5}$/.test(displayText(number).trim())) {
      report(row, 'no-entry-number', list.number);
      continue;
    }
    if (list.identity && number === null && [key, ...list.identity].every((column) => cellAt(row, column) === null)) {
      report(row, 'not-goods', allColumns.find((column) => cellAt(row, column) !== null) ?? null);
      continue;
    }
    const summary = list.mayHaveSummary && row === rows[0] && number === null ? isSummary(row) : false;
    if (summary === null) report(row, 'not-goods', list.quantity);
    if (summary !== false) continue;
    const current = entries.at(-1);
    const continues = current ? continuesEntry(row, current) : false;
    if (continues === null)
      report(row, 'which-entry', list.ownColumns.find((column) => cellAt(row, column) !== null) ?? null);
    if (current && continues !== false) current.rows.push(row);
    else startEntry(row);
  }
  if (emptyRow && entries.length > 0) report(emptyRow, 'empty-and-filled', list.number);
  return { entries: entries.map((entry) => entry.rows), isEmpty: emptyRow !== null, problems };
}

/** Message for a problem, with how to correct it. */
export function lineProblemText({ code, params: { row = 0 } }: LineProblem): string {
  switch (code) {
    case 'differs-within':
      return `Row ${row} says something else here of the same. Write it once, or the same in each row.`;
    case 'no-entry-number':
      return 'This column numbers the entries of its list: 1, 2, 3 and so on, or [] for a list without any.';
    case 'stands-apart':
      return `It stands in row ${row} already, with others between. Rows of one entry stand together.`;
    case 'which-entry':
      return 'Is this the same entry as above or another one? Give each its number, or leave its fields empty to go on with it.';
    case 'not-goods':
      return 'This row has no key, no SKU and no name, so it is no goods. Empty its cells, or enter what goods they are.';
    case 'empty-and-filled':
      return 'The list is said to hold nothing, but other rows fill it.';
  }
}

/** A filled cell and its target path in the request. */
export interface PlacedCell {
  path: Path;
  column: number;
  row: number;
  cell: Exclude<Cell, null>;
  /** number of lists by rows that contain it */
  depth: number;
}

/** A list and the first rows of its entries; an explicitly empty list has none. */
export interface PlacedList {
  path: Path;
  /** first row of each entry */
  entries: number[];
}

export interface PlacedCells {
  cells: PlacedCell[];
  lists: PlacedList[];
  problems: LineProblem[];
}

/** Maps the cells of one order to paths in the request. Parallel lists are independent: each continues row by row. */
export function placeCells(lines: readonly Line[], order: OrderColumns, pathOf: (column: number) => Path): PlacedCells {
  const placed: PlacedCells = { cells: [], lists: [], problems: [] };
  placeOwnFields(lines, order.ownColumns, []);
  for (const list of order.lists) placeList(lines, list, []);
  return placed;

  /** Fields outside of lists: taken from the first row that has them; other rows must repeat the value or be blank. */
  function placeOwnFields(rows: readonly Line[], columns: readonly number[], entryIndexes: readonly number[]): void {
    for (const column of columns) {
      let firstFilled: { row: number; cell: Cell } | null = null;
      for (const { row, cells } of rows) {
        const cell = cells[column];
        if (isBlank(cell)) continue;
        if (!firstFilled) {
          firstFilled = { row, cell };
          placed.cells.push({
            path: numberedPath(pathOf(column), entryIndexes),
            column,
            row,
            cell,
            depth: entryIndexes.length,
          });
        } else if (!hasSameText(firstFilled.cell, cell))
          placed.problems.push({ column, row, code: 'differs-within', params: { row: firstFilled.row } });
      }
    }
  }

  function placeList(rows: readonly Line[], list: ListColumns, entryIndexes: readonly number[]): void {
    const { entries, isEmpty, problems } = splitEntries(rows, list, order.keyColumn);
    placed.problems.push(...problems);
    if (entries.length === 0 && !isEmpty) return;
    const path = numberedPath(list.path.slice(0, -1), entryIndexes);
    placed.lists.push({ path, entries: entries.map(([first]) => first?.row ?? 0) });
    for (const [index, entry] of entries.entries()) {
      placeOwnFields(entry, list.ownColumns, [...entryIndexes, index]);
      for (const inner of list.lists) placeList(entry, inner, [...entryIndexes, index]);
    }
  }
}

function numberedPath(path: Path, entryIndexes: readonly number[]): Path {
  let next = 0;
  return path.map((step) => (step === anyLine ? (entryIndexes[next++] ?? 0) : step));
}

/**
 * Renumbers list entries without gaps: an entry whose cells are all empty is left out. The entries of `completeLists`
 * keep their numbers.
 */
export function renumberEntries<T extends { path: Path }>(filled: readonly T[], completeLists: readonly Path[]): T[] {
  const usedNumbers = new Map<string, Set<number>>();
  const completePaths = new Set(completeLists.map((path) => writePath(path)));
  for (const { path } of filled)
    for (const [depth, step] of path.entries()) {
      if (typeof step !== 'number') continue;
      const listPath = writePath(path.slice(0, depth));
      if (completePaths.has(listPath)) continue;
      usedNumbers.set(listPath, (usedNumbers.get(listPath) ?? new Set()).add(step));
    }
  if (usedNumbers.size === 0) return [...filled];
  const sortedNumbers = new Map(
    [...usedNumbers].map(([listPath, numbers]) => [listPath, [...numbers].sort((a, b) => a - b)]),
  );
  return filled.map((one) => ({ ...one, path: one.path.map((step, depth) => renumberedStep(one.path, step, depth)) }));

  function renumberedStep(path: Path, step: string | number, depth: number): string | number {
    return typeof step === 'number'
      ? (sortedNumbers.get(writePath(path.slice(0, depth)))?.indexOf(step) ?? step)
      : step;
  }
}
