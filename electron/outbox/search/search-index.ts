import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../../storage/database/queries.ts';
import { prepareSealedInsert } from '../../storage/database/sealed-write.ts';
import { numbersOf, termsOf, type Terms } from './terms.ts';
import { termsIn, tokensOfRow } from './tokens.ts';

/** Ids of an entry's two rows: its captured content, and the numbers the service assigned later. */
export const capturedRow = (seq: number): number => seq * 2;
export const assignedRow = (seq: number): number => seq * 2 + 1;

/** SQL for the entry of a row. */
export const entryOfRowSql = (row: string): string => `(${row} >> 1)`;

// The index reads its lists several times faster in ascending order, and the newest entries are wanted first: its row
// ids descend from here. Room for 134 million rows in four bytes.
const maxRow = 2 ** 28;

/** The index id of a row. */
export const indexIdOf = (row: number): number => maxRow - row;

/** SQL for the same. */
export const indexIdSql = (row: string): string => `(${maxRow} - ${row})`;

/** SQL for the row of an index id. */
export const rowOfIndexSql = `(${maxRow} - search.rowid)`;

// Writing the tokens of many rows together costs half as much; this many unindexed rows are quickly compared one by
// one.
const minBatchRows = 32;
/** Rows indexed in one transaction: about 5 ms of work and one sync, so that a capture never waits long. */
const batchSize = 64;

/**
 * Writes the search data: terms in the transaction that writes the entry, their tokens later, in batches. Until then
 * rows are compared one by one: those from `up_to` on, and those listed as pending.
 */
export function searchIndex(db: Sqlite) {
  const storedTerms = db.prepare<[number], { numbers: string; words: string }>(
    'SELECT numbers, words FROM search_terms WHERE id = ?',
  );
  const insertTerms = prepareSealedInsert(db, 'search_terms', ['id', 'numbers', 'words']);
  const updateTerms = db.prepare<[string, string, number]>(
    'UPDATE search_terms SET numbers = ?, words = ? WHERE id = ?',
  );
  const indexedUpTo = db.prepare<[], { id: number }>('SELECT up_to AS id FROM search_indexed');
  const isPending = db.prepare<[number], { id: number }>('SELECT id FROM search_pending WHERE id = ?');
  const removeFromIndex = db.prepare<[number]>('DELETE FROM search WHERE rowid = ?');
  const markPending = db.prepare<[number]>('INSERT INTO search_pending (id) VALUES (?)');
  const unindexedSql = `SELECT * FROM (SELECT id, 1 AS named FROM search_pending ORDER BY id)
       UNION ALL SELECT * FROM (SELECT id, 0 FROM search_terms WHERE id >= (SELECT up_to FROM search_indexed) ORDER BY id)`;
  const nthUnindexed = db.prepare<[number], { id: number }>(`${unindexedSql} LIMIT 1 OFFSET ?`);
  const nextUnindexed = db.prepare<[number], { id: number; named: 0 | 1; numbers: string; words: string }>(
    `SELECT p.id, p.named, t.numbers, t.words FROM (${unindexedSql} LIMIT ${opaqueIntParam()}) p CROSS JOIN search_terms t ON t.id = p.id`,
  );
  const insertTokens = db.prepare<[number, string]>('INSERT INTO search (rowid, tokens) VALUES (?, ?)');
  const clearPending = db.prepare<[number]>('DELETE FROM search_pending WHERE id = ?');
  const setIndexedUpTo = db.prepare<[number]>('UPDATE search_indexed SET up_to = ?');

  function saveTerms(id: number, terms: Terms): void {
    const numbers = joinTerms(terms.numbers);
    const words = joinTerms(terms.words);
    const previous = storedTerms.get(id);
    if (previous?.numbers === numbers && previous.words === words) return;
    if (previous === undefined) insertTerms([id, numbers, words]);
    else updateTerms.run(numbers, words, id);
    if (id >= (indexedUpTo.get()?.id ?? 0) || isPending.get(id) !== undefined) return;
    if (previous !== undefined) removeFromIndex.run(indexIdOf(id));
    markPending.run(id);
  }

  const indexRows = db.transaction((rows: ReturnType<typeof nextUnindexed.all>): void => {
    // Newest first, which is ascending in the index: with each descending id the index would flush what it has
    // gathered.
    for (const { id, named, numbers, words } of rows.toSorted((a, b) => b.id - a.id)) {
      insertTokens.run(indexIdOf(id), [...tokensOfRow(numbers, words)].join(' '));
      if (named === 1) clearPending.run(id);
    }
    const newIds = rows.filter(({ named }) => named === 0).map(({ id }) => id);
    if (newIds.length > 0) setIndexedUpTo.run(Math.max(...newIds) + 1);
  });

  const resetIndex = db.transaction((): void => {
    db.exec("INSERT INTO search (search) VALUES ('delete-all'); DELETE FROM search_pending");
    setIndexedUpTo.run(0);
  });

  return {
    /** Rebuilds a damaged index: all rows are pending, and compared one by one until indexed. */
    rebuild: resetIndex,
    /** Replaces the captured terms: the entry's key and the body of its request. */
    putRequest: (seq: number, key: string, body: unknown): void => saveTerms(capturedRow(seq), termsOf(key, body)),
    /** Adds numbers the service assigned to the entry. Earlier ones stay, since a parcel may carry one of them. */
    addNumbers(seq: number, assigned: readonly (string | null)[]): void {
      const id = assignedRow(seq);
      const numbers = termsIn(storedTerms.get(id)?.numbers ?? '');
      for (const number of numbersOf(assigned)) numbers.add(number);
      if (numbers.size > 0) saveTerms(id, { numbers, words: new Set() });
    },
    /**
     * Restores a row of `search_terms` from another file, and schedules its terms to be indexed here. The row must not
     * exist here yet.
     */
    restoreRow(id: number, numbers: string, words: string): void {
      insertTerms([id, joinTerms(termsIn(numbers)), joinTerms(termsIn(words))]);
      if (id < (indexedUpTo.get()?.id ?? 0)) markPending.run(id);
    },
    /** Indexes the next batch once there are enough rows; returns whether there is more. */
    processBatch(): boolean {
      // Checked after each change, and usually there are too few.
      if (nthUnindexed.get(minBatchRows - 1) === undefined) return false;
      const rows = nextUnindexed.all(batchSize);
      indexRows(rows);
      return rows.length === batchSize;
    },
  };
}
export type SearchIndex = ReturnType<typeof searchIndex>;

const joinTerms = (terms: ReadonlySet<string>): string => ` ${[...terms].join(' ')} `;
