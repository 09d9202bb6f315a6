import type { Database as Sqlite } from 'better-sqlite3';
import { newFileOf } from './migrate.ts';
import type { Migration } from './migrate.ts';

/** Tables, indexes and triggers of a file by type and name, each with the statement that created it. */
export type Shape = ReadonlyMap<string, string>;

/** Reads the schema of a file. Throws SQLite errors if it cannot be read. */
export function shapeIn(db: Sqlite): Shape {
  const all = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      // indexes that SQLite creates for a constraint have no statement
      `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all();
  const virtual = all.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql ?? '')).map(({ name }) => name);
  // shadow tables of a search index are written as each version of SQLite does
  const isOfIndex = (name: string) => virtual.some((table) => name.startsWith(`${table}_`));
  return new Map(all.map(({ type, name, sql }) => [`${type} ${name}`, isOfIndex(name) ? '' : plain(sql ?? '')]));
}

const made = new WeakMap<Sqlite, Shape>();

/** The schema that these migrations create. */
export function shapeMadeBy(migrations: readonly Migration[]): Shape {
  const file = newFileOf(migrations);
  const shape = made.get(file) ?? shapeIn(file);
  made.set(file, shape);
  return shape;
}

/** SQLite may quote names when it alters a table, which differs between its versions. */
const plain = (sql: string): string => sql.replaceAll('"', '').replace(/\s+/g, ' ').trim();
