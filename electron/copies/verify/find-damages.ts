import type { DamagedPart, OtherPart } from '../../../shared/outbox/damaged-parts.ts';
import { type State, states } from '../../../shared/outbox/states.ts';
import { indexIdOf, indexIdSql } from '../../outbox/search/search-index.ts';
import {
  firstHash,
  secondHash,
  tokenSums,
  type TokenSum,
  skuWords,
  tokensOfRow,
  tokensOfSku,
} from '../../outbox/search/tokens.ts';
import { readSchema, schemaOf } from '../../storage/database/migrate.ts';
import { heldStockOf } from '../../storage/database/migrations/003-lookups.ts';
import { deskMigrations } from '../../storage/database/migrations/index.ts';
import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { stepsWithin, type Steps } from './run-steps.ts';

export interface Damage {
  /** id of the entry; null if no entry is affected, or one that cannot be read */
  id: string | null;
  key: string | null;
  part: DamagedPart;
  /** what is damaged, in English */
  message: string;
  /** what to do about it, in English */
  todo: string;
}

export interface DamagedEntry {
  id: string;
  key: string;
  state: State;
}

const statesAtService: readonly string[] = ['sending', 'unsure', 'accepted'];

/** What a user does about a damaged entry, by its state. */
function todoFor(part: DamagedPart, state: State): string {
  if (part === 'step') return 'Nothing needs to be done. What its history shows may be wrong.';
  if (part === 'try') return 'Nothing needs to be done. What the service answered to this try may be shown wrongly.';
  if (statesAtService.includes(state)) {
    return 'Look up at the service what it has under this key, then decide the entry at the desk.';
  }
  if (state === 'done' || state === 'withdrawn') {
    return 'Nothing is sent any more. Look it up at the service, or in a backup, before you rely on what the list shows.';
  }
  return 'It is not sent as it is. Open it, compare it with the paper and save it again, or enter it again and withdraw this one.';
}

const partNames: Partial<Record<DamagedPart, string>> = {
  request: 'What was captured',
  entry: 'Its state, times, marks, recipient or last record',
  try: 'One of its tries',
  step: 'A step of its history',
  need: 'What it waits for',
};

export function entryDamage({ id, key, state }: DamagedEntry, part: DamagedPart, detail = ''): Damage {
  return {
    id,
    key,
    part,
    message: `${partNames[part] ?? part}${detail} is damaged on this disk.`,
    todo: todoFor(part, state),
  };
}

const restoreTodo =
  'Copy the whole folder to another disk as it is, then restore the newest backup that verify calls whole, with the journal.';

export function otherDamage(part: DamagedPart, message: string, key: string | null = null, todo = restoreTodo): Damage {
  return { id: null, key, part, message, todo };
}

interface CheckedTable {
  part: DamagedPart;
  /** columns that identify a row to a user */
  keyColumns: readonly string[];
  label: string;
  todo: string;
}

const relearnedTodo =
  'It is learned anew with the next order that is saved. Compare what the desk offers with the paper.';

const searchTodo = 'Nothing is lost: the lists show everything. A restored backup makes the search anew.';
const printTodo = 'Look at what is on paper before you print labels of this job again.';
const handoverTodo = 'Compare the sheet of the handover with what the desk says was handed over.';

