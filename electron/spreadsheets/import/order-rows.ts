import type { CreateNumber } from '../../../shared/creates/create-kinds.ts';
import { anyLine, contractPath, isInList, readPath, type Path, writePath } from '../../../shared/path/path.ts';
import { keyPathOf } from '../../../shared/service/create-facts.ts';
import { describeFields } from '../../../shared/service/describe-fields.ts';
import { textOfCell } from '../format/cell-text.ts';
import type { Column } from './read-header.ts';
import { isBlank, shownCell, type Cell, type Line, badFile, sameCell } from './table.ts';

/** The rows of one order: several if its lists span rows. */
export interface RowGroup {
  key: string | null;
  lines: Line[];
}

/** The key in a cell, as it will be in the request. */
export const keyOfCell = (cell: Cell | undefined): string | null =>
  isBlank(cell) ? null : typeof cell === 'string' ? textOfCell(cell) : shownCell(cell);

/**
 * Groups rows into orders. If lists span rows, a row without key, or with that of the row above, belongs to the same
 * order.
 */
export function groupRows(rows: readonly Line[], keyColumn: number, byRows: boolean): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const line of rows) {
    const key = keyOfCell(line.cells[keyColumn]);
    const above = groups.at(-1);
    if (byRows && above && (key === null || key === above.key)) above.lines.push(line);
    else groups.push({ key, lines: [line] });
  }
  return groups;
}

/** Finds the first rows of other orders with the same key. */
export function sharedKeys(groups: readonly RowGroup[]): (group: RowGroup) => number[] {
  const first = new Map<string, number[]>();
  for (const { key, lines } of groups) {
    if (key === null) continue;
    const rows = first.get(key) ?? [];
    rows.push(lines[0]?.row ?? 0);
    first.set(key, rows);
  }
  return ({ key, lines }) => (first.get(key ?? '') ?? []).filter((row) => row !== lines[0]?.row);
}

/** The columns of one list whose entries span rows. */
export interface ListColumns {
  /** ends with `anyLine` */
  path: Path;
  /** the column that numbers the list's entries */
  number: number | null;
  /** the column whose change starts a new entry: the first text field in the contract */
  mark: number | null;
  /** columns of the entry's own fields, excluding those of nested lists */
  ownColumns: number[];
  /** for goods: the columns that identify them, a SKU or a name; null for any other list */
  identity: number[] | null;
  /** the column of the number of pieces */
  quantity: number | null;
  lists: ListColumns[];
}

/** The columns of an order: those outside of lists by rows, and those of each list. */
export interface OrderColumns {
  /** the key column; null if missing */
  keyColumn: number | null;
  ownColumns: number[];
  lists: ListColumns[];
  /** whether several rows can be lines of one order */
  byRows: boolean;
}

/** Groups columns by list. Throws ProblemError `bad-file` if one list is given both by number and by rows. */
export function layOutColumns(columns: readonly Column[], create: CreateNumber): OrderColumns {
  const order: OrderColumns = { keyColumn: null, ownColumns: [], lists: [], byRows: false };
  const keyPath = keyPathOf(create);
  const marks = markerFields(create);
  const goods = goodsLists(create);
  const known = new Map<string, ListColumns>();

  function listOf(way: Path): ListColumns {
    const name = contractPath(way);
    const found = known.get(name);
    if (found) return found;
    const made: ListColumns = {
      path: [...way],
      number: null,
      mark: null,
      ownColumns: [],
      identity: goods.has(name) ? [] : null,
      quantity: null,
      lists: [],
    };
    known.set(name, made);
    const outer = way.lastIndexOf(anyLine, -2);
    (outer < 0 ? order : listOf(way.slice(0, outer + 1))).lists.push(made);
    return made;
  }

  for (const [index, { target }] of columns.entries()) {
    if (!target) continue;
    const { path, field } = target;
    const at = path.lastIndexOf(anyLine);
    if (at < 0) {
      if (field.path === keyPath) order.keyColumn = index;
      order.ownColumns.push(index);
      continue;
    }
    const list = listOf(path.slice(0, at + 1));
    if (at === path.length - 1) list.number = index;
    else list.ownColumns.push(index);
    if (marks.has(field.path)) list.mark = index;
    if (identifiesGoods(field.name)) list.identity?.push(index);
    if (field.name === 'Quantity') list.quantity = index;
  }
  order.byRows = known.size > 0;
  assertOneNotation(columns, new Set(known.keys()));
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
  const firsts = new Map<string, string>();
  for (const { path, type } of describeFields(create)) {
    const list = path.slice(0, path.lastIndexOf('[].') + 2);
    if (type === 'text' && path.includes('[].') && !firsts.has(list)) firsts.set(list, path);
  }
  return new Set(firsts.values());
}

