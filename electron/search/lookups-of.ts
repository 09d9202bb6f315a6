import { isSelective, type Query } from './read-query.ts';
import { endToken, isEnd, isRun, isStart, startToken, tokensWithin, wholeToken } from './tokens.ts';

/** One look into the index: an expression of its tokens, and whether having them proves the hit. */
export interface Lookup {
  match: string;
  proves: boolean;
}

/** Everything that a query means and one row of the index has. */
export function anywhere({ words }: Query): Lookup {
  const [only] = words;
  if (only !== undefined && words.length === 1) {
    const match = anyOf([only.word, only.number].map(tellingTokens));
    return { match, proves: only.word === only.number && isRun(only.word) };
  }
  // The longest first: long runs are rare, and the rare ones decide how far the others are read.
  const longestFirst = words.toSorted((a, b) => b.word.length - a.word.length);
  const each = longestFirst.map(({ word, number }) => anyOf([word, number].map(tellingTokens)));
  return { match: each.join(' AND '), proves: false };
}

// What is found is compared anyway, so one run is enough where it is long; where runs are short, both leave few to compare.
function tellingTokens(piece: string): string[] {
  return [...piece].length < 8 ? tokensWithin(piece) : tokensWithin(piece).slice(-1);
}

/** Entries to compare for what stands in two rows: words that were captured, with part of a number the service gave. */
export function acrossRows({ words }: Query): Lookup | null {
  const numbers = words.map((part) => part.number).filter(isSelective);
  if (words.length === 1 || numbers.length === 0) return null;
  return { match: anyOf(numbers.map(tokensWithin)), proves: false };
}

export const wholeNumber = (number: string): Lookup => ({ match: quoted(wholeToken(number)), proves: true });

export function startOfNumber(number: string): Lookup {
  return { match: quoted(startToken(number)), proves: isStart(number) };
}

export function endOfNumber(number: string): Lookup {
  return { match: quoted(endToken(number)), proves: isEnd(number) };
}

function anyOf(ways: readonly (readonly string[])[]): string {
  const all = ways.filter((tokens) => tokens.length > 0).map((tokens) => `(${tokens.map(quoted).join(' AND ')})`);
  return `(${[...new Set(all)].join(' OR ')})`;
}

const quoted = (token: string): string => `"${token.replaceAll('"', '""')}"`;
