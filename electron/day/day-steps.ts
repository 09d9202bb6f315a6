import { createFirstNumberFinder } from '../database/numbered-in-time.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/** History steps numbered from `first` up to, and excluding, `end`. */
export interface StepRange {
  first: number;
  end: number;
}

/** Converts a period (ms) to the range of its history steps. */
export function stepRanges(db: Sqlite) {
  const firstAt = createFirstNumberFinder(db, 'history', 'at');
  return ({ from, to }: { from: number; to: number }): StepRange => ({ first: firstAt(from), end: firstAt(to) });
}
