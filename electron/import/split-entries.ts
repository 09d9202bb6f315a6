import { isBlank, sameCell, shownCell, type Cell, type Line } from './table.ts';
import type { ListColumns } from './lay-out-columns.ts';

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
