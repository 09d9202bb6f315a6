import { firstNumberAt } from '../database/numbered-in-time.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/** Steps of histories from the number `first` up to, and without, `end`. */
export interface StepRange {
  first: number;
  end: number;
}

/** Which steps belong to a time. */
export function stepRanges(db: Sqlite) {
  const firstAt = firstNumberAt(db, 'history', 'at');
  return ({ from, to }: { from: number; to: number }): StepRange => ({ first: firstAt(from), end: firstAt(to) });
}
