import { anyLine, type Path, writePath } from '../../shared/path/path.ts';
import { isBlank, sameCell, type Cell, type Line } from './table.ts';
import type { ListColumns, OrderColumns } from './lay-out-columns.ts';
import { splitEntries, type LineProblem } from './split-entries.ts';

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
    const { entries, empty, problems: troubles } = splitEntries(rows, list, order.keyColumn);
    placed.problems.push(...troubles);
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
  for (const { path: way } of filled)
    for (const [depth, step] of way.entries()) {
      if (typeof step !== 'number') continue;
      const list = writePath(way.slice(0, depth));
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
