import type { Database as Sqlite } from 'better-sqlite3';
import { newestDatabase } from './migrate.ts';
import type { Migration } from './migrate.ts';

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