function assertOneNotation(columns: readonly Column[], byRows: ReadonlySet<string>): void {
  for (const { name, target } of columns) {
    const numbered = target?.path.findIndex((step) => typeof step === 'number') ?? -1;
    if (!target || numbered < 0 || !byRows.has(contractPath(target.path.slice(0, numbered + 1)))) continue;
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
  empty: boolean;
  problems: LineProblem[];
}

const emptyList = '[]';

const columnsOf = (list: ListColumns): number[] => [
  ...(list.number === null ? [] : [list.number]),
  ...list.ownColumns,
  ...list.lists.flatMap(columnsOf),
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
  const all = columnsOf(list);
  const innermost = list.lists.length === 0;
  const entries: OpenEntry[] = [];
  const problems: LineProblem[] = [];
  let emptyRow: Line | null = null;

  const at = ({ cells }: Line, column: number | null): Cell => {
    const cell = column === null ? null : cells[column];
    return isBlank(cell) ? null : cell;
  };
  const report = (row: Line, code: LineProblem['code'], column: number | null, params: LineProblem['params'] = {}) =>
    problems.push({ column: column ?? list.ownColumns[0] ?? 0, row: row.row, code, params });
  const startEntry = (row: Line): void =>
    void entries.push({ rows: [row], number: at(row, list.number), mark: at(row, list.mark) });

  /** Whether the row only repeats own fields of the entry. */
  const onlyRepeats = (row: Line, current: OpenEntry): boolean =>
    list.ownColumns.every((column) => {
      const cell = at(row, column);
      return cell === null || current.rows.some((before) => sameCell(at(before, column), cell));
    });

  function isSameEntry(row: Line, current: OpenEntry, name: 'number' | 'mark'): boolean {
    const cell = at(row, list[name]);
    if (sameCell(current[name], cell)) return true;
    const before = entries.find((entry) => sameCell(entry[name], cell));
    if (before) report(row, 'stands-apart', list[name], { row: before.rows[0]?.row ?? 0 });
    return false;
  }

  /** Whether a row continues the entry above; null if ambiguous. */
  function continuesEntry(row: Line, current: OpenEntry): boolean | null {
    if (at(row, list.number) !== null) return isSameEntry(row, current, 'number');
    if (innermost) return false;
    if (list.ownColumns.every((column) => at(row, column) === null)) return true;
    if (at(row, list.mark) !== null) return isSameEntry(row, current, 'mark');
    const same = onlyRepeats(row, current);
    const named = current.number !== null || current.mark !== null;
    return same === named ? same : null;
  }

  /** Whether the row sums up the goods of the others: it names none, and has as many pieces as they; null if not as many. */
  function isSummary(row: Line): boolean | null {
    const isNamed = (one: Line): boolean => list.identity?.some((column) => at(one, column) !== null) ?? true;
    const others = rows.filter((one) => one !== row);
    if (isNamed(row) || others.length === 0 || !others.every(isNamed)) return false;
    const pieces = (one: Line): number => Number(shownCell(at(one, list.quantity)) || 0);
    const sum = others.reduce((total, one) => total + pieces(one), 0);
    return at(row, list.quantity) === null || pieces(row) === sum || null;
  }

  for (const row of rows) {
    const number = at(row, list.number);
    if (number === emptyList) {
      emptyRow ??= row;
      continue;
    }
    if (all.every((column) => at(row, column) === null)) continue;
    if (number !== null && !/^[1-9]\d{0,5}$/.test(shownCell(number).trim())) {
      report(row, 'no-entry-number', list.number);
      continue;
    }
    if (list.identity && number === null && [key, ...list.identity].every((column) => at(row, column) === null)) {
      report(row, 'not-goods', all.find((column) => at(row, column) !== null) ?? null);
      continue;
    }
    const summary = row === rows[0] && number === null ? isSummary(row) : false;
    if (summary === null) report(row, 'not-goods', list.quantity);
    if (summary !== false) continue;
    const current = entries.at(-1);
    const on = current ? continuesEntry(row, current) : false;
    if (on === null) report(row, 'which-entry', list.ownColumns.find((column) => at(row, column) !== null) ?? null);
    if (current && on !== false) current.rows.push(row);
    else startEntry(row);
  }
  if (emptyRow && entries.length > 0) report(emptyRow, 'empty-and-filled', list.number);
  return { entries: entries.map((entry) => entry.rows), empty: emptyRow !== null, problems };
}

/** Message for a trouble, with how to correct it. */
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
  /** number of lists by rows around it */
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
  function placeOwnFields(rows: readonly Line[], columns: readonly number[], numbers: readonly number[]): void {
    for (const column of columns) {
      let first: { row: number; cell: Cell } | null = null;
      for (const { row, cells } of rows) {
        const cell = cells[column];
        if (isBlank(cell)) continue;
        if (!first) {
          first = { row, cell };
          placed.cells.push({ path: numberedPath(pathOf(column), numbers), column, row, cell, depth: numbers.length });
        } else if (!sameCell(first.cell, cell))
          placed.problems.push({ column, row, code: 'differs-within', params: { row: first.row } });
      }
    }
  }

  function placeList(rows: readonly Line[], list: ListColumns, numbers: readonly number[]): void {
    const { entries, empty, problems } = splitEntries(rows, list, order.keyColumn);
    placed.problems.push(...problems);
    if (entries.length === 0 && !empty) return;
    const path = numberedPath(list.path.slice(0, -1), numbers);
    placed.lists.push({ path, entries: entries.map(([first]) => first?.row ?? 0) });
    for (const [index, entry] of entries.entries()) {
      placeOwnFields(entry, list.ownColumns, [...numbers, index]);
      for (const inner of list.lists) placeList(entry, inner, [...numbers, index]);
    }
  }
}

