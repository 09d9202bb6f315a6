import type { MatchedField, MarkedText } from '../../../shared/contract/search-procedures.ts';
import { compactNumber, foldText, readQuery, type Query } from './fold-text.ts';
import type { SearchedText } from './terms.ts';

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

export interface MarkedFound<Name extends string> {
  shown: Record<Name, MarkedText>;
  by: MatchedField | null;
}

/** Further texts of a result, by field; read only if the shown texts do not contain everything typed. */
type More = () => Iterable<SearchedText>;

/** Marks the typed text in the shown texts of a result, and names one further text with a part missing there. */
export function foundMarker(typed: string) {
  const ways = waysToRead(readQuery(typed));
  return <Name extends string>(shown: Readonly<Record<Name, string>>, more: More = () => []): MarkedFound<Name> => {
    const texts = Object.values<string>(shown);
    let [pieces, by]: [readonly Piece[], SearchedText | null] = [[], null];
    for (const way of ways) {
      const placed = placeOf(way, texts, more);
      [pieces, by] = [way, placed.by];
      if (placed.whole) break;
    }
    const marked = Object.entries<string>(shown).map(([name, text]) => [name, markText(text, pieces)]);
    return {
      shown: Object.fromEntries(marked) as Record<Name, MarkedText>,
      by: by && { field: by.field, text: markText(by.text, pieces) },
    };
  };
}
export type FoundMarker = ReturnType<typeof foundMarker>;

/** As one number first, then as words, then in its other reading, in the order used for finding entries. */
function waysToRead(query: Query | null): (readonly Piece[])[] {
  if (query === null) return [];
  const asNumber = query.number === '' ? [] : [[{ word: query.number, number: query.number }]];
  return [...asNumber, query.words, ...waysToRead(query.alternative)];
}

/** Whether every piece occurs somewhere, and the first further text with a piece missing in the shown ones. */
function placeOf(
  pieces: readonly Piece[],
  shown: readonly string[],
  more: More,
): { whole: boolean; by: SearchedText | null } {
  const missing = new Set(pieces.filter((piece) => shown.every((text) => hitInText(text, piece) === null)));
  let by: SearchedText | null = null;
  if (missing.size === 0) return { whole: true, by };
  for (const other of more()) {
    const here = [...missing].filter((piece) => hitInText(other.text, piece) !== null);
    if (here.length === 0) continue;
    by ??= other;
    for (const piece of here) missing.delete(piece);
    if (missing.size === 0) break;
  }
  return { whole: missing.size === 0, by };
}

function markText(text: string, pieces: readonly Piece[]): MarkedText {
  const hits = pieces.map((piece) => hitInText(text, piece)).filter((hit) => hit !== null);
  return { text, hits: joined(hits) };
}

/** Sorts hits and merges overlapping ones. */
function joined(hits: readonly [number, number][]): [number, number][] {
  const apart: [number, number][] = [];
  for (const [from, to] of hits.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else apart.push([from, to]);
  }
  return apart;
}
