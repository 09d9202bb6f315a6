import { compactNumber, foldText } from './fold-text.ts';

/** A piece of the typed text: as part of a word, and as part of a number. */
export interface Piece {
  word: string;
  number: string;
}

/** A folded text, and for each of its UTF-16 units the range of the original text it came from. */
interface Folded {
  folded: string;
  places: readonly [from: number, to: number][];
}

const plain = /^[\x20-\x7e]*$/;
let segmenter: Intl.Segmenter | undefined;
/** Created on first use: the first segmenter of a process loads the data of all languages. */
const graphemesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })).segment(text);

/** The first occurrence of a piece in a text, as a range of the original; null if it does not occur. */
export function hitInText(text: string, { word, number }: Piece): [from: number, to: number] | null {
  const folded = foldedOf(text);
  const asWord = word === '' ? null : rangeOf(folded, word);
  // A match across spaces would find names that were not typed.
  if (asWord !== null || number === '' || !(/\d/.test(number) || !/\s/u.test(text))) return asWord;
  return rangeOf(compactOf(folded), number);
}

function rangeOf({ folded, places }: Folded, piece: string): [number, number] | null {
  const at = folded.indexOf(piece);
  const first = places[at];
  const last = places[at + piece.length - 1];
  return first === undefined || last === undefined ? null : [first[0], last[1]];
}

function foldedOf(text: string): Folded {
  const pieces = plain.test(text)
    ? [...text].map((character, at) => ({ folded: character.toLowerCase(), place: [at, at + 1] as [number, number] }))
    : [...graphemesOf(text)].map(({ segment, index }) => ({
        folded: foldText(segment),
        place: [index, index + segment.length] as [number, number],
      }));
  return {
    folded: pieces.map(({ folded }) => folded).join(''),
    places: pieces.flatMap(({ folded, place }) => Array.from({ length: folded.length }, () => place)),
  };
}

function compactOf({ folded, places }: Folded): Folded {
  const kept = places.flatMap((place, at) => {
    const unit = folded.charAt(at);
    return compactNumber(unit) === '' ? [] : [{ unit, place }];
  });
  return { folded: kept.map(({ unit }) => unit).join(''), places: kept.map(({ place }) => place) };
}
