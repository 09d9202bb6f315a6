import type { Sqlite } from '../database/open-sqlite.ts';
import { numbersOf, termsOf, type Terms } from './terms-of.ts';
import { tokensOf } from './tokens.ts';

/** Writes the search's index; runs inside the transaction that writes the entry. */
export function searchIndex(db: Sqlite) {
  const forget = db.prepare<[number]>('DELETE FROM search WHERE rowid = ?');
  const index = db.prepare<[number, string]>('INSERT INTO search (rowid, tokens) VALUES (?, ?)');
  const keep = db.prepare<[number, string, string]>(
    'INSERT INTO search_terms (id, numbers, words) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET numbers = excluded.numbers, words = excluded.words',
  );
  const kept = db.prepare<[number], { numbers: string; words: string }>(
    'SELECT numbers, words FROM search_terms WHERE id = ?',
  );

  function put(id: number, terms: Terms): void {
    const numbers = spaced(terms.numbers);
    const words = spaced(terms.words);
    const before = kept.get(id);
    if (before?.numbers === numbers && before.words === words) return;
    if (before !== undefined) forget.run(id);
    keep.run(id, numbers, words);
    index.run(id, [...tokensOf(terms)].join(' '));
  }

  return {
    /** What was captured: the entry's key and the body of its request, in place of what stood there before. */
    putRequest: (seq: number, key: string, body: unknown): void => put(seq * 2, termsOf(key, body)),
    /** Numbers the service gave the entry. Those it gave before stay: one of them may be on a parcel. */
    addNumbers(seq: number, given: readonly (string | null)[]): void {
      const id = seq * 2 + 1;
      const before = kept.get(id)?.numbers.split(' ') ?? [];
      const numbers = new Set([...before, ...numbersOf(given)].filter((number) => number !== ''));
      if (numbers.size > 0) put(id, { numbers, words: new Set() });
    },
  };
}
export type SearchIndex = ReturnType<typeof searchIndex>;

const spaced = (terms: ReadonlySet<string>): string => ` ${[...terms].join(' ')} `;
