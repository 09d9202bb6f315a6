import type { Sqlite } from '../database/open-sqlite.ts';

/** Steps of histories from the number `first` up to, and without, `end`. */
export interface StepRange {
  first: number;
  end: number;
}

/**
 * Which steps belong to a time: histories are numbered in the order they were written, so a day is a range of numbers, and each step
 * stands in one day even where the clock was set back between two. Found by halving: the number of steps does not matter.
 */
export function stepRanges(db: Sqlite) {
  const last = db.prepare<[], { seq: number | null }>('SELECT max(seq) AS seq FROM history');
  const next = db.prepare<[number], { seq: number; at: number }>(
    'SELECT seq, at FROM history WHERE seq >= ? ORDER BY seq LIMIT 1',
  );

  /** the number of the first step at or after a time */
  function firstAt(time: number): number {
    let low = 1;
    let high = (last.get()?.seq ?? 0) + 1;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const step = next.get(middle);
      if (step === undefined || step.at >= time) high = middle;
      else low = step.seq + 1;
    }
    return low;
  }
  return ({ from, to }: { from: number; to: number }): StepRange => ({ first: firstAt(from), end: firstAt(to) });
}
