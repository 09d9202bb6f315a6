import { z } from 'zod';
import type { ImportMapping } from '../../shared/import/import-steps.ts';

const headings = z.record(z.string(), z.string());
/** Headings that are kept for each kind; the ones used longest ago go first. */
const most = 500;

const bare = (heading: string): string => heading.trim().toLowerCase();

/** Where columns of these headings went last, whatever stood beside them; what was remembered before may be anything. */
export function withHeadings(
  before: unknown,
  columns: readonly string[],
  mapping: ImportMapping,
): Record<string, string> {
  const known = new Map(Object.entries(headings.safeParse(before).data ?? {}));
  for (const [at, column] of columns.entries()) {
    const path = mapping[at];
    known.delete(bare(column));
    if (bare(column) !== '' && path !== null && path !== undefined) known.set(bare(column), path);
  }
  return Object.fromEntries([...known].slice(-most));
}

/** A guessed mapping with the columns a person once mapped where that person did; a guess yields its field to them. */
export function mapKnown(
  before: unknown,
  columns: readonly string[],
  guessed: ImportMapping,
  isField: (path: string) => boolean,
): ImportMapping {
  const known = new Map(Object.entries(headings.safeParse(before).data ?? {}));
  const taken = new Set<string>();
  const own = columns.map((column) => {
    const path = known.get(bare(column));
    if (path === undefined || taken.has(path) || !isField(path)) return null;
    taken.add(path);
    return path;
  });
  return own.map((path, at) => {
    const guess = guessed[at] ?? null;
    return path ?? (guess !== null && taken.has(guess) ? null : guess);
  });
}
