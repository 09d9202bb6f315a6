import { conventionsOf } from './country-habits.ts';
import type { Piece } from './read-block.ts';
import { looksLikeStreet } from './split-street.ts';

export interface PostcodeFound {
  value: string;
  /** Index of its piece, and the rest of that piece. */
  index: number;
  rest: string;
  /** It is at the start of its piece. */
  leads: boolean;
  /** Its line has other pieces. */
  sharesLine: boolean;
  sure: boolean;
}

const ascii = (text: string): string =>
  text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));

/**
 * Finds the postcode in the pieces of an address without contact and country. It is certain if exactly one piece has a
 * pattern of the known country; other texts with digits, at the edge of a line without a street, are guesses.
 */
export function findPostcode(pieces: readonly Piece[], country: string | undefined): PostcodeFound | undefined {
  const shape = conventionsOf(country)?.postcode;
  if (shape) {
    const found = [...pieces.entries()].flatMap(([index, { text }]) => {
      if (index === 0 && pieces.length > 1) return [];
      const parts = atEdge(text, (word) => shape.test(ascii(word).replace(/^(?:〒|[A-Z]{1,2}-(?=\d))/i, '')));
      return parts && !(looksLikeStreet(parts.rest) && parts.rest !== '') ? [{ ...parts, index }] : [];
    });
    const last = found.at(-1);
    if (last)
      return {
        ...last,
        value: last.value.replace(/^〒\s*/, ''),
        sharesLine: inCompany(pieces, last.index),
        sure: found.length === 1,
      };
  }
  for (let index = pieces.length - 1; index > 0; index--) {
    const text = pieces[index]?.text ?? '';
    const parts = atEdge(text, (word) => /^(?=.*\p{Nd})[\p{Nd}A-Z][\p{Nd}A-Z-]{1,9}$/u.test(word));
    const like =
      parts && parts.value.replace(/\P{Nd}/gu, '').length >= 2 && !looksLikeStreet(text) && !/\p{Nd}/u.test(parts.rest);
    if (like) return { ...parts, index, sharesLine: inCompany(pieces, index), sure: false };
  }
  return undefined;
}

const inCompany = (pieces: readonly Piece[], index: number): boolean =>
  pieces.filter(({ line }) => line === pieces[index]?.line).length > 1;

/** The longest run of at most three words, at the start or end of a text, that fits. */
function atEdge(
  text: string,
  fits: (word: string) => boolean,
): { value: string; rest: string; leads: boolean } | undefined {
  const words = text.split(' ');
  for (let count = Math.min(3, words.length); count > 0; count--) {
    const head = words.slice(0, count).join(' ');
    const tail = words.slice(-count).join(' ');
    const clean = (rest: readonly string[]): string => rest.join(' ').replace(/^[\s–-]+|[\s–-]+$/g, '');
    if (fits(head)) return { value: head, rest: clean(words.slice(count)), leads: true };
    if (fits(tail)) return { value: tail, rest: clean(words.slice(0, -count)), leads: false };
  }
  return undefined;
}
