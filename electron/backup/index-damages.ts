import type { Sqlite } from '../database/open-sqlite.ts';
import { inIndex } from '../search/row-numbers.ts';
import { tokensOfRow, tokensOfSku } from '../search/tokens-of-row.ts';
import { damageElsewhere, type Damage } from './damages.ts';

export const writtenAnew =
  'Nothing is lost: the lists show everything, and the desk that works on the folder writes the index anew.';

/** What an index lacks, in English, by the row or the SKU. */
export const notFound = {
  row: (row: string | number) => `A search cannot find all that row number ${row} says.`,
  sku: (code: string | number) => `A search cannot find all of the SKU "${code}".`,
};

/** Rows between two calls of `working`. */
const atOnce = 20_000;

type Index = 'search' | 'sku_search';

interface Row {
  /** its number in the index */
  id: number;
  damage: () => string;
  tokens: Set<string>;
}

/**
 * Compares every token of the indexes of the search with what the rows say: SQLite's own check sees a damaged token
 * as another one. `working` is called now and then. A table is made beside the file for the time being, so `db` may be open to read only.
 */
export function indexDamages(db: Sqlite, working: () => void): Damage[] {
  if (isOlder(db)) return [];
  return [...lookInto(db, 'search', rowsOfEntries, working), ...lookInto(db, 'sku_search', rowsOfSkus, working)];
}

function lookInto(db: Sqlite, index: Index, rows: (db: Sqlite) => Iterable<Row>, working: () => void): Damage[] {
  try {
    return [...compare(db, index, rows(db), working)].map((message) => damageOfIndex(message));
  } catch (error) {
    return [
      damageOfIndex(`The index ${index} cannot be read (${error instanceof Error ? error.message : String(error)}).`),
    ];
  }
}

export const damageOfIndex = (message: string): Damage => damageElsewhere('index', message, null, writtenAnew);

/** A file from before the indexes and what they are written from. */
const isOlder = (db: Sqlite): boolean =>
  ['search_indexed', 'sku_row'].some(
    (table) => db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) === undefined,
  );

/** What SQLite's own check says of an index of the search, which is no table of entries. */
export const isOfIndex = (line: string): boolean => /fts5.* (main\.|")(sku_)?search\b/i.test(line);

function* rowsOfEntries(db: Sqlite): Generator<Row> {
  const rows = db.prepare<[], { id: number; numbers: string; words: string }>(
    `SELECT id, numbers, words FROM search_terms NOT INDEXED
     WHERE id < (SELECT up_to FROM search_indexed) AND id NOT IN (SELECT id FROM search_pending)`,
  );
  for (const { id, numbers, words } of rows.iterate())
    yield { id: inIndex(id), damage: () => notFound.row(id), tokens: tokensOfRow(numbers, words) };
}

function* rowsOfSkus(db: Sqlite): Generator<Row> {
  const rows = db.prepare<[], { id: number; code: string; folded: string }>(
    `SELECT r.id, r.code, i.folded FROM sku_row r CROSS JOIN list_item i ON i.list = 'skus' AND i.code = r.code
     WHERE r.code NOT IN (SELECT code FROM sku_pending)`,
  );
  for (const { id, code, folded } of rows.iterate())
    yield { id, damage: () => notFound.sku(code), tokens: tokensOfSku(folded) };
}

/** Sums of what stands in the index under each row, against sums of what ought to. */
function* compare(db: Sqlite, index: Index, rows: Iterable<Row>, working: () => void): Generator<string> {
  const sums = sumsIn(db, index, working);
  let read = 0;
  for (const { id, damage, tokens } of rows) {
    let sum = 0;
    for (const token of tokens) sum += hashOf(token);
    if (sums.get(id) !== sum) yield damage();
    if (++read % atOnce === 0) working();
  }
}

function sumsIn(db: Sqlite, index: Index, working: () => void): Map<number, number> {
  const queryOnly = db.pragma('query_only', { simple: true }) as number;
  const vocabulary = (act: string): void => {
    db.pragma('query_only = OFF');
    db.exec(act);
    db.pragma(`query_only = ${queryOnly}`);
  };
  vocabulary(`CREATE VIRTUAL TABLE temp.tokens_in_index USING fts5vocab(main, '${index}', 'instance')`);
  const sums = new Map<number, number>();
  let [token, hash, read] = ['', hashOf(''), 0];
  try {
    const all = db.prepare<[], [string, number]>('SELECT term, doc FROM temp.tokens_in_index').raw();
    for (const [term, row] of all.iterate()) {
      // they come in order
      if (term !== token) [token, hash] = [term, hashOf(term)];
      sums.set(row, (sums.get(row) ?? 0) + hash);
      if (++read % atOnce === 0) working();
    }
  } finally {
    vocabulary('DROP TABLE temp.tokens_in_index');
  }
  return sums;
}

/** Of 32 bits, so that a sum of many is exact. FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