/** Other tables than those of entries, by name: nothing in them is sent before a user has seen it. */
export const checkedTables: Readonly<Record<string, CheckedTable>> = {
  remembered_address: {
    part: 'address',
    keyColumns: ['id'],
    label: 'The remembered recipient number',
    todo: relearnedTodo,
  },
  remembered_goods: {
    part: 'goods',
    keyColumns: ['by', 'name'],
    label: 'What is remembered of the goods',
    todo: relearnedTodo,
  },
  lookup_answer: {
    part: 'answer',
    keyColumns: ['kind', 'subject'],
    label: 'The last answer kept about',
    todo: 'Ask the service again: its next answer takes the place of this one.',
  },
  search_terms: {
    part: 'search',
    keyColumns: ['id'],
    label: 'What an entry is found by, row number',
    todo: searchTodo,
  },
  search_indexed: {
    part: 'search',
    keyColumns: ['up_to'],
    label: 'How far the index of the search has come, to row number',
    todo: searchTodo,
  },
  sku_row: { part: 'search', keyColumns: ['code'], label: 'What a search finds the SKU by, called', todo: searchTodo },
  entry_print: {
    part: 'alike',
    keyColumns: ['entry'],
    label: 'What tells whether a parcel is entered twice, of entry number',
    todo: 'Nothing needs to be done. A form may not warn of an order like this one.',
  },
  create_kind: {
    part: 'fact',
    keyColumns: ['endpoint'],
    label: 'What kind of entry is made by endpoint number',
    todo: 'Nothing needs to be done: the program writes it anew when it starts.',
  },
  command: {
    part: 'command',
    keyColumns: ['name', 'id'],
    label: 'What was answered to the act',
    todo: 'Look at the lists for what was done, rather than doing it again: repeated, this act is answered by a problem.',
  },
  print_job: { part: 'print', keyColumns: ['id'], label: 'The print job', todo: printTodo },
  print_label: {
    part: 'print',
    keyColumns: ['job', 'place'],
    label: 'Job and place of a label to print',
    todo: printTodo,
  },
  print_attempt: { part: 'print', keyColumns: ['id'], label: 'A try to print a label, number', todo: printTodo },
  print_history: { part: 'print', keyColumns: ['seq'], label: 'What happened to a print job, step', todo: printTodo },
  handover: { part: 'handover', keyColumns: ['code'], label: 'The handover', todo: handoverTodo },
  handover_parcel: {
    part: 'handover',
    keyColumns: ['handover', 'entry'],
    label: 'Handover and entry of a parcel',
    todo: handoverTodo,
  },
  handover_surplus: { part: 'handover', keyColumns: ['code'], label: 'The surplus of a handover', todo: handoverTodo },
  list_import: {
    part: 'list-import',
    keyColumns: ['list', 'part'],
    label: 'An import that is under way, of the list',
    todo: 'Import the list again: it takes the place of this one.',
  },
  list_item: {
    part: 'list',
    keyColumns: ['list', 'code'],
    label: 'The line of a list',
    todo: 'Import the list again: it takes the place of this one.',
  },
  template: {
    part: 'template',
    keyColumns: ['name'],
    label: 'The template',
    todo: 'Open it, compare it, and save it again.',
  },
  act: {
    part: 'act',
    keyColumns: ['seq'],
    label: 'What the log says of an act, number',
    todo: 'Nothing needs to be done. The log of acts may be wrong there.',
  },
  operator: { part: 'operator', keyColumns: ['name'], label: 'The operator', todo: 'Set the code and the PIN again.' },
  watch: {
    part: 'watch',
    keyColumns: ['number'],
    label: 'The watched number',
    todo: 'Take it off the list and put it there again.',
  },
  memory: {
    part: 'memory',
    keyColumns: ['name'],
    label: 'What a screen keeps as',
    todo: 'Look at the form or the choice before you rely on it; it is written anew when it changes.',
  },
};

const todo =
  'Make a backup and restore it into another folder: its rows are taken over, into tables that are made anew. Where that is refused, restore an older one, with the journal.';

/**
 * Finds tables, constraints, indexes and triggers that differ from what this program creates; SQLite's integrity check
 * does not know the intended schema.
 */
export function findSchemaDamages(db: Sqlite): Damage[] {
  // a file of an older version is migrated before anything is written to it
  if (db.pragma('user_version', { simple: true }) !== deskMigrations.length) return [];
  const actual = readSchema(db);
  const expected = schemaOf(deskMigrations);
  const damagesOf = (names: string[], fault: string): Damage[] =>
    names.map((name) => otherDamage('shape', `The ${name} ${fault}.`, null, todo));
  const names = [...expected.keys()];
  return [
    ...damagesOf(
      names.filter((name) => !actual.has(name)),
      'is not there',
    ),
    ...damagesOf(
      names.filter((name) => actual.has(name) && actual.get(name) !== expected.get(name)),
      'is not as this program made it',
    ),
    ...damagesOf(
      [...actual.keys()].filter((name) => !expected.has(name)),
      'was not made by this program',
    ),
  ];
}

/** Whether a file has all these tables; files of older versions lack some. */
function hasTables(db: Sqlite, ...names: string[]): boolean {
  const find = db.prepare<[string]>("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?");
  return names.every((name) => find.get(name) !== undefined);
}

