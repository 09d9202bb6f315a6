import type { Sqlite } from '../database/open-sqlite.ts';
import { inIndex } from '../search/row-numbers.ts';
import { firstHash, secondHash, tokenSums, type TokenSum } from '../search/token-sums.ts';
import { skuWords, tokensOfRow, tokensOfSku } from '../search/tokens-of-row.ts';
import { otherDamage, type Damage } from './damages.ts';
import { stepsWithin, type Steps } from './steps.ts';

export const rebuiltTodo =
  'Nothing is lost: the lists show everything, and the desk that works on the folder writes the index anew.';

/** Messages for content missing in an index, in English, by row or SKU. */
export const missingMessages = {
  row: (row: string | number) => `A search cannot find all that row number ${row} says.`,
  sku: (code: string | number) => `A search cannot find all of the SKU "${code}".`,
};

/** Rows between two yields. */
const rowsPerCall = 20_000;

type Index = 'search' | 'sku_search';

interface Row {
  /** its row number in the index */
  id: number;
  damage: () => string;
  tokens: () => Set<string>;
  /** checksum of its tokens; null if it must be computed from the tokens themselves */
  sum: (sums: ReturnType<typeof tokenSums>) => TokenSum | null;
}

/**
 * Compares every token of the search indexes with their rows: SQLite's integrity check sees a damaged token as another
 * token. Uses a temporary table, so `db` may be read-only.
 */
export function* findIndexDamages(db: Sqlite): Steps<Damage[]> {
  if (lacksIndexTables(db)) return [];
  const [entries, skus] = [rowsIn(db, 'search_terms'), rowsIn(db, 'sku_row')];
  const entriesRead = entries / Math.max(1, entries + skus);
  return [
    ...(yield* stepsWithin(0, entriesRead, checkIndex(db, 'search', rowsOfEntries, entries))),
    ...(yield* stepsWithin(entriesRead, 1, checkIndex(db, 'sku_search', rowsOfSkus, skus))),
  ];
}

/** Number of rows of a table; 0 if damage hides them, which reading them reports. */
function rowsIn(db: Sqlite, table: string): number {
  try {
    return db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;
  } catch {
    return 0;
  }
}

function* checkIndex(db: Sqlite, index: Index, rows: (db: Sqlite) => Iterable<Row>, count: number): Steps<Damage[]> {
  try {
    if (yield* hasEqualSums(db, index, rows(db), count)) return [];
    return (yield* compareRows(db, index, rows(db))).map((message) => indexDamage(message));
  } catch (error) {
    return [
      indexDamage(`The index ${index} cannot be read (${error instanceof Error ? error.message : String(error)}).`),
    ];
  }
}

export const indexDamage = (message: string): Damage => otherDamage('index', message, null, rebuiltTodo);

/** Whether the file is older than the indexes and their source tables. */
const lacksIndexTables = (db: Sqlite): boolean =>
  ['search_indexed', 'sku_row'].some(
    (table) => db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(table) === undefined,
  );

