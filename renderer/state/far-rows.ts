import type { PageLoader } from './page-loader.ts';

/** As many halvings at most: a list may have all its rows in a small part of its names. */
const maxTries = 10;

/** The rows of a list that were read, one after the other, and how many the list has; null: not known. */
interface Part {
  isTop: boolean;
  isEnd: boolean;
  read: number;
  count: number | null;
}

/** How many rows stand above a part: exact at either end of the list, else `told` and `least` at least. */
export function rowsAbove({ isTop, isEnd, read, count }: Part, rowsBefore: number, least: number): number {
  if (isTop) return 0;
  return Math.max(least, isEnd && count !== null ? count - read : rowsBefore);
}

/** Whether rows `first` to `end`, counted from the part's first, are too far from it to be reached by reading on, by pages of `page`. */
export function isFar({ isTop, isEnd, read, count }: Part, first: number, end: number, page: number): boolean {
  if (count === null || read === 0) return false;
  return (end < -page && !isTop) || (first > read + page && !isEnd);
}

interface FarRows<Row> {
  rows: readonly Row[];
  /** the page ends the list */
  isEnd: boolean;
  /** from which place on it was read, its first row's or one before it */
  from: number;
}

interface Far {
  /** how many rows of the list stand above the page that is wanted */
  at: number;
  /** how many rows the list has */
  count: number;
  /** place of its first row */
  top: number;
  limit: number;
}

/**
 * A page far from what was read of a list, about where the scroll bar says. Rows are not counted off, which would take the longer the
 * further down: their names tell about where they stand. null: the desk did not answer, or the list has no rows.
 */
export async function readFar<Row extends { seq: number }>(
  loader: PageLoader<Row>,
  { at, count, top, limit }: Far,
): Promise<FarRows<Row> | null> {
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
