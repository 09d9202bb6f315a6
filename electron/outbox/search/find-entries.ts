import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { isSelective, type Query, readQuery } from './fold-text.ts';
import { capturedRow, entryOfRowSql, assignedRow, rowOfIndexSql } from './search-index.ts';
import { endToken, isEnd, isRun, isStart, startToken, tokensWithin, wholeToken } from './tokens.ts';

/**
 * An index query: an expression of tokens, and whether each match is certain (`isExact`), so that nothing is compared.
 */
export interface IndexQuery {
  match: string;
  isExact: boolean;
}

/** Finds entries with every word of a query in one index row. */
export function anywhereQuery({ words }: Query): IndexQuery {
  const [singleWord] = words;
  if (singleWord !== undefined && words.length === 1) {
    const match = anyOf([singleWord.word, singleWord.number].map(selectiveTokens));
    return { match, isExact: singleWord.word === singleWord.number && isRun(singleWord.word) };
  }
  // Longest first: long runs are rare, and rare tokens limit how far the others are read.
  const longestFirst = words.toSorted((a, b) => b.word.length - a.word.length);
  const expressions = longestFirst.map(({ word, number }) => anyOf([word, number].map(selectiveTokens)));
  return { match: expressions.join(' AND '), isExact: false };
}

// Matches are compared afterwards, so one run suffices if it is long; with short runs, both together leave few to
// compare.
function selectiveTokens(piece: string): string[] {
  return [...piece].length < 8 ? tokensWithin(piece) : tokensWithin(piece).slice(-1);
}

/**
 * Finds entries that may match across both of their rows: captured words, and part of a number the service assigned.
 */
export function acrossRowsQuery({ words }: Query): IndexQuery | null {
  const numbers = words.map((part) => part.number).filter(isSelective);
  if (words.length === 1 || numbers.length === 0) return null;
  return { match: anyOf(numbers.map(tokensWithin)), isExact: false };
}

export const wholeNumberQuery = (number: string): IndexQuery => ({ match: quoted(wholeToken(number)), isExact: true });

export function numberStartQuery(number: string): IndexQuery {
  return { match: quoted(startToken(number)), isExact: isStart(number) };
}

export function numberEndQuery(number: string): IndexQuery {
  return { match: quoted(endToken(number)), isExact: isEnd(number) };
}

function anyOf(alternatives: readonly (readonly string[])[]): string {
  const expressions = alternatives
    .filter((tokens) => tokens.length > 0)
    .map((tokens) => `(${tokens.map(quoted).join(' AND ')})`);
  return `(${[...new Set(expressions)].join(' OR ')})`;
}

const quoted = (token: string): string => `"${token.replaceAll('"', '""')}"`;

/** Match types, best first: a whole number, its start, its end, or any part of a word or a number. */
export const ranks = ['whole', 'start', 'end', 'within'] as const;
export type Rank = (typeof ranks)[number];

/** Stored terms: each with a space before and after it. */
export interface StoredTerms {
  numbers: string;
  words: string;
}

/** Ranks terms for a query; null: no match. */
export function rankOf({ number, words }: Query, terms: StoredTerms): Rank | null {
  if (number !== '' && terms.numbers.includes(number)) {
    if (terms.numbers.includes(` ${number} `)) return 'whole';
    if (terms.numbers.includes(` ${number}`)) return 'start';
    if (terms.numbers.includes(`${number} `)) return 'end';
    return 'within';
  }
  for (const part of words) {
    const inNumbers = part.number !== '' && terms.numbers.includes(part.number);
    if (!inNumbers && !terms.words.includes(part.word)) return null;
  }
  return 'within';
}

/** Restricts a search: an SQL condition on `entry e`, and its values. */
export interface SearchScope {
  where: string;
  values: Record<string, unknown>;
}

/** Maximum number of entries one search returns. */
export const maxFound = 50;

// Entries compared before a search gives up, in addition to those it may return: a few ms for any input. The limit is
// reached only if the runs of a piece are common and the piece is not, such as 000000 if keys are padded with zeros.
const maxCompared = 2000;
// A list this short is compared entry by entry: in the index, a common word would match few of its entries.
const shortList = 1000;

type Row = { seq: number } & StoredTerms;