/** Whether an error of SQLite's integrity check is about a search index, which is not a table of entries. */
export const isIndexError = (line: string): boolean => /fts5.* (main\.|")(sku_)?search\b/i.test(line);

function* rowsOfEntries(db: Sqlite): Generator<Row> {
  const rows = db.prepare<[], { id: number; numbers: string; words: string }>(
    `SELECT id, numbers, words FROM search_terms NOT INDEXED
     WHERE id < (SELECT up_to FROM search_indexed) AND id NOT IN (SELECT id FROM search_pending)`,
  );
  for (const { id, numbers, words } of rows.iterate())
    yield {
      id: inIndex(id),
      damage: () => missingMessages.row(id),
      tokens: () => tokensOfRow(numbers, words),
      sum: (sums) => sums(numbers, words),
    };
}

function* rowsOfSkus(db: Sqlite): Generator<Row> {
  const rows = db.prepare<[], { id: number; code: string; folded: string }>(
    `SELECT r.id, r.code, i.folded FROM sku_row r CROSS JOIN list_item i ON i.list = 'skus' AND i.code = r.code
     WHERE r.code NOT IN (SELECT code FROM sku_pending)`,
  );
  for (const { id, code, folded } of rows.iterate())
    yield {
      id,
      damage: () => missingMessages.sku(code),
      tokens: () => tokensOfSku(folded),
      sum: (sums) => sums('', skuWords(folded)),
    };
}

/** Postings summed up in one query: less than a second of work. */
const postingsPerQuery = 2_000_000;
/** Different tokens, and postings read one by one, between two yields. */
const termsAtOnce = 50_000;
const postingsBetween = 500_000;

/** Checksum of all postings of an index: a token and a row each. */
interface IndexSum extends TokenSum {
  rows: number;
}

/**
 * Whether the checksums of the whole index match its rows: hashes of tokens, and row numbers. A damaged byte changes a
 * token, or the row numbers after it, and so one of the sums. This does not show which row is damaged, at a quarter of
 * the cost of finding out.
 */
function* hasEqualSums(db: Sqlite, index: Index, rows: Iterable<Row>, count: number): Steps<boolean> {
  const actual = yield* sumOfIndex(db, index);
  const expected = yield* stepsWithin(indexRead, 1, sumOfRows(rows, count));
  return (Object.keys(expected) as (keyof IndexSum)[]).every((name) => actual[name] === expected[name]);
}

/** Progress when an index is read and only the rows that it indexes are left. */
const indexRead = 0.75;

function* sumOfRows(rows: Iterable<Row>, expected: number): Steps<IndexSum> {
  const total: IndexSum = { count: 0, first: 0, second: 0, rows: 0 };
  const sums = tokenSums();
  let read = 0;
  for (const { id, tokens, sum } of rows) {
    const { count, first, second } = sum(sums) ?? sumOfTokens(tokens());
    total.count += count;
    total.first = (total.first + first) | 0;
    total.second = (total.second + second) | 0;
    total.rows += count * id;
    if (++read % rowsPerCall === 0) yield Math.min(1, read / Math.max(1, expected));
  }
  return total;
}

function sumOfTokens(tokens: ReadonlySet<string>): TokenSum {
  const sum = { count: tokens.size, first: 0, second: 0 };
  for (const token of tokens) {
    sum.first = (sum.first + firstHash(token)) | 0;
    sum.second = (sum.second + secondHash(token)) | 0;
  }
  return sum;
}

function* sumOfIndex(db: Sqlite, index: Index): Steps<IndexSum> {
  const total: IndexSum = { count: 0, first: 0, second: 0, rows: 0 };
  yield* withVocabulary(db, `fts5vocab(main, '${index}', 'row')`, function* (vocabulary) {
    const cuts: string[] = [''];
    let postings = 0;
    let terms = 0;
    for (const [term, rows] of db
      .prepare<[], [string, number]>(`SELECT term, doc FROM ${vocabulary}`)
      .raw()
      .iterate()) {
      total.count += rows;
      total.first = (total.first + Math.imul(firstHash(term), rows)) | 0;
      total.second = (total.second + Math.imul(secondHash(term), rows)) | 0;
      if (++terms % termsAtOnce === 0) yield 0;
      if ((postings += rows) < postingsPerQuery) continue;
      postings = 0;
      cuts.push(term);
    }
    yield* withVocabulary(db, `fts5vocab(main, '${index}', 'instance')`, function* (instances) {
      const sum = (where: string, ...between: string[]): number =>
        db
          .prepare<string[], number>(`SELECT coalesce(sum(doc), 0) FROM ${instances}${where}`)
          .pluck()
          .get(...between) ?? 0;
      for (const [at, from] of cuts.entries()) {
        const to = cuts[at + 1];
        // comparing terms costs more than summing rows
        if (to !== undefined) total.rows += sum(' WHERE term >= ? AND term < ?', from, to);
        else total.rows += at === 0 ? sum('') : sum(' WHERE term >= ?', from);
        yield (indexRead * (at + 1)) / cuts.length;
      }
    });
  });
  return total;
}

let vocabularies = 0;

/** Creates a temporary table of an index's tokens; the connection may be read-only. */
function* withVocabulary(db: Sqlite, kind: string, act: (name: string) => Steps<void>): Steps<void> {
  const name = `temp.tokens_in_index_${(vocabularies += 1)}`;
  const queryOnly = db.pragma('query_only', { simple: true }) as number;
  const change = (sql: string): void => {
    db.pragma('query_only = OFF');
    db.exec(sql);
    db.pragma(`query_only = ${queryOnly}`);
  };
  change(`CREATE VIRTUAL TABLE ${name} USING ${kind}`);
  try {
    yield* act(name);
  } finally {
    change(`DROP TABLE ${name}`);
  }
}

/** Compares the checksum of each row's tokens in the index with the expected one. */
function* compareRows(db: Sqlite, index: Index, rows: Iterable<Row>): Steps<string[]> {
  const sums = yield* readRowSums(db, index);
  const different: string[] = [];
  let read = 0;
  for (const { id, damage, tokens } of rows) {
    let sum = 0;
    for (const token of tokens()) sum += hashOf(token);
    if (sums.get(id) !== sum) different.push(damage());
    if (++read % rowsPerCall === 0) yield 1;
  }
  return different;
}

function* readRowSums(db: Sqlite, index: Index): Steps<Map<number, number>> {
  const sums = new Map<number, number>();
  yield* withVocabulary(db, `fts5vocab(main, '${index}', 'instance')`, function* (vocabulary) {
    let [token, hash, read] = ['', hashOf(''), 0];
    for (const [term, row] of db.prepare<[], [string, number]>(`SELECT term, doc FROM ${vocabulary}`).raw().iterate()) {
      // terms are sorted
      if (term !== token) [token, hash] = [term, hashOf(term)];
      sums.set(row, (sums.get(row) ?? 0) + hash);
      if (++read % postingsBetween === 0) yield 1;
    }
  });
  return sums;
}

/** 32 bits, so that a sum of many is exact. */
const hashOf = (text: string): number => firstHash(text) >>> 0;
