import type { Sqlite } from './open-sqlite.ts';

/**
 * Finds the number (`seq`) of the first row written at a time or later, of a table whose rows are numbered in the order they were written: a
 * day is a range of numbers then, and each row stands in one day even where the clock was set back between two. Found by halving, always at
 * the same numbers, so that rows written later move no day that is over: the number of rows does not matter. One beyond the last where
 * there is none. `table` and `at`, its column of times (ms), are names of the schema.
 */
export function firstNumberAt(db: Sqlite, table: string, at: string): (time: number) => number {
  const last = db.prepare<[], { seq: number | null }>(`SELECT max(seq) AS seq FROM ${table}`);
  const next = db.prepare<[number], { seq: number; at: number }>(
    `SELECT seq, ${at} AS at FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT 1`,
  );
  return (time) => {
    let low = 1;
    // a power of two: where more rows need a greater one, all that it asks before these are beyond the last
    let high = 2 ** Math.ceil(Math.log2((last.get()?.seq ?? 0) + 1));
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = next.get(middle);
      if (row === undefined || row.at >= time) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
