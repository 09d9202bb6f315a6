import type { Database as Sqlite } from 'better-sqlite3';
import { hash } from 'node:crypto';

/**
 * A table whose rows have seals. The seal of a row is a hash of all its cells, which detects damage that SQLite's
 * integrity check does not. Temporary triggers of the writing connection compute it at every write. A cell with its
 * column's default is left out, so that a column added later changes no seal. A migration that changes cells of sealed
 * rows sets their seals to null.
 */
export interface SealedTable {
  table: string;
  columns: readonly Column[];
  /** columns of its primary key */
  key: readonly string[];
  /** false in a file older than seals */
  hasSeals: boolean;
}

interface Column {
  name: string;
  /** its default as serialized for the hash, and as a number if it is one */
  defaultText: string | null;
  defaultNumber: number | null;
}

export type Cell = string | number | bigint | Buffer | null;

interface ColumnInfo {
  name: string;
  dflt_value: string | null;
  pk: number;
}

// columns that have their own hash in another column, which the seal covers instead
const separatelyHashed: Readonly<Record<string, string>> = { entry: 'request' };

const tableCache = new WeakMap<Sqlite, { schemaVersion: unknown; tables: SealedTable[] }>();

/** The tables of a file whose rows have seals, from its schema. */
export function sealedTables(db: Sqlite): SealedTable[] {
  // increases with every change of the schema
  const schemaVersion = db.pragma('schema_version', { simple: true });
  const cached = tableCache.get(db);
  if (cached && cached.schemaVersion === schemaVersion) return cached.tables;
  const tables = readTables(db);
  tableCache.set(db, { schemaVersion, tables });
  return tables;
}

/** A table by name; null if its rows have no seals, as in a file older than seals. */
export const findSealedTable = (db: Sqlite, table: string): SealedTable | null =>
  sealedTables(db).find((one) => one.table === table) ?? null;

function readTables(db: Sqlite): SealedTable[] {
  const columns = db
    .prepare<[], ColumnInfo & { of: string }>(
      `SELECT t.name AS of, c.name, c.dflt_value, c.pk FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' ORDER BY t.name, c.cid`,
    )
    .all();
  const tables = Map.groupBy(columns, ({ of }) => of);
  return [...tables].map(([name, of]) => toSealedTable(name, of)).filter(({ hasSeals }) => hasSeals);
}

/** The same for any table, whether its rows have seals or not; null if the file has no such table. */
export function sealedTableOf(db: Sqlite, table: string): SealedTable | null {
  const columns = db.prepare<[string], ColumnInfo>('SELECT name, dflt_value, pk FROM pragma_table_info(?)').all(table);
  return columns.length === 0 ? null : toSealedTable(table, columns);
}

function toSealedTable(table: string, columns: readonly ColumnInfo[]): SealedTable {
  return {
    table,
    columns: columns
      .filter(({ name }) => name !== 'seal' && name !== separatelyHashed[table])
      .map(({ name, dflt_value }) => ({ name, ...defaultOf(dflt_value) })),
    key: columns.filter(({ pk }) => pk > 0).map(({ name }) => name),
    hasSeals: columns.some(({ name }) => name === 'seal'),
  };
}

/** The first 16 bytes of the SHA-256 of a row's cells, in the order of its columns; integers may be bigint. */
export const computeSeal = (sealed: SealedTable, cells: readonly Cell[]): Buffer =>
  // from hex, since a hash as a Buffer for each row costs as much as the hash itself
  Buffer.from(hash('sha256', sealedText(sealed, cells), 'hex').slice(0, 32), 'hex');

/**
 * SQL expression that reads a seal as text, since a buffer for each row costs as much as its hash. Null if there is no
 * seal, empty if the value is no blob.
 */
export const sealText = (column: string): string =>
  `CASE typeof(${column}) WHEN 'blob' THEN lower(hex(${column})) WHEN 'null' THEN NULL ELSE '' END`;

/** Whether a seal, read with `sealText`, matches these cells; cheaper than computing the seal. */
export const matchesSeal = (sealed: SealedTable, cells: readonly Cell[], seal: string): boolean =>
  seal.length === 32 && hash('sha256', sealedText(sealed, cells), 'hex').startsWith(seal);

function sealedText({ columns }: SealedTable, cells: readonly Cell[]): string {
  const parts: string[] = [];
  let index = 0;
  for (const { name, defaultText, defaultNumber } of columns) {
    const cell = cells[index++] ?? null;
    if (cell === null || cell === defaultNumber) continue;
    const text = serializeCell(cell);
    if (text !== defaultText) parts.push(name, text);
  }
  return JSON.stringify(parts);
}