const numberedTables = {
  ...{ entry: 'seq', attempt: 'id', history: 'seq' },
  ...{ print_job: 'seq', print_label: 'seq', print_attempt: 'id', print_history: 'seq' },
  ...{ handover: 'seq', handover_parcel: 'seq', act: 'seq' },
} as const;

/** Tables whose oldest rows are removed by age; the others are complete. */
const agingTables: readonly string[] = ['act'];

/** Finds missing rows and wrong totals: rows of these tables are only removed by age, and no number is skipped. */
export function findMissingRows(db: Sqlite, readable: ReadonlySet<string>): Damage[] {
  const damages: Damage[] = [];
  const check = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      const errorText = error instanceof Error ? error.message : String(error);
      damages.push(otherDamage('unreadable', `Not everything can be counted (${errorText}).`));
    }
  };
  for (const [table, column] of Object.entries(numberedTables)) {
    if (!hasTables(db, table)) continue;
    check(() => {
      const numbers = db
        .prepare<[string], { rows: bigint; first: bigint | null; last: bigint | null; given: bigint | null }>(
          `SELECT count(*) AS rows, min(${column}) AS first, max(${column}) AS last, (SELECT seq FROM sqlite_sequence WHERE name = ?) AS given
           FROM ${table} NOT INDEXED`,
        )
        .safeIntegers(true)
        .get(table);
      if (numbers === undefined) return;
      const { first, last, given } = numbers;
      const agedRows = agingTables.includes(table) && first !== null ? first - 1n : 0n;
      const rows = numbers.rows + agedRows;
      const highest = [last ?? 0n, given ?? 0n].reduce((one, other) => (one > other ? one : other));
      if (rows === highest && rows === (given ?? 0n)) return;
      damages.push(otherDamage('missing', `Of ${table}, ${rows} rows are there and ${highest} were written.`));
    });
  }
  check(() => {
    const unreadable = db
      .prepare<[], { seq: bigint; key: string }>(
        "SELECT seq, key FROM entry INDEXED BY entry_by_key WHERE key_kind > ''",
      )
      .safeIntegers(true)
      .all()
      .filter(({ seq }) => !readable.has(String(seq)));
    for (const { key } of unreadable) {
      damages.push(otherDamage('unreadable', `The entry with key ${key} cannot be read.`, key));
    }
  });
  check(() => {
    const wrongStates = db
      .prepare<[string], { state: string }>(
        `WITH there AS MATERIALIZED (SELECT state, count(*) AS entries FROM entry GROUP BY state)
         SELECT c.state FROM counter c LEFT JOIN there t ON t.state = c.state WHERE c.entries <> coalesce(t.entries, 0)
         UNION SELECT value FROM json_each(?) WHERE value NOT IN (SELECT state FROM counter)`,
      )
      .all(JSON.stringify(states));
    for (const { state } of wrongStates) {
      const todo = 'Nothing needs to be done. Figures on the lists may be wrong.';
      damages.push(otherDamage('counter', `The number of entries that are ${state} is not right.`, null, todo));
    }
  });
  return damages;
}

export const rebuiltTodo =
  'Nothing is lost: the lists show everything, and the desk that works on the folder writes the index anew.';

/** Messages for content missing in an index, in English, by row or SKU. */
export const missingMessages = {
  row: (row: string | number) => `A search cannot find all that row number ${row} says.`,
  sku: (code: string | number) => `A search cannot find all of the SKU "${code}".`,
};

/** Rows between two yields. */
const rowsPerStep = 20_000;

type IndexName = 'search' | 'sku_search';

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
  if (!hasTables(db, 'search_indexed', 'sku_row')) return [];
  const [entries, skus] = [rowsIn(db, 'search_terms'), rowsIn(db, 'sku_row')];
  const entriesPart = entries / Math.max(1, entries + skus);
  return [
    ...(yield* stepsWithin(0, entriesPart, checkIndex(db, 'search', rowsOfEntries, entries))),
    ...(yield* stepsWithin(entriesPart, 1, checkIndex(db, 'sku_search', rowsOfSkus, skus))),
  ];
}

