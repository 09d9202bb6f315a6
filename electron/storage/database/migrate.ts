import { sealUnsealedRows } from './seal.ts';
import { sqliteLibrary } from './sqlite-library.ts';
import type { Database as Sqlite } from 'better-sqlite3';

/** One numbered step of the schema; versions increase by one from 1, and a released step is never edited. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** Page cache while migrating (KB), which keeps a large file's pages in memory across steps. */
const migrationCacheKb = 131_072;

export const versionOf = (db: Sqlite): number => db.pragma('user_version', { simple: true }) as number;

/**
 * Migrates a file to the newest version. An empty file gets the whole schema in one commit: all of it, or nothing.
 * Another connection may migrate at the same time; steps it has done are skipped.
 */
export function migrate(db: Sqlite, migrations: readonly Migration[]): void {
  const found = versionOf(db);
  if (found === migrations.length) return;
  if (found === 0) return createNewFile(db, migrations);
  const usualCacheSize = db.pragma('cache_size', { simple: true }) as number;
  db.pragma(`cache_size = -${migrationCacheKb}`);
  // For each added column SQLite would check every row against every constraint again. The values that steps give new
  // columns satisfy them.
  db.pragma('ignore_check_constraints = ON');
  runSteps(db, migrations, found);
  db.pragma('ignore_check_constraints = OFF');
  db.pragma(`cache_size = ${usualCacheSize}`);
}

function runSteps(db: Sqlite, migrations: readonly Migration[], found: number): void {
  for (const [index, step] of migrations.entries()) {
    if (step.version !== index + 1) throw new Error(`migration ${step.name} stands at the wrong place`);
    if (step.version <= found) continue;
    db.transaction(() => {
      if (versionOf(db) >= step.version) return;
      db.exec(step.sql);
      // in the last step's transaction, so that a killed start leaves no row without its seal
      if (step.version === migrations.length) sealUnsealedRows(db);
      db.pragma(`user_version = ${step.version}`);
    }).exclusive();
  }
}

const databaseCache = new WeakMap<Migration, Sqlite>();

/** In-memory database created by these migrations, to be read only; cached. */
export function newestDatabase(migrations: readonly Migration[]): Sqlite {
  const last = migrations.at(-1);
  const before = last && databaseCache.get(last);
  if (before) return before;
  const db = new (sqliteLibrary())(':memory:');
  runSteps(db, migrations, 0);
  if (last) databaseCache.set(last, db);
  return db;
}

interface SchemaItem {
  type: 'table' | 'index' | 'view' | 'trigger';
  sql: string;
}

/**
 * Creates the whole schema at once. Step by step, each change of a table would read the whole schema again and wait for
 * the disk: ten times the work, most of the time of a desk's first start.
 */
function createNewFile(db: Sqlite, migrations: readonly Migration[]): void {
  const newest = newestDatabase(migrations);
  const items = newest
    .prepare<[], SchemaItem>(
      `SELECT s.type, s.sql FROM sqlite_schema s LEFT JOIN pragma_table_list l ON s.type = 'table' AND l.name = s.name
       WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND l.type IS NOT 'shadow' ORDER BY s.rowid`,
    )
    .all();
  const createItems = (isWanted: (item: SchemaItem) => boolean) =>
    db.exec(
      items
        .filter(isWanted)
        .map(({ sql }) => `${sql};`)
        .join('\n'),
    );
  db.transaction(() => {
    if (versionOf(db) !== 0) return;
    createItems(({ type }) => type === 'table');
    copyRows(newest, db);
    // triggers come after the initial rows, so that they see only rows that users add
    createItems(({ type }) => type !== 'table');
    db.pragma(`user_version = ${migrations.length}`);
  }).exclusive();
}

function copyRows(from: Sqlite, to: Sqlite): void {
  const tables = from
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'`,
    )
    .pluck()
    .all();
  for (const table of tables) {
    const rows = from.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).raw().safeIntegers().all();
    const places = rows[0]?.map(() => '?').join(', ');
    for (const row of rows) to.prepare(`INSERT INTO "${table}" VALUES (${places ?? ''})`).run(row);
  }
}

/** Tables, indexes and triggers of a file by type and name, each with the statement that created it. */
export type Schema = ReadonlyMap<string, string>;

/** Reads the schema of a file. Throws SQLite errors if it cannot be read. */
export function readSchema(db: Sqlite): Schema {
  const all = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      // indexes that SQLite creates for a constraint have no statement
      `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all();
  const virtual = all.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql ?? '')).map(({ name }) => name);
  // shadow tables of a search index are written as each version of SQLite does
  const isShadowTable = (name: string) => virtual.some((table) => name.startsWith(`${table}_`));
  return new Map(
    all.map(({ type, name, sql }) => [`${type} ${name}`, isShadowTable(name) ? '' : normalizeSql(sql ?? '')]),
  );
}

const schemaCache = new WeakMap<Sqlite, Schema>();

/** The schema that these migrations create. */
export function schemaOf(migrations: readonly Migration[]): Schema {
  const file = newestDatabase(migrations);
  const shape = schemaCache.get(file) ?? readSchema(file);
  schemaCache.set(file, shape);
  return shape;
}

/** SQLite may quote names when it alters a table, which differs between its versions. */
const normalizeSql = (sql: string): string => sql.replaceAll('"', '').replace(/\s+/g, ' ').trim();
