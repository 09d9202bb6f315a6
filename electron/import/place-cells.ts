import { anyLine, type Path, writePath } from '../../shared/path/path.ts';
import { isBlank, sameCell, type Cell, type Line } from './table.ts';
import type { ListColumns, OrderColumns } from './lay-out-columns.ts';
import { entriesOf, type LineTrouble } from './split-entries.ts';

/** A filled cell, and the place in the request that it is for. */
export interface PlacedCell {
  way: Path;
  column: number;
  row: number;
  cell: Exclude<Cell, null>;
  /** lists by rows that it lies in */
  depth: number;
}

/** An entry of a list, and the rows it stands in; a list that is said to be empty has none. */
export interface PlacedList {
  way: Path;
  /** first row of each entry */
  entries: number[];
}

export interface PlacedCells {
  cells: PlacedCell[];
  lists: PlacedList[];
  troubles: LineTrouble[];
}

/** Puts the cells of the rows of one order to their places. Lists side by side do not heed each other: each goes down by itself. */
export function placeCells(lines: readonly Line[], order: OrderColumns, wayOf: (column: number) => Path): PlacedCells {
  const placed: PlacedCells = { cells: [], lists: [], troubles: [] };
  own(lines, order.own, []);
  for (const list of order.lists) fill(lines, list, []);
  return placed;

  /** Fields that stand once: in the first row that fills them, and the same again or nothing in the others. */
  function own(rows: readonly Line[], columns: readonly number[], numbers: readonly number[]): void {
    for (const column of columns) {
      let first: { row: number; cell: Cell } | null = null;
      for (const { row, cells } of rows) {
        const cell = cells[column];
        if (isBlank(cell)) continue;
        if (!first) {
          first = { row, cell };
          placed.cells.push({ way: numberedWay(wayOf(column), numbers), column, row, cell, depth: numbers.length });
        } else if (!sameCell(first.cell, cell))
          placed.troubles.push({ column, row, code: 'differs-within', params: { row: first.row } });
      }
    }
  }

  function fill(rows: readonly Line[], list: ListColumns, numbers: readonly number[]): void {
    const { entries, empty, troubles } = entriesOf(rows, list, order.key);
    placed.troubles.push(...troubles);
    if (entries.length === 0 && !empty) return;
    const way = numberedWay(list.way.slice(0, -1), numbers);
    placed.lists.push({ way, entries: entries.map(([first]) => first?.row ?? 0) });
    for (const [index, entry] of entries.entries()) {
      own(entry, list.own, [...numbers, index]);
      for (const inner of list.lists) fill(entry, inner, [...numbers, index]);
    }
  }
}

function numberedWay(way: Path, numbers: readonly number[]): Path {
  let at = 0;
  return way.map((step) => (step === anyLine ? (numbers[at++] ?? 0) : step));
}

/**
 * Numbers the entries of lists anew, so that none is missing: an entry whose cells are all empty is no entry. Lists in `whole`
 * have all theirs.
 */
export function closeGaps<T extends { way: Path }>(filled: readonly T[], whole: readonly Path[]): T[] {
  const used = new Map<string, Set<number>>();
  const left = new Set(whole.map((way) => writePath(way)));
  for (const { way } of filled)
    for (const [depth, step] of way.entries()) {
      if (typeof step !== 'number') continue;
      const list = writePath(way.slice(0, depth));
      if (left.has(list)) continue;
      used.set(list, (used.get(list) ?? new Set()).add(step));
    }
  if (used.size === 0) return [...filled];
  const order = new Map([...used].map(([list, numbers]) => [list, [...numbers].sort((a, b) => a - b)]));
  return filled.map((one) => ({ ...one, way: one.way.map((step, depth) => renumbered(one.way, step, depth)) }));

  function renumbered(way: Path, step: string | number, depth: number): string | number {
    return typeof step === 'number' ? (order.get(writePath(way.slice(0, depth)))?.indexOf(step) ?? step) : step;
  }
}
