import type { Query } from './read-query.ts';

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
