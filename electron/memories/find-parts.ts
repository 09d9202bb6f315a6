import type { Sqlite } from '../database/open-sqlite.ts';
import { wordsOf } from '../search/fold-text.ts';

const maxParts = 8;

/** What a person typed to find something: folded, a part for each word. */
export const partsOf = (text: string): string[] => wordsOf(text).slice(0, maxParts);

/**
 * Queries over rows whose column `folded` has every part in it. Rows are read in the order of use, so that what is often used is found
 * after a few; a memory of 50,000 rows is read through in some ten milliseconds.
 */
export function hasAllParts<R>(db: Sqlite, sql: (where: string) => string) {
  const statements = Array.from({ length: maxParts + 1 }, (_, parts) =>
    db.prepare<(string | number | Buffer)[], R>(
      sql(Array.from({ length: parts }, () => 'instr(folded, ?) > 0').join(' AND ') || 'TRUE'),
    ),
  );
  return (parts: readonly string[], ...more: (string | number | Buffer)[]): R[] =>
    statements[parts.length]?.all(...parts, ...more) ?? [];
}
