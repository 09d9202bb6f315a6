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
  ranges: readonly [from: number, to: number][];
}

const printableAscii = /^[\x20-\x7e]*$/;
let segmenter: Intl.Segmenter | undefined;
/** Created on first use: the first segmenter of a process loads the data of all languages. */
const graphemesOf = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' })).segment(text);

/** The first occurrence of a piece in a text, as a range of the original; null if it does not occur. */
export function findHit(text: string, { word, number }: Piece): [from: number, to: number] | null {
  const folded = foldWithRanges(text);
  const asWord = word === '' ? null : rangeOf(folded, word);
  // A match across spaces would find names that were not typed.
  if (asWord !== null || number === '' || !(/\d/.test(number) || !/\s/u.test(text))) return asWord;
  return rangeOf(compactFolded(folded), number);
}

function rangeOf({ folded, ranges }: Folded, piece: string): [number, number] | null {
  const index = folded.indexOf(piece);
  const first = ranges[index];
  const last = ranges[index + piece.length - 1];
  return first === undefined || last === undefined ? null : [first[0], last[1]];
}

function foldWithRanges(text: string): Folded {
  const pieces = printableAscii.test(text)
    ? [...text].map((character, at) => ({ folded: character.toLowerCase(), range: [at, at + 1] as [number, number] }))
    : [...graphemesOf(text)].map(({ segment, index }) => ({
        folded: foldText(segment),
        range: [index, index + segment.length] as [number, number],
      }));
  return {
    folded: pieces.map(({ folded }) => folded).join(''),
    ranges: pieces.flatMap(({ folded, range }) => Array.from({ length: folded.length }, () => range)),
  };
}

function compactFolded({ folded, ranges }: Folded): Folded {
  const units = ranges.flatMap((range, index) => {
    const unit = folded.charAt(index);
    return compactNumber(unit) === '' ? [] : [{ unit, place: range }];
  });
  return { folded: units.map(({ unit }) => unit).join(''), ranges: units.map(({ place: range }) => range) };
}

export interface MarkedResult<Name extends string> {
  shown: Record<Name, MarkedText>;
  by: MatchedField | null;
}

/** Further texts of a result, by field; read only if the shown texts do not contain everything typed. */
type FurtherTexts = () => Iterable<SearchedText>;

/** Marks the typed text in the shown texts of a result, and names one further text with a part missing there. */
export function foundMarker(typed: string) {
  const readings = readingsOf(readQuery(typed));
  return <Name extends string>(
    shown: Readonly<Record<Name, string>>,
    furtherTexts: FurtherTexts = () => [],
  ): MarkedResult<Name> => {
    const texts = Object.values<string>(shown);
    let [pieces, by]: [readonly Piece[], SearchedText | null] = [[], null];
    for (const reading of readings) {
      const coverage = coverPieces(reading, texts, furtherTexts);
      [pieces, by] = [reading, coverage.by];
      if (coverage.isComplete) break;
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
function readingsOf(query: Query | null): (readonly Piece[])[] {
  if (query === null) return [];
  const asNumber = query.number === '' ? [] : [[{ word: query.number, number: query.number }]];
  return [...asNumber, query.words, ...readingsOf(query.alternative)];
}

/**
 * Finds out whether every piece occurs somewhere; `by`: the first further text with a piece that the shown texts lack.
 */
function coverPieces(
  pieces: readonly Piece[],
  shown: readonly string[],
  furtherTexts: FurtherTexts,
): { isComplete: boolean; by: SearchedText | null } {
  const missing = new Set(pieces.filter((piece) => shown.every((text) => findHit(text, piece) === null)));
  let by: SearchedText | null = null;
  if (missing.size === 0) return { isComplete: true, by };
  for (const further of furtherTexts()) {
    const foundHere = [...missing].filter((piece) => findHit(further.text, piece) !== null);
    if (foundHere.length === 0) continue;
    by ??= further;
    for (const piece of foundHere) missing.delete(piece);
    if (missing.size === 0) break;
  }
  return { isComplete: missing.size === 0, by };
}

function markText(text: string, pieces: readonly Piece[]): MarkedText {
  const hits = pieces.map((piece) => findHit(text, piece)).filter((hit) => hit !== null);
  return { text, hits: mergeHits(hits) };
}

/** Sorts hits and merges overlapping ones. */
function mergeHits(hits: readonly [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [from, to] of hits.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}
