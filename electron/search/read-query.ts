import { compactNumber, wordsOf } from './fold-text.ts';

/** The typed text, prepared for comparison with the terms of entries. */
export interface Query {
  /** the whole text as one number, scanned or typed in groups; empty if it cannot be one */
  number: string;
  /**
   * an entry matches if it contains each of these as part of a word, or (`number`) as part of a number; or if it
   * contains `number` above
   */
  words: readonly { word: string; number: string }[];
  /** the alternative reading if nothing matches; null if there is none */
  alternative: Query | null;
}

// No field of a label is longer; more would cost time without benefit.
const longest = 200;
const maxWords = 8;

/** Null if nothing is left to search for. Every character is literal: none has a special meaning. */
export function readQuery(typed: string): Query | null {
  const all = wordsOf(typed.slice(0, longest));
  const joined = compactNumber(all.join(''));
  const words = [...new Set(all)].slice(0, maxWords).map((word) => ({ word, number: compactNumber(word) }));
  if (words.length === 0) return null;
  const apart = { number: words.length === 1 || isSelective(joined) ? joined : '', words, alternative: null };
  if (!isNumberInGroups(all, joined)) return apart;
  return { number: joined, words: [{ word: joined, number: joined }], alternative: apart };
}

/** Whether few numbers contain this piece. */
export const isSelective = (number: string): boolean => number.length >= 4 && /\d/.test(number);

// Searched group by group, a phone number would read the longest lists of the index, and match others that happen to
// have the same groups.
function isNumberInGroups(parts: readonly string[], joined: string): boolean {
  if (parts.length < 2 || parts.some((part) => part.length > 4)) return false;
  const digits = joined.replaceAll(/\D/g, '').length;
  return digits === joined.length ? digits >= 6 : parts.length > 2 && joined.length >= 8 && digits * 2 >= joined.length;
}
