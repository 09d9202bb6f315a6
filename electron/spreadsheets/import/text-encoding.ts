import { findTable } from './find-table.ts';
import { readCsv } from './read-csv.ts';

/** How well the text reads that an encoding makes of a file. */
interface Fit {
  encoding: string;
  text: string;
  /** share of the letters beyond ASCII that stand where texts of the encoding have them, 0 to 1 */
  share: number;
  /** headings beyond ASCII that are understood */
  headings: number;
}

/** What a text file was read with, and whether another encoding fits about as well. */
export interface FoundEncoding {
  encoding: string;
  text: string;
  /** encodings that fit, the best first */
  fitting: string[];
  /** a line that shows how letters beyond ASCII were read */
  sample: string;
  isCertain: boolean;
}

const bytesConsidered = 200_000;
const minShare = 0.7;

/** In each of these, the standard's first level: the characters in daily use. */
type Zone = (lead: number, trail: number) => boolean;
const twoByte: Readonly<Record<string, Zone>> = {
  // KS X 1001 Hangul; the narrowest zone is first, since of equals the first is taken
  'euc-kr': (lead, trail) => (lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1) || lead === 0xa1,
  // GB 2312 level 1, and its punctuation
  gb18030: (lead) => (lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3,
  // Big5 level 1, and its punctuation
  big5: (lead) => (lead >= 0xa4 && lead <= 0xc6) || lead === 0xa1,
  // JIS X 0208 level 1, kana and punctuation
  shift_jis: (lead) => lead >= 0x81 && lead <= 0x97,
  'euc-jp': (lead) => (lead >= 0xb0 && lead <= 0xcf) || lead === 0xa4 || lead === 0xa5 || lead === 0xa1,
};

const oneByte = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'windows-1253',
  'windows-1257',
] as const;
/** Letters that texts of the languages of an encoding have, beyond ASCII. */
const letters: Readonly<Record<(typeof oneByte)[number], RegExp>> = {
  'windows-1252': /[äöüßéèêëàâîïôûùçœæñáíóúãõåøÄÖÜÉÈÊÀÂÎÔÇÑÁÍÓÚÃÕÅØÆ°ºª’–“”„€´]/u,
  'windows-1250': /[ąćęłńóśźżĄĆĘŁŃÓŚŹŻčďěňřšťůžýáéíúČĎĚŇŘŠŤŮŽÝÁÉÍÚőűŐŰăâîşţĂÂÎŞŢđĐäöüßÄÖÜ°’–“”„€]/u,
  'windows-1251': /[а-яА-ЯёЁіїєґІЇЄҐўЎјЈљњЉЊћђ№«»–—]/u,
  'windows-1254': /[ğışçöüĞİŞÇÖÜâîû°’–“”€]/u,
  'windows-1253': /[α-ωΑ-Ωά-ώΆΈ-Ώ°’–“”€]/u,
  'windows-1257': /[āčēģīķļņšūžĀČĒĢĪĶĻŅŠŪŽąęėįųĄĘĖĮŲõäöüÕÄÖÜ°’–“”„€]/u,
};

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Share of the characters of two bytes in the zone of daily use that do not stand within a Latin word. */
function shareOfZone(bytes: Uint8Array, isDaily: Zone): number {
  let [all, daily] = [0, 0];
  const isLatin = (byte: number | undefined): boolean => byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122;
  for (let at = 0; at < Math.min(bytes.length, bytesConsidered); at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1] ?? 0;
    all += 1;
    if (isDaily(lead, trail) && !(isLatin(bytes[at - 1]) && isLatin(bytes[at + 2]))) daily += 1;
    at += 1;
  }
  return all === 0 ? 0 : daily / all;
}

/** Share of the letters beyond ASCII that the encoding's languages have, in words of one script. */
function shareOfLetters(text: string, known: RegExp): number {
  let [all, good] = [0, 0];
  for (const [word] of text.slice(0, bytesConsidered).matchAll(/[^\x00-\x40\x5b-\x60\x7b-\x7f]+/gu)) {
    const beyond = [...word].filter((letter) => letter > '\x7f');
    if (beyond.length === 0) continue;
    const latin = word.length - beyond.length;
    const ofAlphabet = beyond.filter((letter) => /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(letter)).length;
    // a word is Latin or not: letters of two alphabets in one word are none of the language's
    const isMixed =
      (ofAlphabet > 0 && latin > 0) || (ofAlphabet === 0 && word.length >= 4 && beyond.length > word.length / 2);
    // a small letter is not followed by a capital
    const isCased = !/\p{Ll}\p{Lu}/u.test(word);
    all += beyond.length;
    if (!isMixed && isCased) good += beyond.filter((letter) => known.test(letter)).length;
  }
  return all === 0 ? 0 : good / all;
}

function headingsIn(text: string): number {
  try {
    const { titles } = findTable(readCsv(text.slice(0, 20_000)));
    return findTable([titles.map((title) => (/[^\x00-\x7f]/.test(title) ? title : ''))]).understood;
  } catch {
    return 0;
  }
}

/**
 * Finds the encoding of a text that is not UTF-8: by headings that are understood, and by the letters in daily use of
 * each encoding's languages. Null if the bytes fit none.
 */
export function findEncoding(bytes: Uint8Array): FoundEncoding | null {
  const fits: Fit[] = [];
  for (const [encoding, zone] of Object.entries(twoByte)) {
    const text = decoded(bytes, encoding);
    if (text !== null) fits.push({ encoding, text, share: shareOfZone(bytes, zone), headings: headingsIn(text) });
  }
  for (const encoding of oneByte) {
    const text = decoded(bytes, encoding);
    if (text !== null) fits.push({ encoding, text, share: shareOfLetters(text, letters[encoding]), headings: 0 });
  }
  const sorted = fits
    .filter(({ text }) => !/[\x00-\x08\x0e-\x1f]/.test(text))
    .sort((a, b) => b.headings - a.headings || b.share - a.share);
  const [best, ...others] = sorted;
  if (!best) return null;
  const rivals = others.filter(
    ({ text, share, headings }) => text !== best.text && headings >= best.headings && share >= best.share - 0.15,
  );
  return {
    encoding: best.encoding,
    text: best.text,
    fitting: sorted.map(({ encoding }) => encoding),
    sample: sampleOf(best.text),
    isCertain: best.share >= minShare && rivals.length === 0,
  };
}

/** The first line with letters beyond ASCII. */
export function sampleOf(text: string): string {
  const line = text.split(/[\r\n]+/, 200).find((one) => /[^\x00-\x7f]/.test(one)) ?? '';
  return line.slice(0, 120);
}
