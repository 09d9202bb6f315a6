import { problem, ProblemError } from '../../../shared/contract/problem.ts';
import type { OutboxContext } from '../../outbox/outbox-context.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { dropSealTriggers, sealUnsealedRows } from '../../storage/database/seal.ts';

/** Tables rebuilt from the others: by triggers as rows are inserted, or when the desk is opened. */
const rebuiltTables: readonly string[] = [
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
const maxRowBytes = 64 * 1024 * 1024;
const batchSize = 10_000;
/** Search terms inserted between two yields, one by one. */
const termsPerStep = 500;

interface SchemaObject {
  type: string;
  name: string;
  tbl_name: string;
  sql: string | null;
}

/**
 * Copies the rows of this program's tables into a new file of the same version, and nothing else: other objects in the
 * backup are left behind, and returned by name. SQLite copies the rows from file to file, and checks each against every
 * constraint of its table. `scratch` is the path of a file that may be made for that, which the caller removes.
 * `yieldToEventLoop` is awaited regularly, and ends the copy if it throws; before it, `onProgress` gets the fraction of
 * rows copied (0 to 1). Throws ProblemError `damaged` if a table is not as this program creates it, or a row is not one
 * it would have written.
 */
export async function copyTables(
  source: Sqlite,
  target: Sqlite,
  scratch: string,
  yieldToEventLoop: () => Promise<void>,
  onProgress: (part: number) => void = () => undefined,
): Promise<{ leftBehind: string[] }> {
  await attach(source, target, scratch);
  // seals are copied with the rows; checking for each row whether it has one would cost as much as the row
  dropSealTriggers(target);
  // an immediate transaction locks every attached file, and the backup is only read
  target.exec('BEGIN DEFERRED');
  target.pragma('defer_foreign_keys = ON');
  try {
    const { tables, leftBehind } = selectTables(readSchemaObjects(target, backup), target);
    const totalRows = countRows(target, tables);
    let copiedRows = 0;
    const yieldAfterBatch = (rows: number): Promise<void> => {
      onProgress(Math.min(1, (copiedRows += rows) / totalRows));
      return yieldToEventLoop();
    };
    for (const table of tables) await copyTable(target, table, yieldAfterBatch);
    sealUnsealedRows(target);
    target.exec('COMMIT');
    return { leftBehind };
  } catch (error) {
    if (target.inTransaction) target.exec('ROLLBACK');
    throw toDamageProblem(error);
  }
}

/** The schema name of the attached backup. */
const backup = 'backup';

/**
 * Attaches the backup to `target`. If it is in memory, or SQLite cannot open it again (a WAL file in a folder without
 * write access), attaches a copy.
 */
async function attach(source: Sqlite, target: Sqlite, scratch: string): Promise<void> {
  const attachFile = (path: string): void => void target.prepare(`ATTACH ? AS ${backup}`).run(path);
  if (!source.memory) {
    try {
      attachFile(source.name);
      return void target.prepare(`SELECT count(*) FROM ${backup}.sqlite_schema`).get();
    } catch (error) {
      if (!/^SQLITE_(?:CANTOPEN|READONLY|IOERR)/.test(codeOf(error))) throw toDamageProblem(error);
      if (isAttached(target)) target.exec(`DETACH ${backup}`);
    }
  }
  await source.backup(scratch);
  attachFile(scratch);
}

const isAttached = (target: Sqlite): boolean =>
  target.prepare('SELECT 1 FROM pragma_database_list WHERE name = ?').get(backup) !== undefined;

/** Returns the total number of rows, at least 1; fewer if damage hides some. */
function countRows(db: Sqlite, tables: readonly string[]): number {
  try {
    const counts = tables.map(
      (name) => db.prepare<[], number>(`SELECT count(*) FROM ${backup}."${name}"`).pluck().get() ?? 0,
    );
    return counts.reduce((sum, one) => sum + one, 1);
  } catch {
    return 1;
  }
}

/**
 * Copies the search terms of entries into a file of the newest version. The desk that opens the file builds the index
 * from these texts: that would take most of the time of a restore, and until then a search compares the terms
 * themselves. Throws as `copyTables`.
 */
export async function copySearchTerms(
  source: Sqlite,
  target: Sqlite,
  search: OutboxContext['search'],
  yieldToEventLoop: () => Promise<void>,
): Promise<void> {
  const terms = source.prepare<[], { id: number; numbers: string; words: string }>(
    'SELECT id, numbers, words FROM search_terms NOT INDEXED ORDER BY id',
  );
  let copiedTerms = 0;
  target.exec('BEGIN IMMEDIATE');
  try {
    for (const { id, numbers, words } of terms.iterate()) {
      search.restoreRow(id, numbers, words);
      copiedTerms += 1;
      if (copiedTerms % termsPerStep !== 0) continue;
      await yieldToEventLoop();
    }
    target.exec('COMMIT');
  } catch (error) {
    if (target.inTransaction) target.exec('ROLLBACK');
    throw toDamageProblem(error);
  }
}

function readSchemaObjects(db: Sqlite, schema = 'main'): SchemaObject[] {
  return db.prepare<[], SchemaObject>(`SELECT type, name, tbl_name, sql FROM ${schema}.sqlite_schema`).all();
}

/** Returns the tables to copy, which must match this program's schema exactly, and the names of foreign objects. */
function selectTables(objects: readonly SchemaObject[], target: Sqlite): { tables: string[]; leftBehind: string[] } {
  const describe = ({ type, name }: SchemaObject): string => `${type} ${name}`;
  const expectedObjects = new Map(readSchemaObjects(target).map((thing) => [describe(thing), thing]));
  const foundObjects = new Map(objects.map((thing) => [describe(thing), thing]));
  const isExpected = (thing: SchemaObject): boolean => isSameSql(expectedObjects.get(describe(thing))?.sql, thing.sql);
  const tables = target
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name <> 'entry', name`,
    )
    .all()
    .map(({ name }) => name);
  for (const name of [...tables, 'search_terms']) {
    const thing = foundObjects.get(`table ${name}`);
    if (!thing || !isExpected(thing)) throw rejectedBackup(`Its table ${name} is not as Parcel Desk makes it.`);
  }
  // a crafted index could make reading its table arbitrarily slow
  const index = objects.find(
    (thing) => thing.type === 'index' && tables.includes(thing.tbl_name) && !isExpected(thing),
  );
  if (index) throw rejectedBackup(`Its index ${index.name} is not of Parcel Desk.`);
  return {
    tables: tables.filter((name) => !rebuiltTables.includes(name)),
    leftBehind: objects.filter((thing) => !isExpected(thing)).map(describe),
  };
}

const isSameSql = (first: string | null | undefined, second: string | null): boolean =>
  first !== undefined && first?.replaceAll(/\s+/g, ' ') === second?.replaceAll(/\s+/g, ' ');

async function copyTable(
  target: Sqlite,
  table: string,
  yieldAfterBatch: (rows: number) => Promise<void>,
): Promise<void> {
  const integrity = target
    .prepare<[], { integrity_check: string }>(`PRAGMA ${backup}.integrity_check('${table}')`)
    .get();
  if (integrity && integrity.integrity_check !== 'ok')
    throw rejectedBackup(`Its table ${table} is damaged: ${integrity.integrity_check}.`);
  await yieldAfterBatch(0);
  const columns = target
    .prepare<[], { name: string }>(`SELECT name FROM pragma_table_xinfo('${table}', 'main') WHERE hidden = 0`)
    .all()
    .map(({ name }) => `"${name}"`);
  // rows that a migration inserted, such as facts
  target.exec(`DELETE FROM main."${table}"`);
  const source = `${backup}."${table}" NOT INDEXED`;
  const bytes = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ');
  const tooLarge = target.prepare<[number]>(`SELECT 1 FROM ${source} WHERE ${bytes} > ? LIMIT 1`).get(maxRowBytes);
  if (tooLarge) throw rejectedBackup(`A row of its table ${table} is larger than any that Parcel Desk writes.`);
  const columnList = columns.join(', ');
  const copyRows = `INSERT INTO main."${table}" (${columnList}) SELECT ${columnList} FROM ${source}`;
  if (!hasRowNumbers(target, table)) return yieldAfterBatch(target.prepare(copyRows).run().changes);
  const copyRange = target.prepare<[bigint, bigint]>(`${copyRows} WHERE rowid >= ? AND rowid <= ? ORDER BY rowid`);
  const rangeEnd = target
    .prepare<[bigint], bigint | null>(
      `SELECT max(rowid) FROM (SELECT rowid FROM ${source} WHERE rowid >= ? ORDER BY rowid LIMIT ${String(batchSize)})`,
    )
    .pluck()
    .safeIntegers();
  for (let first = -(2n ** 63n); ;) {
    const last = rangeEnd.get(first) ?? null;
    if (last === null) return;
    await yieldAfterBatch(copyRange.run(first, last).changes);
    if (last === 2n ** 63n - 1n) return;
    first = last + 1n;
  }
}

const hasRowNumbers = (db: Sqlite, table: string): boolean =>
  db
    .prepare<[string], number>("SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?")
    .pluck()
    .get(table) === 0;

function rejectedBackup(reason: string): ProblemError {
  return problem('damaged', `The backup cannot be taken. ${reason} Take another one; nothing was changed.`);
}

/** A row that violates a constraint or the format of a value was not written by this program. */
function toDamageProblem(error: unknown): unknown {
  if (error instanceof ProblemError || !(error instanceof Error) || error.name === 'AbortError') return error;
  if (!codeOf(error).startsWith('SQLITE_')) return error;
  if (/^SQLITE_(FULL|IOERR|NOMEM)/.test(codeOf(error))) return error;
  return rejectedBackup(error.message);
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
