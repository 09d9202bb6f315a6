import type { PageLoader } from './page-loader.ts';

/** Maximum number of halvings: all rows of a list may lie in a small part of its seq range. */
const maxTries = 10;

/** The contiguous rows read of a list, and the length of the list; null if unknown. */
interface Part {
  isTop: boolean;
  isEnd: boolean;
  read: number;
  count: number | null;
}

/** Number of rows above a part: exact at either end of the list, otherwise `rowsBefore`, and at least `least`. */
export function rowsAbove({ isTop, isEnd, read, count }: Part, rowsBefore: number, least: number): number {
  if (isTop) return 0;
  return Math.max(least, isEnd && count !== null ? count - read : rowsBefore);
}

/**
 * Whether rows `first` to `end`, relative to the part's first, are more than a page (`page` rows) outside the part, so
 * that they are not reached by reading on.
 */
export function isFar({ isTop, isEnd, read, count }: Part, first: number, end: number, page: number): boolean {
  if (count === null || read === 0) return false;
  return (end < -page && !isTop) || (first > read + page && !isEnd);
}

interface FarPage<Row> {
  rows: readonly Row[];
  /** The page ends the list. */
  isEnd: boolean;
  /** Place the page was read from: its first row's or an earlier one. */
  from: number;
}

interface FarTarget {
  /** Number of rows above the wanted page. */
  at: number;
  /** Number of rows in the list. */
  count: number;
  /** Place of the list's first row. */
  top: number;
  limit: number;
}

/**
 * Reads a page far from the rows read, at about the scroll bar's position. Rows are not counted, which would take
 * longer the further down they are: the position is interpolated from their seqs. Null if the desk did not answer or
 * the list is empty.
 */
export async function readFarPage<Row extends { seq: number }>(
  loader: PageLoader<Row>,
  { at, count, top, limit }: FarTarget,
): Promise<FarPage<Row> | null> {
  const placeOf = (seq: number) => (loader.newestFirst ? -seq : seq);
  const lowest = await loader.page(null, true, 1);
  const bottom = lowest?.rows.at(-1);
  if (bottom === undefined) return null;
  const low = top;
  let high = placeOf(bottom.seq);
  let from = Math.round(low + ((high - low) * at) / Math.max(1, count - 1));
  for (let tries = 0; ; tries++) {
    const beyond = from - 1;
    const page = await loader.page(loader.newestFirst ? -beyond : beyond, false, limit);
    if (page === null) return null;
    const isEnd = page.next === null;
    const isTooFar = isEnd && count - page.rows.length > at + limit;
    if (!isTooFar || tries === maxTries) return { rows: page.rows, isEnd, from };
    high = from;
    from = Math.floor((low + high) / 2);
  }
}
