import type { Sqlite } from '../../storage/database/open-sqlite.ts';
import { opaqueIntParam } from '../../storage/database/queries.ts';
import { prepareSealedInsert } from '../../storage/database/sealed-write.ts';
import { numbersOf, termsOf, type Terms } from './terms.ts';
import { termsIn, tokensOfRow } from './tokens.ts';

/** Ids of an entry's two rows: its captured content, and the numbers the service assigned later. */
export const capturedRow = (seq: number): number => seq * 2;
export const assignedRow = (seq: number): number => seq * 2 + 1;

/** SQL for the entry of a row. */
export const entryOf = (row: string): string => `(${row} >> 1)`;

// The index reads its lists several times faster in ascending order, and the newest entries are wanted first: its row
// ids descend from here. Room for 134 million rows in four bytes.
const maxRow = 2 ** 28;

/** The index id of a row. */
export const inIndex = (row: number): number => maxRow - row;

/** SQL for the same. */
export const indexOfRow = (row: string): string => `(${maxRow} - ${row})`;

/** SQL for the row of an index id. */
export const rowOfIndex = `(${maxRow} - search.rowid)`;

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
  const kept = db.prepare<[number], { numbers: string; words: string }>(
    'SELECT numbers, words FROM search_terms WHERE id = ?',
  );
  const add = prepareSealedInsert(db, 'search_terms', ['id', 'numbers', 'words']);
  const change = db.prepare<[string, string, number]>('UPDATE search_terms SET numbers = ?, words = ? WHERE id = ?');
  const upTo = db.prepare<[], { id: number }>('SELECT up_to AS id FROM search_indexed');
  const isPending = db.prepare<[number], { id: number }>('SELECT id FROM search_pending WHERE id = ?');
  const forget = db.prepare<[number]>('DELETE FROM search WHERE rowid = ?');
  const pend = db.prepare<[number]>('INSERT INTO search_pending (id) VALUES (?)');
  const toWrite = `SELECT * FROM (SELECT id, 1 AS named FROM search_pending ORDER BY id)
       UNION ALL SELECT * FROM (SELECT id, 0 FROM search_terms WHERE id >= (SELECT up_to FROM search_indexed) ORDER BY id)`;
  const areEnough = db.prepare<[number], { id: number }>(`${toWrite} LIMIT 1 OFFSET ?`);
  const pending = db.prepare<[number], { id: number; named: 0 | 1; numbers: string; words: string }>(
    `SELECT p.id, p.named, t.numbers, t.words FROM (${toWrite} LIMIT ${opaqueIntParam()}) p CROSS JOIN search_terms t ON t.id = p.id`,
  );
  const index = db.prepare<[number, string]>('INSERT INTO search (rowid, tokens) VALUES (?, ?)');
  const notPending = db.prepare<[number]>('DELETE FROM search_pending WHERE id = ?');
  const indexed = db.prepare<[number]>('UPDATE search_indexed SET up_to = ?');

  function put(id: number, terms: Terms): void {
    const numbers = spaced(terms.numbers);
    const words = spaced(terms.words);
    const before = kept.get(id);
    if (before?.numbers === numbers && before.words === words) return;
    if (before === undefined) add([id, numbers, words]);
    else change.run(numbers, words, id);
    if (id >= (upTo.get()?.id ?? 0) || isPending.get(id) !== undefined) return;
    if (before !== undefined) forget.run(inIndex(id));
    pend.run(id);
  }

  const write = db.transaction((rows: ReturnType<typeof pending.all>): void => {
    // Newest first, which is ascending in the index: with each descending id the index would flush what it has
    // gathered.
    for (const { id, named, numbers, words } of rows.toSorted((a, b) => b.id - a.id)) {
      index.run(inIndex(id), [...tokensOfRow(numbers, words)].join(' '));
      if (named === 1) notPending.run(id);
    }
    const fresh = rows.filter(({ named }) => named === 0).map(({ id }) => id);
    if (fresh.length > 0) indexed.run(Math.max(...fresh) + 1);
  });

  const forgetAll = db.transaction((): void => {
    db.exec("INSERT INTO search (search) VALUES ('delete-all'); DELETE FROM search_pending");
    indexed.run(0);
  });

  return {
    /** Rebuilds a damaged index: all rows are pending, and compared one by one until indexed. */
    rebuild: forgetAll,
    /** Replaces the captured terms: the entry's key and the body of its request. */
    putRequest: (seq: number, key: string, body: unknown): void => put(capturedRow(seq), termsOf(key, body)),
    /** Adds numbers the service assigned to the entry. Earlier ones stay, since a parcel may carry one of them. */
    addNumbers(seq: number, given: readonly (string | null)[]): void {
      const id = assignedRow(seq);
      const numbers = termsIn(kept.get(id)?.numbers ?? '');
      for (const number of numbersOf(given)) numbers.add(number);
      if (numbers.size > 0) put(id, { numbers, words: new Set() });
    },
    /**
     * Restores a row of `search_terms` from another file, which must not exist here yet, and has its terms indexed
     * here.
     */
    putBack(id: number, numbers: string, words: string): void {
      add([id, spaced(termsIn(numbers)), spaced(termsIn(words))]);
      if (id < (upTo.get()?.id ?? 0)) pend.run(id);
    },
    /** Indexes the next batch once there are enough rows; returns whether there is more. */
    processBatch(): boolean {
      // Checked after each change, and usually there are too few.
      if (areEnough.get(minBatchRows - 1) === undefined) return false;
      const rows = pending.all(batchSize);
      write(rows);
      return rows.length === batchSize;
    },
  };
}
export type SearchIndex = ReturnType<typeof searchIndex>;

const spaced = (terms: ReadonlySet<string>): string => ` ${[...terms].join(' ')} `;
