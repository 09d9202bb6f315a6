import type { MatchedField, MarkedText } from '../../shared/contract/search-procedures.ts';
import { hitInText, type Piece } from './hit-in-text.ts';
import { readQuery, type Query } from './read-query.ts';
import type { SearchedText } from './searched-texts.ts';

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
