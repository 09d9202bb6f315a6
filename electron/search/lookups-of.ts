import { isSelective, type Query } from './read-query.ts';
import { endToken, isEnd, isRun, isStart, startToken, tokensWithin, wholeToken } from './tokens.ts';

/** An index query: an expression of its tokens, and whether matching them proves the hit. */
export interface IndexQuery {
  match: string;
  proves: boolean;
}

/** Entries with every word of a query in one index row. */
export function anywhere({ words }: Query): IndexQuery {
  const [only] = words;
  if (only !== undefined && words.length === 1) {
    const match = anyOf([only.word, only.number].map(tellingTokens));
    return { match, proves: only.word === only.number && isRun(only.word) };
  }
  // Longest first: long runs are rare, and rare tokens limit how far the others are read.
  const longestFirst = words.toSorted((a, b) => b.word.length - a.word.length);
  const each = longestFirst.map(({ word, number }) => anyOf([word, number].map(tellingTokens)));
  return { match: each.join(' AND '), proves: false };
}

// Matches are compared afterwards, so one run suffices if it is long; with short runs, both together leave few to
// compare.
function tellingTokens(piece: string): string[] {
  return [...piece].length < 8 ? tokensWithin(piece) : tokensWithin(piece).slice(-1);
}

/** Candidates with matches in both rows of an entry: captured words, and part of a number the service assigned. */
export function acrossRows({ words }: Query): IndexQuery | null {
  const numbers = words.map((part) => part.number).filter(isSelective);
  if (words.length === 1 || numbers.length === 0) return null;
  return { match: anyOf(numbers.map(tokensWithin)), proves: false };
}

export const wholeNumber = (number: string): IndexQuery => ({ match: quoted(wholeToken(number)), proves: true });

export function startOfNumber(number: string): IndexQuery {
  return { match: quoted(startToken(number)), proves: isStart(number) };
}

export function endOfNumber(number: string): IndexQuery {
  return { match: quoted(endToken(number)), proves: isEnd(number) };
}

function anyOf(ways: readonly (readonly string[])[]): string {
  const all = ways.filter((tokens) => tokens.length > 0).map((tokens) => `(${tokens.map(quoted).join(' AND ')})`);
  return `(${[...new Set(all)].join(' OR ')})`;
}

const quoted = (token: string): string => `"${token.replaceAll('"', '""')}"`;
