import type { Sqlite } from '../database/open-sqlite.ts';

/**
 * Which entries were captured in a time: they are numbered in the order they were captured, so it is a range of numbers, and each entry
 * stands in one day even where the clock was set back between two. Found by halving: the number of entries does not matter.
 */
export function capturedRange(db: Sqlite) {
  const last = db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM entry');
  const next = db.prepare<[number], { seq: number; at: number }>(
    'SELECT seq, captured_at AS at FROM entry WHERE seq >= ? ORDER BY seq LIMIT 1',
  );

  /** the number of the first entry captured at a time or later */
  function firstAt(time: number): number {
    let low = 1;
    let high = (last.get()?.seq ?? 0) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const entry = next.get(middle);
      if (entry === undefined || entry.at >= time) high = middle;
      else low = entry.seq + 1;
    }
    return low;
  }

  /** Numbers from `first` up to, and without, `end`. */
  return ({ since, until }: { since?: number | undefined; until?: number | undefined }) => ({
    first: since === undefined ? 0 : firstAt(since),
    end: until === undefined ? Number.MAX_SAFE_INTEGER : firstAt(until),
  });
}