/** Number of rows of a table; 0 if an older file lacks it, or if damage hides them, which reading them reports. */
export function rowsIn(db: Sqlite, table: string): number {
  try {
    return db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0;
  } catch {
    return 0;
  }
}

function* checkIndex(
  db: Sqlite,
  index: IndexName,
  rows: (db: Sqlite) => Iterable<Row>,
  count: number,
): Steps<Damage[]> {
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

/** Whether an error of SQLite's integrity check is about a search index, which is not a table of entries. */
export const isIndexError = (line: string): boolean => /fts5.* (main\.|")(sku_)?search\b/i.test(line);

function* rowsOfEntries(db: Sqlite): Generator<Row> {
  const rows = db.prepare<[], { id: number; numbers: string; words: string }>(
    `SELECT id, numbers, words FROM search_terms NOT INDEXED
     WHERE id < (SELECT up_to FROM search_indexed) AND id NOT IN (SELECT id FROM search_pending)`,
  );
  for (const { id, numbers, words } of rows.iterate())
    yield {
      id: indexIdOf(id),
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
/** Distinct tokens, and postings read one by one, between two yields. */
const termsPerStep = 50_000;
const postingsPerStep = 500_000;

/** Checksum of all postings of an index: a token and a row each. */
interface IndexSum extends TokenSum {
  rows: number;
}

/**
 * Whether the checksums of the whole index match its rows: hashes of tokens, and row numbers. A damaged byte changes a
 * token, or the row numbers after it, and so one of the sums. This does not show which row is damaged, at a quarter of
 * the cost of finding out.
 */
function* hasEqualSums(db: Sqlite, index: IndexName, rows: Iterable<Row>, count: number): Steps<boolean> {
  const actual = yield* sumOfIndex(db, index);
  const expected = yield* stepsWithin(indexReadPart, 1, sumOfRows(rows, count));
  return (Object.keys(expected) as (keyof IndexSum)[]).every((name) => actual[name] === expected[name]);
}

/** Progress once an index is read, when only its rows are left. */
const indexReadPart = 0.75;

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
    if (++read % rowsPerStep === 0) yield Math.min(1, read / Math.max(1, expected));
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

function* sumOfIndex(db: Sqlite, index: IndexName): Steps<IndexSum> {
  const total: IndexSum = { count: 0, first: 0, second: 0, rows: 0 };
  yield* withVocabulary(db, `fts5vocab(main, '${index}', 'row')`, function* (vocabulary) {
    const rangeStarts: string[] = [''];
    let postings = 0;
    let terms = 0;
    for (const [term, rows] of db
      .prepare<[], [string, number]>(`SELECT term, doc FROM ${vocabulary}`)
      .raw()
      .iterate()) {
      total.count += rows;
      total.first = (total.first + Math.imul(firstHash(term), rows)) | 0;
      total.second = (total.second + Math.imul(secondHash(term), rows)) | 0;
      if (++terms % termsPerStep === 0) yield 0;
      if ((postings += rows) < postingsPerQuery) continue;
      postings = 0;
      rangeStarts.push(term);
    }
    yield* withVocabulary(db, `fts5vocab(main, '${index}', 'instance')`, function* (instances) {
      const sumRows = (where: string, ...bounds: string[]): number =>
        db
          .prepare<string[], number>(`SELECT coalesce(sum(doc), 0) FROM ${instances}${where}`)
          .pluck()
          .get(...bounds) ?? 0;
      for (const [rangeIndex, start] of rangeStarts.entries()) {
        const end = rangeStarts[rangeIndex + 1];
        // comparing terms costs more than summing rows
        if (end !== undefined) total.rows += sumRows(' WHERE term >= ? AND term < ?', start, end);
        else total.rows += rangeIndex === 0 ? sumRows('') : sumRows(' WHERE term >= ?', start);
        yield (indexReadPart * (rangeIndex + 1)) / rangeStarts.length;
      }
    });
  });
  return total;
}

let vocabularies = 0;

/** Creates a temporary table of an index's tokens; the connection may be read-only. */
function* withVocabulary(db: Sqlite, kind: string, action: (name: string) => Steps<void>): Steps<void> {
  const name = `temp.tokens_in_index_${(vocabularies += 1)}`;
  const queryOnly = db.pragma('query_only', { simple: true }) as number;
  const change = (sql: string): void => {
    db.pragma('query_only = OFF');
    db.exec(sql);
    db.pragma(`query_only = ${queryOnly}`);
  };
  change(`CREATE VIRTUAL TABLE ${name} USING ${kind}`);
  try {
    yield* action(name);
  } finally {
    change(`DROP TABLE ${name}`);
  }
}

/** Compares the checksum of each row's tokens in the index with the expected one. */
function* compareRows(db: Sqlite, index: IndexName, rows: Iterable<Row>): Steps<string[]> {
  const sums = yield* readRowSums(db, index);
  const messages: string[] = [];
  let read = 0;
  for (const { id, damage, tokens } of rows) {
    let sum = 0;
    for (const token of tokens()) sum += hashOf(token);
    if (sums.get(id) !== sum) messages.push(damage());
    if (++read % rowsPerStep === 0) yield 1;
  }
  return messages;
}

function* readRowSums(db: Sqlite, index: IndexName): Steps<Map<number, number>> {
  const sums = new Map<number, number>();
  yield* withVocabulary(db, `fts5vocab(main, '${index}', 'instance')`, function* (vocabulary) {
    let [token, hash, read] = ['', hashOf(''), 0];
    for (const [term, row] of db.prepare<[], [string, number]>(`SELECT term, doc FROM ${vocabulary}`).raw().iterate()) {
      // terms are sorted
      if (term !== token) [token, hash] = [term, hashOf(term)];
      sums.set(row, (sums.get(row) ?? 0) + hash);
      if (++read % postingsPerStep === 0) yield 1;
    }
  });
  return sums;
}

/** 32 bits, so that a sum of many is exact. */
const hashOf = (text: string): number => firstHash(text) >>> 0;

const stockTodo = 'Nothing needs to be done. What the inventory says of orders that wait may be wrong.';

/** Checks rows derived from others, which have no hash, by computing them again, so that missing rows are found too. */
export function findDerivedDamages(db: Sqlite): Damage[] {
  const damages: Damage[] = [];
  function check(part: OtherPart, sentenceOf: (name: string) => string, todo: string, sql: string): void {
    try {
      const names = db.prepare<[], string>(sql).pluck().all();
      damages.push(...names.map((name) => otherDamage(part, sentenceOf(name), null, todo)));
    } catch (error) {
      const errorText = error instanceof Error ? error.message : String(error);
      damages.push(otherDamage('unreadable', `Not everything can be compared (${errorText}).`));
    }
  }
  if (!hasTables(db, 'held_stock', 'search_terms', 'sku_row')) return [];
  check('stock', (sku) => `What waiting orders hold of the SKU "${sku}" is not right.`, stockTodo, wrongStockQuery);
  check('index', missingMessages.row, rebuiltTodo, missingEntriesQuery(db));
  check('index', missingMessages.sku, rebuiltTodo, missingSkusQuery);
  return damages;
}

const heldStockQuery = 'SELECT sku, warehouse, entry, quantity, refused FROM held_stock NOT INDEXED';
const wrongStockQuery = /* sql */ `
  SELECT DISTINCT sku FROM (
    SELECT * FROM (${heldStockQuery} EXCEPT ${heldStockOf}) UNION ALL SELECT * FROM (${heldStockOf} EXCEPT ${heldStockQuery})
  )`;

// every row is in the index or marked as pending, individually or with all rows from `up_to` on
const missingEntriesQuery = (db: Sqlite): string => /* sql */ `
  SELECT t.id FROM search_terms t
  WHERE NOT EXISTS (SELECT 1 FROM search_docsize d WHERE d.id = ${indexIdSql('t.id')})
    AND NOT EXISTS (SELECT 1 FROM search_pending p WHERE p.id = t.id)
    ${hasTables(db, 'search_indexed') ? 'AND t.id < (SELECT up_to FROM search_indexed)' : ''}`;
const missingSkusQuery = /* sql */ `
  SELECT i.code FROM list_item i
  WHERE i.list = 'skus'
    AND NOT EXISTS (SELECT 1 FROM sku_row r JOIN sku_search_docsize d ON d.id = r.id WHERE r.code = i.code)
    AND NOT EXISTS (SELECT 1 FROM sku_pending p WHERE p.code = i.code)`;
