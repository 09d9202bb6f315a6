import { compactNumber, wordsOf } from './fold-text.ts';

/** What was typed, as it is compared with the terms of entries. */
export interface Query {
  /** all of it as one number, scanned or typed in groups; empty where it can be none */
  number: string;
  /** an entry is found that has each of them as part of a word, or (`number`) as part of a number; or that has `number` */
  words: readonly { word: string; number: string }[];
  /** what it means where nothing answers; null where it can mean one thing only */
  otherwise: Query | null;
}

// No field of a label is longer; more would cost time and tell nothing.
const longest = 200;
const maxWords = 8;

/** Null where nothing is left to look for. Every character stands for itself: none has a meaning of its own. */
export function readQuery(typed: string): Query | null {
  const all = wordsOf(typed.slice(0, longest));
  const joined = compactNumber(all.join(''));
  const words = [...new Set(all)].slice(0, maxWords).map((word) => ({ word, number: compactNumber(word) }));
  if (words.length === 0) return null;
  const apart = { number: words.length === 1 || isSelective(joined) ? joined : '', words, otherwise: null };
  if (!isNumberInGroups(all, joined)) return apart;
  return { number: joined, words: [{ word: joined, number: joined }], otherwise: apart };
}

/** Whether few numbers have this piece in them. */
export const isSelective = (number: string): boolean => number.length >= 4 && /\d/.test(number);

// Looked up group by group, a phone number would cost a walk through the longest lists of the index, and find others that
// happen to have the same groups.
function isNumberInGroups(parts: readonly string[], joined: string): boolean {
  if (parts.length < 2 || parts.some((part) => part.length > 4)) return false;
  const digits = joined.replaceAll(/\D/g, '').length;
  return digits === joined.length ? digits >= 6 : parts.length > 2 && joined.length >= 8 && digits * 2 >= joined.length;
}
