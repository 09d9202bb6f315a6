import { problem, ProblemError } from '../../shared/contract/problem.ts';
import type { Sqlite } from '../database/open-sqlite.ts';
import type { OutboxContext } from '../outbox/outbox-context.ts';

/** Tables rebuilt from the others: by triggers as rows are inserted, or when the desk is opened. */
const madeAnew: readonly string[] = [
  'counter',
  'create_kind',
  'held_stock',
  'search_terms',
  'search_pending',
  'search_indexed',
  'sku_row',
  'sku_pending',
];

/** Largest size of a row (bytes), and number of rows between two yields. */
const largestRow = 64 * 1024 * 1024;
const atOnce = 500;

interface Thing {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/**
 * Copies the rows of this program's tables into a new file of the same version, and nothing else: other objects in the
 * backup are left behind, and returned by name. `yieldToEventLoop` is awaited regularly, and ends the copy if it
 * throws; before it, `tellTaken` gets the fraction of rows copied (0 to 1). Throws ProblemError `damaged` if a table is
 * not as this program creates it, or a row is not one it would have written.
 */
export async function takeRows(
  from: Sqlite,
  into: Sqlite,
  yieldToEventLoop: () => Promise<void>,
  tellTaken: (part: number) => void = () => undefined,
): Promise<{ leftBehind: string[] }> {
  const { tables, leftBehind } = sortOut(thingsIn(from), into);
  const ofAll = rowsOf(from, tables);
  let taken = 0;
  const rest = (): Promise<void> => {
    tellTaken(Math.min(1, (taken += atOnce) / ofAll));
    return yieldToEventLoop();
  };
  into.exec('BEGIN IMMEDIATE');
  into.pragma('defer_foreign_keys = ON');
  try {
    for (const table of tables) await takeTable(from, into, table, rest);
    into.exec('COMMIT');
  } catch (error) {
    if (into.inTransaction) into.exec('ROLLBACK');
    throw asDamage(error);
  }
  return { leftBehind };
}

/** Returns the total number of rows, at least 1; fewer if damage hides some. */
function rowsOf(db: Sqlite, tables: readonly string[]): number {
  try {
    const counts = tables.map((name) => db.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0);
    return counts.reduce((sum, one) => sum + one, 1);
  } catch {
    return 1;
  }
}

/**
 * Copies the search terms of entries into a file of the newest version. The desk that opens the file builds the index
 * from these texts: that would take most of the time of a restore, and until then a search compares the terms
 * themselves. Throws as `takeRows`.
 */
export async function takeSearch(
  from: Sqlite,
  search: OutboxContext['search'],
  yieldToEventLoop: () => Promise<void>,
): Promise<void> {
  const terms = from.prepare<[], { id: number; numbers: string; words: string }>(
    'SELECT id, numbers, words FROM search_terms NOT INDEXED ORDER BY id',
  );
  let taken = 0;
  try {
    for (const { id, numbers, words } of terms.iterate()) {
      search.putBack(id, numbers, words);
      taken += 1;
      if (taken % atOnce !== 0) continue;
      await yieldToEventLoop();
    }
  } catch (error) {
    throw asDamage(error);
  }
}

function thingsIn(db: Sqlite): Thing[] {
  return db.prepare<[], Thing>('SELECT type, name, tbl_name, sql FROM sqlite_schema').all();
}

/** Returns the tables to copy, which must match this program's schema exactly, and the names of foreign objects. */
function sortOut(found: readonly Thing[], into: Sqlite): { tables: string[]; leftBehind: string[] } {
  const named = ({ type, name }: Thing): string => `${type} ${name}`;
  const ours = new Map(thingsIn(into).map((thing) => [named(thing), thing]));
  const theirs = new Map(found.map((thing) => [named(thing), thing]));
  const isOurs = (thing: Thing): boolean => same(ours.get(named(thing))?.sql, thing.sql);
  const tables = into
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name <> 'entry', name`,
    )
    .all()
    .map(({ name }) => name);
  for (const name of [...tables, 'search_terms']) {
    const thing = theirs.get(`table ${name}`);
    if (!thing || !isOurs(thing)) throw foreign(`Its table ${name} is not as Parcel Desk makes it.`);
  }
  // a crafted index could make reading its table arbitrarily slow
  const index = found.find((thing) => thing.type === 'index' && tables.includes(thing.tbl_name) && !isOurs(thing));
  if (index) throw foreign(`Its index ${index.name} is not of Parcel Desk.`);
  return {
    tables: tables.filter((name) => !madeAnew.includes(name)),
    leftBehind: found.filter((thing) => !isOurs(thing)).map(named),
  };
}

const same = (one: string | null | undefined, other: string | null): boolean =>
  one !== undefined && one?.replaceAll(/\s+/g, ' ') === other?.replaceAll(/\s+/g, ' ');

async function takeTable(from: Sqlite, into: Sqlite, table: string, rest: () => Promise<void>): Promise<void> {
  const broken = from.prepare<[], { integrity_check: string }>(`PRAGMA integrity_check('${table}')`).get();
  if (broken && broken.integrity_check !== 'ok')
    throw foreign(`Its table ${table} is damaged: ${broken.integrity_check}.`);
  await rest();
  const columns = into
    .prepare<[], { name: string }>(`SELECT name FROM pragma_table_xinfo('${table}') WHERE hidden = 0`)
    .all()
    .map(({ name }) => `"${name}"`);
  // rows that a migration inserted, such as facts
  into.exec(`DELETE FROM "${table}"`);
  const insert = into.prepare<unknown[]>(
    `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const bytes = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');
  const tooLarge = from
    .prepare<[number]>(`SELECT 1 FROM "${table}" NOT INDEXED WHERE ${bytes} > ? LIMIT 1`)
    .get(largestRow);
  if (tooLarge) throw foreign(`A row of its table ${table} is larger than any that Parcel Desk writes.`);
  const rows = from
    .prepare<[], unknown[]>(`SELECT ${columns.join(', ')} FROM "${table}" NOT INDEXED`)
    .raw()
    .safeIntegers();
  let taken = 0;
  for (const row of rows.iterate()) {
    insert.run(...row);
    taken += 1;
    if (taken % atOnce === 0) await rest();
  }
}

function foreign(what: string): ProblemError {
  return problem('damaged', `The backup cannot be taken. ${what} Take another one; nothing was changed.`);
}

/** A row that violates a constraint or the format of a value was not written by this program. */
function asDamage(error: unknown): unknown {
  if (error instanceof ProblemError || !(error instanceof Error) || error.name === 'AbortError') return error;
  if (!('code' in error) || !String(error.code).startsWith('SQLITE_')) return error;
  if (/^SQLITE_(FULL|IOERR|NOMEM)/.test(String(error.code))) return error;
  return foreign(error.message);
}
