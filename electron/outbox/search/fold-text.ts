const printableAscii = /^[\x20-\x7e]*$/;
// Vowel signs of Thai, Indic and other scripts are marks too, but part of the word; only accents, points and harakat
// are removed.
const accents =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\p{Cf}]/gu;
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
// Letters without a decomposition, and letters of one alphabet that its keyboards write with different code points.
const equivalentLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ς: 'σ',
  ک: 'ك',
  ی: 'ي',
  ى: 'ي',
};
const equivalentLetter = new RegExp(`[${Object.keys(equivalentLetters).join('')}]`, 'gu');
const nonAsciiDigits = /(?![0-9])\p{Nd}/gu;

/**
 * Normalizes a text for comparison: without case, accents, invisible characters and width variants, every digit as 0-9.
 * A folded text can be searched in another by comparing characters.
 */
export function foldText(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase();
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(controls, ' ')
    .toLowerCase()
    .replace(equivalentLetter, (letter) => equivalentLetters[letter] ?? letter)
    .replace(nonAsciiDigits, asciiDigit)
    .normalize('NFC');
}

/** The folded words of a text, separated by spaces. */
export function wordsOf(text: string): string[] {
  return foldText(text).split(/\s+/u).filter(Boolean);
}

/** Removes spaces, dashes, dots, slashes, brackets and plus signs from a number, for comparison. Takes folded text. */
export function compactNumber(folded: string): string {
  return folded.replace(/[\s\-+./()\u2010-\u2015]/gu, '');
}

// Unicode places the ten digits of a script together, zero at a code point ending in 0 or 6.
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const position = code % 16;
  const startsAtSix = position >= 6 && !/\p{Nd}/u.test(String.fromCodePoint(code - position));
  return String(startsAtSix ? position - 6 : position);
}

/** The typed text, prepared for comparison with the terms of entries. */
export interface Query {
  /** the whole text as one number, scanned or typed in groups; empty if it cannot be one */
  number: string;
  /**
   * an entry matches if it contains each of these as part of a word, or (`number`) as part of a number; or if it
   * contains `number` above
   */
  words: readonly { word: string; number: string }[];
  /** another reading, used if this one matches nothing; null: none */
  alternative: Query | null;
}

// No field of a label is longer; more would cost time without benefit.
const maxQueryLength = 200;
const maxWords = 8;

/** Null if nothing is left to search for. Every character is literal: none has a special meaning. */
export function readQuery(typed: string): Query | null {
  const typedWords = wordsOf(typed.slice(0, maxQueryLength));
  const joinedNumber = compactNumber(typedWords.join(''));
  const words = [...new Set(typedWords)].slice(0, maxWords).map((word) => ({ word, number: compactNumber(word) }));
  if (words.length === 0) return null;
  const wordQuery = {
    number: words.length === 1 || isSelective(joinedNumber) ? joinedNumber : '',
    words,
    alternative: null,
  };
  if (!isNumberInGroups(typedWords, joinedNumber)) return wordQuery;
  return { number: joinedNumber, words: [{ word: joinedNumber, number: joinedNumber }], alternative: wordQuery };
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
