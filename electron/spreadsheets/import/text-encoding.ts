import { findTable } from './find-table.ts';
import { readCsv } from './read-csv.ts';

/** A file decoded with one encoding, and how plausible its text is. */
interface EncodingFit {
  encoding: string;
  text: string;
  /** share of the non-ASCII characters that are typical of texts in the encoding, 0 to 1 */
  typicalShare: number;
  /** number of headings with non-ASCII letters that are understood */
  understoodHeadings: number;
}

/** The encoding guessed for a text file, and whether another one fits about as well. */
export interface EncodingGuess {
  encoding: string;
  text: string;
  /** encodings with which the file can be decoded, the best first */
  candidates: string[];
  /** a line with non-ASCII letters, to show how they were read */
  sample: string;
  isCertain: boolean;
}

const bytesConsidered = 200_000;
const minTypicalShare = 0.7;

/** Whether two bytes are a character in daily use: one of the first level of the encoding's standard. */
type IsDailyUse = (lead: number, trail: number) => boolean;
const twoByteEncodings: Readonly<Record<string, IsDailyUse>> = {
  // KS X 1001 Hangul. The narrowest range comes first: of encodings that fit equally, the first is chosen.
  'euc-kr': (lead, trail) => (lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1) || lead === 0xa1,
  // GB 2312 level 1, and its punctuation
  gb18030: (lead) => (lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3,
  // Big5 level 1, and its punctuation
  big5: (lead) => (lead >= 0xa4 && lead <= 0xc6) || lead === 0xa1,
  // JIS X 0208 level 1, kana and punctuation
  shift_jis: (lead) => lead >= 0x81 && lead <= 0x97,
  'euc-jp': (lead) => (lead >= 0xb0 && lead <= 0xcf) || lead === 0xa4 || lead === 0xa5 || lead === 0xa1,
};

const oneByteEncodings = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'windows-1253',
  'windows-1257',
] as const;
/** Non-ASCII letters and signs in texts of the languages of each encoding. */
const lettersByEncoding: Readonly<Record<(typeof oneByteEncodings)[number], RegExp>> = {
  'windows-1252': /[äöüßéèêëàâîïôûùçœæñáíóúãõåøÄÖÜÉÈÊÀÂÎÔÇÑÁÍÓÚÃÕÅØÆ°ºª’–“”„€´]/u,
  'windows-1250': /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻčďěňřšťůžýáéíúČĎĚŇŘŠŤŮŽÝÁÉÍÚőűŐŰăâîşţĂÂÎŞŢđĐäöüßÄÖÜ°’–“”„€]/u,
  'windows-1251': /[а-яА-ЯёЁіїєґІЇЄҐўЎјЈљњЉЊћђ№«»–—]/u,
  'windows-1254': /[ğışçöüĞİŞÇÖÜâîû°’–“”€]/u,
  'windows-1253': /[α-ωΑ-Ωά-ώΆΈ-Ώ°’–“”€]/u,
  'windows-1257': /[āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽąęėįųĄĘĖĮŲõäöüÕÄÖÜ°’–“”„€]/u,
};

function tryDecode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Share of the two-byte characters that are in daily use and not inside a Latin word, 0 to 1. */
function typicalCharacterShare(bytes: Uint8Array, isDailyUse: IsDailyUse): number {
  let [totalCount, typicalCount] = [0, 0];
  const isLatin = (byte: number | undefined): boolean => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122;
  for (let index = 0; index < Math.min(bytes.length, bytesConsidered); index++) {
    const lead = bytes[index] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[index + 1] ?? 0;
    totalCount += 1;
    if (isDailyUse(lead, trail) && !(isLatin(bytes[index - 1]) && isLatin(bytes[index + 2]))) typicalCount += 1;
    index += 1;
  }
  return totalCount === 0 ? 0 : typicalCount / totalCount;
}

/** Share of the non-ASCII letters that are typical of the encoding, in words with plausible script and case, 0 to 1. */
function typicalLetterShare(text: string, letterPattern: RegExp): number {
  let [totalCount, typicalCount] = [0, 0];
  for (const [word] of text.slice(0, bytesConsidered).matchAll(/[^\x00-\x40\x5b-\x60\x7b-\x7f]+/gu)) {
    const nonAsciiLetters = [...word].filter((letter) => letter > '\x7f');
    if (nonAsciiLetters.length === 0) continue;
    const asciiCount = word.length - nonAsciiLetters.length;
    const otherAlphabetCount = nonAsciiLetters.filter((letter) =>
      /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letter),
    ).length;
    // letters of two alphabets in one word are not plausible; neither is a Latin word of mostly non-ASCII letters
    const isMixed =
      (otherAlphabetCount > 0 && asciiCount > 0) ||
      (otherAlphabetCount === 0 && word.length >= 4 && nonAsciiLetters.length > word.length / 2);
    // a capital after a small letter is not plausible
    const hasPlausibleCase = !/\p{Ll}\p{Lu}/u.test(word);
    totalCount += nonAsciiLetters.length;
    if (!isMixed && hasPlausibleCase)
      typicalCount += nonAsciiLetters.filter((letter) => letterPattern.test(letter)).length;
  }
  return totalCount === 0 ? 0 : typicalCount / totalCount;
}

function countUnderstoodHeadings(text: string): number {
  try {
    const { titles } = findTable(readCsv(text.slice(0, 20_000)));
    return findTable([titles.map((title) => (/[^\x00-\x7f]/.test(title) ? title : ''))]).understoodCount;
  } catch {
    return 0;
  }
}

/**
 * Guesses the encoding of a text that is not UTF-8, by the headings that are understood and by how typical its
 * non-ASCII characters are. Null if the bytes are valid in no encoding.
 */
export function findEncoding(bytes: Uint8Array): EncodingGuess | null {
  const fits: EncodingFit[] = [];
  for (const [encoding, isDailyUse] of Object.entries(twoByteEncodings)) {
    const text = tryDecode(bytes, encoding);
    if (text !== null)
      fits.push({
        encoding,
        text,
        typicalShare: typicalCharacterShare(bytes, isDailyUse),
        understoodHeadings: countUnderstoodHeadings(text),
      });
  }
  for (const encoding of oneByteEncodings) {
    const text = tryDecode(bytes, encoding);
    if (text !== null)
      fits.push({
        encoding,
        text,
        typicalShare: typicalLetterShare(text, lettersByEncoding[encoding]),
        understoodHeadings: 0,
      });
  }
  const rankedFits = fits
    .filter(({ text }) => !/[\x00-\x08\x0e-\x1f]/.test(text))
    .sort((a, b) => b.understoodHeadings - a.understoodHeadings || b.typicalShare - a.typicalShare);
  const [best, ...otherFits] = rankedFits;
  if (!best) return null;
  const rivals = otherFits.filter(
    ({ text, typicalShare, understoodHeadings }) =>
      text !== best.text && understoodHeadings >= best.understoodHeadings && typicalShare >= best.typicalShare - 0.15,
  );
  return {
    encoding: best.encoding,
    text: best.text,
    candidates: rankedFits.map(({ encoding }) => encoding),
    sample: sampleOf(best.text),
    isCertain: best.typicalShare >= minTypicalShare && rivals.length === 0,
  };
}

/** The first line with non-ASCII letters. */
export function sampleOf(text: string): string {
  const line = text.split(/[\r\n]+/, 200).find((one) => /[^\x00-\x7f]/.test(one)) ?? '';
  return line.slice(0, 120);
}
