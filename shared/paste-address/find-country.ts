import { countryOf } from '../countries/country-names.ts';
import { cityCountries, territories } from '../countries/country-codes.ts';
import { foldName } from '../countries/fold-name.ts';
import { isProvince } from './provinces.ts';
import type { Piece } from './read-block.ts';

export interface CountryFound {
  code: string;
  sure: boolean;
  pieces: Piece[];
}

// A two-letter country code at the end of a line that is also a province's short form: Illinois or Israel?
const alsoProvince = (text: string): boolean =>
  ['US', 'CA', 'AU', 'BR', 'IN'].some((country) => isProvince(text, country));

/**
 * Finds the country, from the end of the block, by its name in any language or by its code; undefined if the block
 * names none. A territory is uncertain, since it may be a province of another country, and so is a country at an
 * unusual place.
 */
export function findCountry(pieces: readonly Piece[], hint: string | undefined): CountryFound | undefined {
  for (let index = pieces.length - 1; index > 0; index--) {
    const piece = pieces[index];
    if (piece === undefined) continue;
    const code = countryOf(piece.text.replace(/[.\s]+$/, ''));
    const others = [...pieces.slice(0, index), ...pieces.slice(index + 1)];
    if (code !== undefined) {
      if (hint !== undefined && hint !== code && isProvince(piece.text, hint)) continue;
      const ownLine = pieces.filter(({ line }) => line === piece.line).length === 1;
      const short = /^[A-Z]{2}$/.test(piece.text);
      // A city and its country may share a name; only a second mention, or the code, is proof.
      const doubtful = short
        ? !ownLine && alsoProvince(piece.text)
        : territories.has(code) || isSomeProvince(piece.text);
      const isAlsoCity = cityCountries.has(code) && !short && !others.some(({ text }) => mentions(text, piece.text));
      const atEnd = index === pieces.length - 1;
      return {
        code,
        sure: atEnd && !doubtful && (hint === undefined || hint === code),
        pieces: isAlsoCity ? [...pieces] : others,
      };
    }
    const behind = countryBehind(piece.text);
    if (behind) return { code: behind.code, sure: false, pieces: pieces.with(index, { ...piece, text: behind.rest }) };
  }
  return undefined;
}

const mentions = (text: string, name: string): boolean => foldName(text).includes(foldName(name));
const isSomeProvince = (text: string): boolean => ['US', 'MX', 'IN'].some((country) => isProvince(text, country));

/** "10178 Berlin Germany": a country name after a text with a postcode. */
function countryBehind(text: string): { code: string; rest: string } | undefined {
  const words = text.split(' ');
  for (let from = Math.max(1, words.length - 4); from < words.length; from++) {
    const rest = words.slice(0, from).join(' ');
    const name = words.slice(from).join(' ');
    if (!/\p{Nd}/u.test(rest) || !/\p{L}/u.test(rest) || / (?:of|de|di|du|do|da)$/i.test(rest) || name.length < 3)
      continue;
    const code = countryOf(name);
    if (code !== undefined && !isSomeProvince(name)) return { code, rest };
  }
  return undefined;
}
