import type { Sqlite } from './open-sqlite.ts';
import { isSameCell, findSealedTable, computeSeal, type Cell } from './seal.ts';
import type { Statement } from 'better-sqlite3';

// The most frequent writes of a desk, which compute the seal of their row themselves, at a third of the cost of the
// triggers that do it for every other write. A file without seals is written without them.

/** Insert into these columns; the others get their default. */
export function prepareSealedInsert(
  db: Sqlite,
  table: string,
  columns: readonly string[],
): (cells: readonly Cell[]) => void {
  const sealed = findSealedTable(db, table);
  const all = sealed === null ? columns : [...columns, 'seal'];
  const insert = db.prepare<Cell[]>(
    `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`,
  );
  if (sealed === null) return (cells) => void insert.run(...cells);
  const places = sealed.columns.map(({ name }) => columns.indexOf(name));
  // an omitted column has its default, which no seal covers
  return (cells) => {
    const seal = computeSeal(
      sealed,
      places.map((place) => (place < 0 ? null : (cells[place] ?? null))),
    );
    insert.run(...cells, seal);
  };
}

/** Same for a table whose rows are numbered by `key`, AUTOINCREMENT; returns the number. */
export function prepareNumberedInsert(
  db: Sqlite,
  table: string,
  key: string,
  columns: readonly string[],
): (cells: readonly Cell[]) => number {
  const insert = prepareSealedInsert(db, table, [key, ...columns]);
  // the larger of the two, as SQLite does if one of them is damaged
  const last = db
    .prepare<[], number>(
      `SELECT max(coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0),
       coalesce((SELECT max(${key}) FROM ${table}), 0))`,
    )
    .pluck();
  return (cells) => {
    const number = (last.get() ?? 0) + 1;
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
   * Writes the cells that differ, of `columns` only if given: SQLite updates an index for each of its columns that an
   * UPDATE names, whether it changes or not.
   */
  write(cells: Readonly<Record<string, Cell>>, columns?: readonly string[]): void;
}

/** Reads rows of a table by number, with their seals. */
export function prepareSealedRows(db: Sqlite, table: string, key: string): (number: number) => RowSnapshot | null {
  const sealed = findSealedTable(db, table);
  const names =
    sealed?.columns.map(({ name }) => name) ??
    db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const places = new Map(names.map((name, place) => [name, place]));
  const read = db
    .prepare<[number], Cell[]>(
      `SELECT ${[...names, sealed === null ? 'NULL' : 'seal'].join(', ')} FROM ${table} WHERE ${key} = ?`,
    )
    .raw();
  const updates = new Map<string, Statement<Cell[]>>();
  function prepareUpdate(columns: readonly string[]): Statement<Cell[]> {
    const named = columns.join(' ');
    const known = updates.get(named);
    if (known !== undefined) return known;
    const set = columns.map((name) => `${name} = ?`).join(', ');
    const update = db.prepare<Cell[]>(`UPDATE ${table} SET ${set} WHERE ${key} = ?`);
    updates.set(named, update);
    return update;
  }

  /** Null if there is no such row. */
  return function row(number) {
    const cells = read.get(number);
    if (cells === undefined) return null;
    const seal = cells.pop() as Buffer | null;
    const isWhole = sealed === null || seal === null || seal.equals(computeSeal(sealed, cells));
    return {
      isIntact: isWhole,
      cell: (column) => cells[places.get(column) ?? -1] ?? null,
      write(given, columns = Object.keys(given)) {
        const cellOf = (name: string): Cell => given[name] ?? null;
        // A damaged row is written with all given cells, so that every constraint is checked; the triggers keep its
        // seal.
        if (sealed === null || seal === null || !isWhole)
          return void prepareUpdate(columns).run(...columns.map(cellOf), number);
        const changed = columns.filter((name) => !isSameCell(cells[places.get(name) ?? -1] ?? null, cellOf(name)));
        if (changed.length === 0) return;
        for (const name of changed) cells[places.get(name) ?? -1] = cellOf(name);
        prepareUpdate([...changed, 'seal']).run(...changed.map(cellOf), computeSeal(sealed, cells), number);
      },
    };
  };
}
