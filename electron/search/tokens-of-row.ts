import { wordsOf } from './fold-text.ts';
import { tokensOf } from './tokens.ts';

/**
 * Characters of a code and its name that the SKU index covers; the rest of a name is found only among the most used.
 */
const maxCharacters = 500;

/** Index tokens of a row of `search_terms`, whose terms are separated by spaces. */
export const tokensOfRow = (numbers: string, words: string): Set<string> =>
  tokensOf({ numbers: termsIn(numbers), words: termsIn(words) });

export const termsIn = (spacedTerms: string): Set<string> =>
  new Set(spacedTerms.split(' ').filter((term) => term !== ''));

/** Index tokens of a line of the SKU list, from its folded code and name. */
export const tokensOfSku = (folded: string): Set<string> =>
  tokensOf({ numbers: new Set(), words: new Set(wordsOfSku(folded)) });

const wordsOfSku = (folded: string): string[] => wordsOf(folded.slice(0, maxCharacters).toWellFormed());

/** The same words, separated by spaces. */
export const skuWords = (folded: string): string => wordsOfSku(folded).join(' ');
