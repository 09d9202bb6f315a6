import { firstNumberAt } from '../database/numbered-in-time.ts';
import type { Sqlite } from '../database/open-sqlite.ts';

/** Which entries were captured in a time: numbers from `first` up to, and without, `end`. */
export function capturedRange(db: Sqlite) {
  const firstAt = firstNumberAt(db, 'entry', 'captured_at');
  return ({ since, until }: { since?: number | undefined; until?: number | undefined }) => ({
    first: since === undefined ? 0 : firstAt(since),
    end: until === undefined ? Number.MAX_SAFE_INTEGER : firstAt(until),
  });
}
