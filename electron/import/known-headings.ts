import { hash } from 'node:crypto';
import { z } from 'zod';
import type { ImportMapping } from '../../shared/import/import-steps.ts';

const headings = z.record(z.string(), z.string());
/** Headings kept per kind; the least recently used are dropped. */
const maxHeadings = 500;

const hashPattern = /^[0-9a-f]{64}$/;
const keyOf = (heading: string): string => hash('sha256', heading.trim().toLowerCase());

/**
 * Remembered mappings by hash of the heading: the first row of a sheet without headings is an order, including its
 * recipient. Older versions stored the headings themselves.
 */
function parseMemory(before: unknown): Map<string, string> {
  const entries = Object.entries(headings.safeParse(before).data ?? {});
  return new Map(entries.map(([heading, path]) => [hashPattern.test(heading) ? heading : keyOf(heading), path]));
}

/** Records the last target of each heading, independent of other columns; `before` is untrusted. */
export function rememberHeadings(
  before: unknown,
  columns: readonly string[],
  mapping: ImportMapping,
): Record<string, string> {
  const known = parseMemory(before);
  for (const [at, column] of columns.entries()) {
    const path = mapping[at];
    known.delete(keyOf(column));
    if (column.trim() !== '' && path !== null && path !== undefined) known.set(keyOf(column), path);
  }
  return Object.fromEntries([...known].slice(-maxHeadings));
}

/**
 * Overrides a guessed mapping with what a person once chose for each heading; a guess gives up its field to these,
 * except for those that `mustLeave` it in this file.
 */
export function applyRemembered(
  before: unknown,
  columns: readonly string[],
  guessed: ImportMapping,
  isField: (path: string) => boolean,
  mustLeave: (column: number, path: string) => boolean,
): ImportMapping {
  const known = parseMemory(before);
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
