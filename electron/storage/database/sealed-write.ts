import type { Sqlite } from './open-sqlite.ts';
import { isSameCell, findSealedTable, computeSeal, type Cell } from './seal.ts';
import type { Statement } from 'better-sqlite3';

// The most frequent writes of a desk compute the seal of their row themselves, at a third of the cost of the triggers,
// which seal all other writes. A file without seals is written without them.

/** Prepares an insert of a sealed row with these columns; the others get their default. */
export function prepareSealedInsert(
  db: Sqlite,
  table: string,
  columns: readonly string[],
): (cells: readonly Cell[]) => void {
  const sealed = findSealedTable(db, table);
  const insertColumns = sealed === null ? columns : [...columns, 'seal'];
  const insert = db.prepare<Cell[]>(
    `INSERT INTO ${table} (${insertColumns.join(', ')}) VALUES (${insertColumns.map(() => '?').join(', ')})`,
  );
  if (sealed === null) return (cells) => void insert.run(...cells);
  const cellIndexes = sealed.columns.map(({ name }) => columns.indexOf(name));
  // an omitted column has its default, which no seal covers
  return (cells) => {
    const seal = computeSeal(
      sealed,
      cellIndexes.map((index) => (index < 0 ? null : (cells[index] ?? null))),
    );
    insert.run(...cells, seal);
  };
}

/** The same for a table with the AUTOINCREMENT column `numberColumn`; the insert returns the number of the row. */
export function prepareNumberedInsert(
  db: Sqlite,
  table: string,
  numberColumn: string,
  columns: readonly string[],
): (cells: readonly Cell[]) => number {
  const insert = prepareSealedInsert(db, table, [numberColumn, ...columns]);
  // the larger of the two, as SQLite itself uses
  const selectLast = db
    .prepare<[], number>(
      `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0),
       coalesce((SELECT max(${numberColumn}) FROM ${table}), 0))`,
    )
    .pluck();
  return (cells) => {
    const number = (selectLast.get() ?? 0) + 1;
    insert([number, ...cells]);
    return number;
  };
}

/** A row as it was read, for writing some of its cells. */
export interface RowSnapshot {
  /** the row matches its seal */
  isIntact: boolean;
  cell(column: string): Cell;
  /**
   * Writes the cells that differ, limited to `columns` if given. Unchanged cells are left out, since SQLite updates the
   * indexes of every column that an UPDATE names.
   */
  write(cells: Readonly<Record<string, Cell>>, columns?: readonly string[]): void;
}

/** Reads rows of a table by number, with their seals. */
export function prepareSealedRows(
  db: Sqlite,
  table: string,
  numberColumn: string,
): (number: number) => RowSnapshot | null {
  const sealed = findSealedTable(db, table);
  const names =
    sealed?.columns.map(({ name }) => name) ??
    db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const indexByColumn = new Map(names.map((name, index) => [name, index]));
  const select = db
    .prepare<[number], Cell[]>(
      `SELECT ${[...names, sealed === null ? 'NULL' : 'seal'].join(', ')} FROM ${table} WHERE ${numberColumn} = ?`,
    )
    .raw();
  const updates = new Map<string, Statement<Cell[]>>();
  function prepareUpdate(columns: readonly string[]): Statement<Cell[]> {
    const columnKey = columns.join(' ');
    const prepared = updates.get(columnKey);
    if (prepared !== undefined) return prepared;
    const assignments = columns.map((name) => `${name} = ?`).join(', ');
    const update = db.prepare<Cell[]>(`UPDATE ${table} SET ${assignments} WHERE ${numberColumn} = ?`);
    updates.set(columnKey, update);
    return update;
  }

  /** Null if there is no such row. */
  return function readRow(number) {
    const cells = select.get(number);
    if (cells === undefined) return null;
    const seal = cells.pop() as Buffer | null;
    const isIntact = sealed === null || seal === null || seal.equals(computeSeal(sealed, cells));
    return {
      isIntact: isIntact,
      cell: (column) => cells[indexByColumn.get(column) ?? -1] ?? null,
      write(newCells, columns = Object.keys(newCells)) {
        const cellOf = (name: string): Cell => newCells[name] ?? null;
        // a damaged row is written with all given cells, so that every constraint is checked; the triggers keep its
        // seal
        if (sealed === null || seal === null || !isIntact)
          return void prepareUpdate(columns).run(...columns.map(cellOf), number);
        const changed = columns.filter(
          (name) => !isSameCell(cells[indexByColumn.get(name) ?? -1] ?? null, cellOf(name)),
        );
        if (changed.length === 0) return;
        for (const name of changed) cells[indexByColumn.get(name) ?? -1] = cellOf(name);
        prepareUpdate([...changed, 'seal']).run(...changed.map(cellOf), computeSeal(sealed, cells), number);
      },
    };
  };
}
