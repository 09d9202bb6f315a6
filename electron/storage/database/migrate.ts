import { sealUnsealedRows } from './seal.ts';
import { sqliteLibrary } from './sqlite-library.ts';
import type { Database as Sqlite } from 'better-sqlite3';

/** One numbered step of the schema; versions increase by one from 1, and a released step is never edited. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** Page cache while migrating: large enough to keep the pages of a large file in memory across steps. */
const migrationCacheKb = 131_072;

export const versionOf = (db: Sqlite): number => db.pragma('user_version', { simple: true }) as number;

/**
 * Migrates a file to the newest version. An empty file gets the whole schema in one commit. Another connection may
 * migrate at the same time; steps it has done are skipped.
 */
export function migrate(db: Sqlite, migrations: readonly Migration[]): void {
  const currentVersion = versionOf(db);
  if (currentVersion === migrations.length) return;
  if (currentVersion === 0) return createNewFile(db, migrations);
  const usualCacheSize = db.pragma('cache_size', { simple: true }) as number;
  db.pragma(`cache_size = -${migrationCacheKb}`);
  // Otherwise SQLite would check every row against every constraint for each added column. The values that steps give
  // new columns satisfy the constraints.
  db.pragma('ignore_check_constraints = ON');
  runSteps(db, migrations, currentVersion);
  db.pragma('ignore_check_constraints = OFF');
  db.pragma(`cache_size = ${usualCacheSize}`);
}

function runSteps(db: Sqlite, migrations: readonly Migration[], currentVersion: number): void {
  for (const [index, step] of migrations.entries()) {
    if (step.version !== index + 1) throw new Error(`migration ${step.name} stands at the wrong place`);
    if (step.version <= currentVersion) continue;
    db.transaction(() => {
      if (versionOf(db) >= step.version) return;
      db.exec(step.sql);
      // in the transaction of the last step, so that a start that is killed leaves no row without its seal
      if (step.version === migrations.length) sealUnsealedRows(db);
      db.pragma(`user_version = ${step.version}`);
    }).exclusive();
  }
}

const databaseCache = new WeakMap<Migration, Sqlite>();

/** An in-memory database with the schema of these migrations. It is cached, so callers must only read it. */
export function newestDatabase(migrations: readonly Migration[]): Sqlite {
  const lastMigration = migrations.at(-1);
  const cached = lastMigration && databaseCache.get(lastMigration);
  if (cached) return cached;
  const db = new (sqliteLibrary())(':memory:');
  runSteps(db, migrations, 0);
  if (lastMigration) databaseCache.set(lastMigration, db);
  return db;
}

interface SchemaItem {
  type: 'table' | 'index' | 'view' | 'trigger';
  sql: string;
}

/**
 * Creates the whole schema at once. Running the steps instead would take ten times as long, since each change of a
 * table reads the whole schema again and waits for the disk.
 */
function createNewFile(db: Sqlite, migrations: readonly Migration[]): void {
  const newest = newestDatabase(migrations);
  const items = newest
    .prepare<[], SchemaItem>(
      `SELECT s.type, s.sql FROM sqlite_schema s LEFT JOIN pragma_table_list l ON s.type = 'table' AND l.name = s.name
       WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND l.type IS NOT 'shadow' ORDER BY s.rowid`,
    )
    .all();
  const createItems = (isIncluded: (item: SchemaItem) => boolean) =>
    db.exec(
      items
        .filter(isIncluded)
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

function copyRows(source: Sqlite, target: Sqlite): void {
  const tables = source
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'`,
    )
    .pluck()
    .all();
  for (const table of tables) {
    const rows = source.prepare<[], unknown[]>(`SELECT * FROM "${table}"`).raw().safeIntegers().all();
    const placeholders = rows[0]?.map(() => '?').join(', ');
    for (const row of rows) target.prepare(`INSERT INTO "${table}" VALUES (${placeholders ?? ''})`).run(row);
  }
}

/** Tables, indexes and triggers of a file by type and name, each with the statement that created it. */
export type Schema = ReadonlyMap<string, string>;

/** Reads the schema of a file. Throws SQLite errors if it cannot be read. */
export function readSchema(db: Sqlite): Schema {
  const items = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      // indexes that SQLite creates for a constraint have no statement
      `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all();
  const virtualTables = items.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql ?? '')).map(({ name }) => name);
  // statements of a search index's shadow tables differ between versions of SQLite
  const isShadowTable = (name: string) => virtualTables.some((table) => name.startsWith(`${table}_`));
  return new Map(
    items.map(({ type, name, sql }) => [`${type} ${name}`, isShadowTable(name) ? '' : normalizeSql(sql ?? '')]),
  );
}

const schemaCache = new WeakMap<Sqlite, Schema>();

/** The schema that these migrations create. */
export function schemaOf(migrations: readonly Migration[]): Schema {
  const file = newestDatabase(migrations);
  const schema = schemaCache.get(file) ?? readSchema(file);
  schemaCache.set(file, schema);
  return schema;
}

/** SQLite may quote names when it alters a table, which differs between its versions. */
const normalizeSql = (sql: string): string => sql.replaceAll('"', '').replace(/\s+/g, ' ').trim();
