import { hash } from 'node:crypto';
import { z } from 'zod';
import type { ImportMapping } from '../../shared/import/import-steps.ts';

const headings = z.record(z.string(), z.string());
/** Headings that are kept for each kind; the ones used longest ago go first. */
const most = 500;

const hashed = /^[0-9a-f]{64}$/;
const keyOf = (heading: string): string => hash('sha256', heading.trim().toLowerCase());

/**
 * What was remembered, by hashes of headings: the first row of a sheet without headings is an order, with its recipient. Older programs kept the
 * headings themselves.
 */
function knownIn(before: unknown): Map<string, string> {
  const entries = Object.entries(headings.safeParse(before).data ?? {});
  return new Map(entries.map(([heading, path]) => [hashed.test(heading) ? heading : keyOf(heading), path]));
}

/** Where columns of these headings went last, whatever stood beside them; what was remembered before may be anything. */
export function withHeadings(
  before: unknown,
  columns: readonly string[],
  mapping: ImportMapping,
): Record<string, string> {
  const known = knownIn(before);
  for (const [at, column] of columns.entries()) {
    const path = mapping[at];
    known.delete(keyOf(column));
    if (column.trim() !== '' && path !== null && path !== undefined) known.set(keyOf(column), path);
  }
  return Object.fromEntries([...known].slice(-most));
}

/**
 * A guessed mapping with the columns a person once mapped where that person did; a guess yields its field to them, but for those that
 * `mustLeave` it in this file.
 */
export function mapKnown(
  before: unknown,
  columns: readonly string[],
  guessed: ImportMapping,
  isField: (path: string) => boolean,
  mustLeave: (column: number, path: string) => boolean,
): ImportMapping {
  const known = knownIn(before);
  const taken = new Set<string>();
  const own = columns.map((column, at) => {
    const path = known.get(keyOf(column));
    if (path === undefined || taken.has(path) || !isField(path) || mustLeave(at, path)) return null;
    taken.add(path);
    return path;
  });
  return own.map((path, at) => {
    const guess = guessed[at] ?? null;
    return path ?? (guess !== null && taken.has(guess) ? null : guess);
  });
}
