import type { Database as Sqlite } from 'better-sqlite3';
import { sealOldRows } from './seal.ts';
import { sqliteLibrary } from './sqlite-library.ts';

/** One numbered step of a file's shape; versions rise by one from 1 and a released step is never edited. */
export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** What several steps read and write of a large file stays in memory meanwhile (KB). */
const cacheWhileMigrating = 131_072;

export const versionOf = (db: Sqlite): number => db.pragma('user_version', { simple: true }) as number;

/**
 * Brings a file to the newest version. One that holds nothing yet becomes what the steps make of it in one commit: all of it, or still nothing.
 * Another connection may do the same at the same time: what it has done by then is left as it is.
 */
export function migrate(db: Sqlite, migrations: readonly Migration[]): void {
  const found = versionOf(db);
  if (found === migrations.length) return;
  if (found === 0) return layNew(db, migrations);
  const usual = db.pragma('cache_size', { simple: true }) as number;
  db.pragma(`cache_size = -${cacheWhileMigrating}`);
  // With each column that is added SQLite would hold every row against every rule once more. What a step gives a new column keeps them.
  db.pragma('ignore_check_constraints = ON');
  stepByStep(db, migrations, found);
  db.pragma('ignore_check_constraints = OFF');
  db.pragma(`cache_size = ${usual}`);
}

function stepByStep(db: Sqlite, migrations: readonly Migration[], found: number): void {
  for (const [index, step] of migrations.entries()) {
    if (step.version !== index + 1) throw new Error(`migration ${step.name} stands at the wrong place`);
    if (step.version <= found) continue;
    db.transaction(() => {
      if (versionOf(db) >= step.version) return;
      db.exec(step.sql);
      // with the last step, so that a start that was killed leaves no row without its seal
      if (step.version === migrations.length) sealOldRows(db);
      db.pragma(`user_version = ${step.version}`);
    }).exclusive();
  }
}

const made = new WeakMap<Migration, Sqlite>();

/** A file in memory, to be read only, that these migrations have made of nothing; made once. */
export function newFileOf(migrations: readonly Migration[]): Sqlite {
  const last = migrations.at(-1);
  const before = last && made.get(last);
  if (before) return before;
  const db = new (sqliteLibrary())(':memory:');
  stepByStep(db, migrations, 0);
  if (last) made.set(last, db);
  return db;
}

interface Item {
  type: 'table' | 'index' | 'view' | 'trigger';
  sql: string;
}

/**
 * Step by step each step would read the whole shape again with each change of a table, and wait for the disk: ten times the work, most of
 * what a desk's first start takes.
 */
function layNew(db: Sqlite, migrations: readonly Migration[]): void {
  const newest = newFileOf(migrations);
  const items = newest
    .prepare<[], Item>(
      `SELECT s.type, s.sql FROM sqlite_schema s LEFT JOIN pragma_table_list l ON s.type = 'table' AND l.name = s.name
       WHERE s.sql IS NOT NULL AND s.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND l.type IS NOT 'shadow' ORDER BY s.rowid`,
    )
    .all();
  const lay = (isLaid: (item: Item) => boolean) =>
    db.exec(
      items
        .filter(isLaid)
        .map(({ sql }) => `${sql};`)
        .join('\n'),
    );
  db.transaction(() => {
    if (versionOf(db) !== 0) return;
    lay(({ type }) => type === 'table');
    copyRows(newest, db);
    // those that watch rows see what people enter, and not what was there from the start
    lay(({ type }) => type !== 'table');
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
