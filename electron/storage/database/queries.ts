import type { Sqlite } from './open-sqlite.ts';

/**
 * Hides the value of a parameter from SQLite's query planner. For a bare parameter (of a LIMIT, or compared with an
 * index) SQLite plans the statement again at each execution, which takes several times as long as the query.
 */
export const opaqueIntParam = (parameter = '?'): string => `(${parameter} + 0)`;
export const opaqueTextParam = (parameter = '?'): string => `(${parameter} || '')`;

/**
 * Finds the number (`seq`) of the first row written at a time or later, in a table numbered in the order of writing. So
 * a day is a range of numbers, and each row belongs to exactly one day even if the clock was set back. Bisects always
 * at the same numbers, so that later rows do not change the range of a past day. Returns one past the last number if
 * there is no such row. `table` and `timeColumn` (ms) are names of the schema.
 */
export function createFirstNumberFinder(db: Sqlite, table: string, timeColumn: string): (time: number) => number {
  const selectLast = db.prepare<[], { seq: number | null }>(`SELECT max(seq) AS seq FROM ${table}`);
  const selectNext = db.prepare<[number], { seq: number; at: number }>(
    `SELECT seq, ${timeColumn} AS at FROM ${table} WHERE seq >= ? ORDER BY seq LIMIT 1`,
  );
  return (time) => {
    let low = 1;
    // a power of two, so that the middles stay the same when more rows need a larger one
    let high = 2 ** Math.ceil(Math.log2((selectLast.get()?.seq ?? 0) + 1));
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = selectNext.get(middle);
      if (row === undefined || row.at >= time) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
