import type { Database as Sqlite } from 'better-sqlite3';
import { newFileOf } from './migrate.ts';
import type { Migration } from './migrate.ts';

/** Tables, indexes and triggers of a file by their names, each as the statement that made it. */
export type Shape = ReadonlyMap<string, string>;

/** What a file holds beside its rows, as it says itself. Throws what SQLite throws of one that cannot be read. */
export function shapeIn(db: Sqlite): Shape {
  const all = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      // what SQLite makes by itself for a rule has no statement
      `SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .all();
  const virtual = all.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql ?? '')).map(({ name }) => name);
  // tables that a search index keeps its own things in are written as that version of SQLite does
  const isOfIndex = (name: string) => virtual.some((table) => name.startsWith(`${table}_`));
  return new Map(all.map(({ type, name, sql }) => [`${type} ${name}`, isOfIndex(name) ? '' : plain(sql ?? '')]));
}

const made = new WeakMap<Sqlite, Shape>();

/** What a file holds beside its rows that these migrations have made. */
export function shapeMadeBy(migrations: readonly Migration[]): Shape {
  const file = newFileOf(migrations);
  const shape = made.get(file) ?? shapeIn(file);
  made.set(file, shape);
  return shape;
}

/** SQLite puts names between quotes, or not, where it changes a table; between versions of it that differs. */
const plain = (sql: string): string => sql.replaceAll('"', '').replace(/\s+/g, ' ').trim();
