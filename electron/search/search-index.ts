import type { Sqlite } from '../database/open-sqlite.ts';
import { capturedRow, givenRow, inIndex } from './row-numbers.ts';
import { numbersOf, termsOf, type Terms } from './terms-of.ts';
import { tokensOf } from './tokens.ts';

// Tokens of many rows cost half as much when they are written together. As many rows as this are quickly compared one by one.
const together = 32;

/** Writes what the search reads; runs inside the transaction that writes the entry. */
export function searchIndex(db: Sqlite) {
  const kept = db.prepare<[number], { numbers: string; words: string }>(
    'SELECT numbers, words FROM search_terms WHERE id = ?',
  );
  const keep = db.prepare<[number, string, string]>(
    `INSERT INTO search_terms (id, numbers, words) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET numbers = excluded.numbers, words = excluded.words`,
  );
  const isPending = db.prepare<[number], { id: number }>('SELECT id FROM search_pending WHERE id = ?');
  const forget = db.prepare<[number]>('DELETE FROM search WHERE rowid = ?');
  const pend = db.prepare<[number]>('INSERT INTO search_pending (id) VALUES (?)');
  const countPending = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM search_pending');
  // The newest first, which is rising in the index: at every step down it would write what it has gathered so far.
  const pending = db.prepare<[], { id: number; numbers: string; words: string }>(
    'SELECT t.id, t.numbers, t.words FROM search_pending p JOIN search_terms t ON t.id = p.id ORDER BY p.id DESC',
  );
  const index = db.prepare<[number, string]>('INSERT INTO search (rowid, tokens) VALUES (?, ?)');
  const nonePending = db.prepare('DELETE FROM search_pending');

  function put(id: number, terms: Terms): void {
    const numbers = spaced(terms.numbers);
    const words = spaced(terms.words);
    const before = kept.get(id);
    if (before?.numbers === numbers && before.words === words) return;
    keep.run(id, numbers, words);
    if (before === undefined || isPending.get(id) === undefined) {
      if (before !== undefined) forget.run(inIndex(id));
      pend.run(id);
    }
    if ((countPending.get()?.n ?? 0) >= together) indexPending();
  }

  function indexPending(): void {
    for (const { id, numbers, words } of pending.all()) {
      index.run(inIndex(id), [...tokensOf({ numbers: termsIn(numbers), words: termsIn(words) })].join(' '));
    }
    nonePending.run();
  }

  return {
    /** What was captured: the entry's key and the body of its request, in place of what stood there before. */
    putRequest: (seq: number, key: string, body: unknown): void => put(capturedRow(seq), termsOf(key, body)),
    /** Numbers the service gave the entry. Those it gave before stay: one of them may be on a parcel. */
    addNumbers(seq: number, given: readonly (string | null)[]): void {
      const id = givenRow(seq);
      const numbers = termsIn(kept.get(id)?.numbers ?? '');
      for (const number of numbersOf(given)) numbers.add(number);
      if (numbers.size > 0) put(id, { numbers, words: new Set() });
    },
    /** A row of `search_terms` as another file held it: its terms come into the index of this one. */
    putBack: (id: number, numbers: string, words: string): void =>
      put(id, { numbers: termsIn(numbers), words: termsIn(words) }),
  };
}
export type SearchIndex = ReturnType<typeof searchIndex>;

const spaced = (terms: ReadonlySet<string>): string => ` ${[...terms].join(' ')} `;
const termsIn = (spacedTerms: string): Set<string> => new Set(spacedTerms.split(' ').filter((term) => term !== ''));
