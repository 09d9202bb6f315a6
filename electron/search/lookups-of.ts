import { isSelective, type Query } from './read-query.ts';
import { endToken, isRun, longestEnd, longestStart, startToken, tokensWithin, wholeToken } from './tokens.ts';

/** One look into the index: an expression of its tokens, and whether having them proves the hit. */
export interface Lookup {
  match: string;
  proves: boolean;
}

/** Everything that a query means. */
export function anywhere({ number, words }: Query): Lookup {
  const each = words.map((part) => anyOf([part.word, part.number]));
  const ways = [each.join(' AND ')];
  // The numbers the service gave stand in a row of their own: an entry with one of them and a word is looked up by that number.
  if (words.length > 1) {
    ways.push(...[number, ...words.map((part) => part.number)].filter(isSelective).map((piece) => anyOf([piece])));
  }
  const [only, ...others] = words;
  const proves = only !== undefined && others.length === 0 && only.word === only.number && isRun(only.word);
  return { match: ways.map((way) => `(${way})`).join(' OR '), proves };
}

export const wholeNumber = (number: string): Lookup => ({ match: quoted(wholeToken(number)), proves: true });

export function startOfNumber(number: string): Lookup {
  return { match: quoted(startToken(number)), proves: number.length <= longestStart };
}

export function endOfNumber(number: string): Lookup {
  return { match: quoted(endToken(number)), proves: number.length <= longestEnd };
}

function anyOf(pieces: readonly string[]): string {
  const ways = [...new Set(pieces)].filter((piece) => piece !== '').map((piece) => tokensWithin(piece).map(quoted));
  return `(${ways.map((tokens) => `(${tokens.join(' AND ')})`).join(' OR ')})`;
}

const quoted = (token: string): string => `"${token.replaceAll('"', '""')}"`;
