import type { Sqlite } from './open-sqlite.ts';

/**
 * Hides a parameter's value from SQLite's query planner. If SQLite plans by the value of a bare parameter (of a LIMIT,
 * or compared with an index), it replans the statement at each execution, which takes several times as long as the
 * query.
 */
export const opaqueIntParam = (parameter = '?'): string => `(${parameter} + 0)`;
export const opaqueTextParam = (parameter = '?'): string => `(${parameter} || '')`;

/**
 * Finds the number (`seq`) of the first row written at a time or later, in a table numbered in the order of writing: a
 * day is a range of numbers, and each row belongs to one day even if the clock was set back between two. Bisects,
 * always at the same numbers, so that later rows move no past day, at a cost that hardly depends on the number of rows.
 * Returns one past the last number if there is none. `table` and `at`, its time column (ms), are names of the schema.
 */
export function createFirstNumberFinder(db: Sqlite, table: string, at: string): (time: number) => number {
  const last = db.prepare<[], { seq: number | null }>(`SELECT max(seq) AS seq FROM ${table}`);
  const next = db.prepare<[number], { seq: number; at: number }>(
    `SELECT seq, ${at} AS at FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT 1`,
  );
  return (time) => {
    let low = 1;
    // a power of two: once more rows need a larger one, the probes before these lie beyond the last row
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