/** Checks rows that are read completely against their seals, at half the cost of `intactRowCondition`. */
export interface RowCheck {
  /** columns to read of a row, including its seal */
  columns: readonly string[];
  /** Whether a row is undamaged; a row without a seal counts as undamaged. */
  isIntact(row: object): boolean;
}

export function createRowCheck(db: Sqlite, table: string): RowCheck {
  const sealed = findSealedTable(db, table);
  if (sealed === null) return { columns: [], isIntact: () => true };
  const names = sealed.columns.map(({ name }) => name);
  return {
    columns: [...names, 'seal'],
    isIntact(sealedRow) {
      const row = sealedRow as Readonly<Record<string, Cell>>;
      const seal = row['seal'] as Buffer | null;
      if (seal === null) return true;
      const text = sealedText(
        sealed,
        names.map((name) => row[name] ?? null),
      );
      return hash('sha256', text, 'hex').startsWith(seal.toString('hex'));
    },
  };
}

export const isSameCell = (one: Cell, other: Cell): boolean =>
  one === other || (one !== null && other !== null && serializeCell(one) === serializeCell(other));

function serializeCell(cell: NonNullable<Cell>): string {
  if (typeof cell === 'string') return `'${cell}`;
  return typeof cell === 'object' ? `x${cell.toString('hex')}` : String(cell);
}

function defaultOf(text: string | null): Omit<Column, 'name'> {
  if (text === null) return { defaultText: null, defaultNumber: null };
  if (text.startsWith("'")) return { defaultText: `'${text.slice(1, -1).replaceAll("''", "'")}`, defaultNumber: null };
  return { defaultText: text, defaultNumber: Number(text) };
}

const sealFunctionName = (table: string) => `seal_of_${table}`;
const columnList = ({ columns }: SealedTable, row: string) => columns.map(({ name }) => `${row}.${name}`).join(', ');

/**
 * SQL expression for whether a row is undamaged; a row without a seal, or in a file older than seals, counts as
 * undamaged.
 */
export function intactRowCondition(db: Sqlite, table: string, row: string): string {
  const sealed = findSealedTable(db, table);
  if (sealed === null) return '1';
  return `(${row}.seal IS NULL OR ${row}.seal = ${sealFunctionName(table)}(${columnList(sealed, row)}))`;
}

/** Registers SQL functions that compute seals, for the queries of a connection. */
export function registerSealFunctions(db: Sqlite): SealedTable[] {
  const tables = sealedTables(db);
  for (const sealed of tables) {
    db.function(
      sealFunctionName(sealed.table),
      { varargs: true, deterministic: true, safeIntegers: true },
      (...cells: unknown[]) => computeSeal(sealed, cells as Cell[]),
    );
  }
  return tables;
}

/**
 * Creates triggers that seal each written row, unless its writer does (`sealed-write.ts`). A damaged row keeps its old
 * seal, so that overwriting it does not hide the damage.
 */
export function createSealTriggers(db: Sqlite): void {
  for (const sealed of registerSealFunctions(db)) {
    const { table, columns, key } = sealed;
    const sealOf = (row: string) => `${sealFunctionName(table)}(${columnList(sealed, row)})`;
    const isSameKey = key.map((name) => `${name} = NEW.${name}`).join(' AND ');
    db.exec(`
      CREATE TEMP TRIGGER seal_new_${table} AFTER INSERT ON main.${table} WHEN NEW.seal IS NULL BEGIN
        UPDATE ${table} SET seal = ${sealOf('NEW')} WHERE ${isSameKey};
      END;
      CREATE TEMP TRIGGER seal_changed_${table} AFTER UPDATE OF ${columns.map(({ name }) => name).join(', ')} ON main.${table}
      WHEN NEW.seal IS OLD.seal OR NEW.seal IS NULL BEGIN
        UPDATE ${table} SET seal = CASE WHEN NEW.seal IS NULL OR OLD.seal = ${sealOf('OLD')} THEN ${sealOf('NEW')} ELSE OLD.seal END
        WHERE ${isSameKey};
      END;`);
  }
}

/**
 * Drops the triggers of `createSealTriggers`, for a connection that inserts already sealed rows; `sealUnsealedRows`
 * seals the others.
 */
export function dropSealTriggers(db: Sqlite): void {
  for (const { table } of sealedTables(db))
    db.exec(`DROP TRIGGER IF EXISTS temp.seal_new_${table}; DROP TRIGGER IF EXISTS temp.seal_changed_${table};`);
}

/** Seals rows without a seal, in their current state. */
export function sealUnsealedRows(db: Sqlite): void {
  db.transaction(() => {
    for (const sealed of registerSealFunctions(db)) {
      const { table } = sealed;
      db.exec(
        `UPDATE main.${table} SET seal = ${sealFunctionName(table)}(${columnList(sealed, table)}) WHERE seal IS NULL`,
      );
    }
  }).exclusive();
}