/** The search over the entries of a desk. */
export function entrySearch(db: Sqlite) {
  const statements = new Map<string, ReturnType<typeof prepare>>();
  const prepare = (sql: string) => db.prepare<[Record<string, unknown>], Row>(sql);
  const statementFor = (sql: string) => {
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const storedTerms = db.prepare<[number], StoredTerms>('SELECT numbers, words FROM search_terms WHERE id = ?');

  function findById(id: string, scope: SearchScope | null): number[] {
    const sql = `SELECT e.seq AS seq FROM entry e WHERE e.id = @id AND ${scope?.where ?? '1'}`;
    return statementFor(sql)
      .all({ ...scope?.values, id })
      .map((row) => row.seq);
  }

  function rankOfEntry(query: Query, seq: number): Rank | null {
    const { numbers = '', words = '' } = storedTerms.get(capturedRow(seq)) ?? {};
    return rankOf(query, { numbers: numbers + (storedTerms.get(assignedRow(seq))?.numbers ?? ''), words });
  }

  function isShort({ where, values }: SearchScope): boolean {
    const count = statementFor(
      `SELECT count(*) AS seq FROM (SELECT 1 FROM entry e WHERE ${where} LIMIT ${shortList + 1})`,
    );
    return (count.get(values)?.seq ?? 0) <= shortList;
  }

  /** The matches of one index query, newest first; at most `limit`. */
  function queryIndex(
    query: Query,
    { match, isExact }: IndexQuery,
    scope: SearchScope | null,
    limit: number,
    rows: 'all' | 'given' = 'all',
  ): Set<number> {
    // CROSS JOIN keeps the order of the tables: the index decides which entries are read.
    const sql = `SELECT ${entryOfRowSql(rowOfIndexSql)} AS seq${isExact ? '' : ', t.numbers AS numbers, t.words AS words'} FROM search
      ${isExact ? '' : `CROSS JOIN search_terms t ON t.id = ${rowOfIndexSql}`}
      ${scope === null ? '' : `CROSS JOIN entry e ON e.seq = ${entryOfRowSql(rowOfIndexSql)}`}
      WHERE search MATCH @match ${rows === 'given' ? `AND ${rowOfIndexSql} & 1` : ''} AND ${scope?.where ?? '1'} ORDER BY search.rowid`;
    const matches = new Set<number>();
    let remaining = maxCompared + limit;
    for (const row of statementFor(sql).iterate({ ...scope?.values, match })) {
      const isMatch = rows === 'given' ? rankOfEntry(query, row.seq) : isExact || rankOf(query, row);
      if (isMatch) matches.add(row.seq);
      if (matches.size >= limit || --remaining === 0) break;
    }
    return matches;
  }

  /** Compares every entry of a list. */
  function findInList(query: Query, { where, values }: SearchScope): number[] {
    const list = statementFor(`SELECT e.seq AS seq FROM entry e WHERE ${where} ORDER BY e.seq DESC`).all(values);
    const ranked = list.map(({ seq }) => ({ seq, rank: rankOfEntry(query, seq) }));
    return ranks.flatMap((rank) => ranked.filter((entry) => entry.rank === rank).map((entry) => entry.seq));
  }

  /** Matches among entries not fully indexed yet, by rank. */
  function findInPending(query: Query, scope: SearchScope | null): Record<Rank, number[]> {
    const sql = `SELECT ${entryOfRowSql('p.id')} AS seq, c.numbers || coalesce(g.numbers, '') AS numbers, c.words AS words FROM (
        SELECT id FROM search_pending UNION SELECT id FROM search_terms WHERE id >= (SELECT up_to FROM search_indexed)
      ) p CROSS JOIN search_terms c ON c.id = p.id & ~1 LEFT JOIN search_terms g ON g.id = p.id | 1
      ${scope === null ? '' : `JOIN entry e ON e.seq = ${entryOfRowSql('p.id')}`} WHERE ${scope?.where ?? '1'}`;
    const found: Record<Rank, number[]> = { whole: [], start: [], end: [], within: [] };
    for (const row of statementFor(sql).all(scope?.values ?? {})) {
      const rank = rankOf(query, row);
      if (rank !== null) found[rank].push(row.seq);
    }
    return found;
  }

  function findInIndex(query: Query, scope: SearchScope | null, limit: number): Set<number> {
    const { number } = query;
    const pending = findInPending(query, scope);
    const found = new Set<number>();
    const addMatches = (rank: Rank, seqs: Iterable<number>): void => {
      for (const seq of [...seqs, ...pending[rank]].toSorted((a, b) => b - a)) found.add(seq);
    };
    if (number !== '') {
      const starts = queryIndex(query, numberStartQuery(number), scope, limit);
      // A single match needs no ranking.
      const several = starts.size + pending.whole.length + pending.start.length > 1;
      addMatches('whole', several ? queryIndex(query, wholeNumberQuery(number), scope, limit) : []);
      addMatches('start', starts);
      if (found.size < limit) addMatches('end', queryIndex(query, numberEndQuery(number), scope, limit));
    }
    if (found.size < limit) {
      const across = acrossRowsQuery(query);
      const acrossMatches = across === null ? [] : queryIndex(query, across, scope, limit, 'given');
      addMatches('within', [...queryIndex(query, anywhereQuery(query), scope, limit), ...acrossMatches]);
    }
    return found;
  }

  return {
    /**
     * The `seq` of the entries that match: whole numbers, then starts, ends and other parts, newest first in each. At
     * most `limit`; none for an empty text.
     */
    find(typed: string, scope: SearchScope | null, limit = maxFound): number[] {
      const found = new Set(findById(typed.trim(), scope));
      for (let query = readQuery(typed); query !== null && found.size === 0; query = query.alternative) {
        const inList = scope !== null && isShort(scope);
        for (const seq of inList ? findInList(query, scope) : findInIndex(query, scope, limit)) found.add(seq);
      }
      return [...found].slice(0, limit);
    },
  };
}
