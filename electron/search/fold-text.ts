const plain = /^[\x20-\x7e]*$/;
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
const alikeLetters = new RegExp(`[${Object.keys(equivalentLetters).join('')}]`, 'gu');
const digits = /(?![0-9])\p{Nd}/gu;

/**
 * Normalizes a text for comparison: without case, accents, invisible characters and width variants, every digit as 0-9.
 * A folded text can be searched in another by comparing characters.
 */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .toWellFormed()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(controls, ' ')
    .toLowerCase()
    .replace(alikeLetters, (letter) => equivalentLetters[letter] ?? letter)
    .replace(digits, asciiDigit)
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
  const place = code % 16;
  const fromSix = place >= 6 && !/\p{Nd}/u.test(String.fromCodePoint(code - place));
  return String(fromSix ? place - 6 : place);
}