function numberedPath(path: Path, numbers: readonly number[]): Path {
  let at = 0;
  return path.map((step) => (step === anyLine ? (numbers[at++] ?? 0) : step));
}

/**
 * Renumbers list entries without gaps: an entry whose cells are all empty is none. Lists in `whole` already have all
 * their entries.
 */
export function renumberEntries<T extends { path: Path }>(filled: readonly T[], whole: readonly Path[]): T[] {
  const used = new Map<string, Set<number>>();
  const left = new Set(whole.map((path) => writePath(path)));
  for (const { path } of filled)
    for (const [depth, step] of path.entries()) {
      if (typeof step !== 'number') continue;
      const list = writePath(path.slice(0, depth));
      if (left.has(list)) continue;
      used.set(list, (used.get(list) ?? new Set()).add(step));
    }
  if (used.size === 0) return [...filled];
  const order = new Map([...used].map(([list, numbers]) => [list, [...numbers].sort((a, b) => a - b)]));
  return filled.map((one) => ({ ...one, path: one.path.map((step, depth) => renumbered(one.path, step, depth)) }));

  function renumbered(way: Path, step: string | number, depth: number): string | number {
    return typeof step === 'number' ? (order.get(writePath(way.slice(0, depth)))?.indexOf(step) ?? step) : step;
  }
}
