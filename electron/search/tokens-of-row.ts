import { wordsOf } from './fold-text.ts';
import { tokensOf } from './tokens.ts';

/** Characters of a code and its name that the index of SKUs knows; more of a name is found among the most used alone. */
const maxCharacters = 500;

/** What the index of the search holds of a row of `search_terms`, whose terms are parted by spaces. */
export const tokensOfRow = (numbers: string, words: string): Set<string> =>
  tokensOf({ numbers: termsIn(numbers), words: termsIn(words) });

export const termsIn = (spacedTerms: string): Set<string> =>
  new Set(spacedTerms.split(' ').filter((term) => term !== ''));

/** What the index of the list of SKUs holds of a line, by its folded code and name. */
export const tokensOfSku = (folded: string): Set<string> =>
  tokensOf({ numbers: new Set(), words: new Set(wordsOfSku(folded)) });

const wordsOfSku = (folded: string): string[] => wordsOf(folded.slice(0, maxCharacters).toWellFormed());

/** The same words, parted by spaces. */
export const skuWords = (folded: string): string => wordsOfSku(folded).join(' ');
