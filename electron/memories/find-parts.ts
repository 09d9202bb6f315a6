import type { Sqlite } from '../database/open-sqlite.ts';
import { wordsOf } from '../search/fold-text.ts';

const maxParts = 8;

/** A search text, folded, one part per word. */
export const partsOf = (text: string): string[] => wordsOf(text).slice(0, maxParts);

/**
 * Prepares queries over rows whose column `folded` contains every part. Rows are read in order of use, so that frequent
 * ones are found early; a memory of 50,000 rows is scanned in some ten milliseconds.
 */
export function prepareAllPartsQuery<R>(db: Sqlite, sql: (where: string) => string) {
  const statements = Array.from({ length: maxParts + 1 }, (_, parts) =>
    db.prepare<(string | number | Buffer)[], R>(
      sql(Array.from({ length: parts }, () => 'instr(folded, ?) > 0').join(' AND ') || 'TRUE'),
    ),
  );
  return (parts: readonly string[], ...more: (string | number | Buffer)[]): R[] =>
    statements[parts.length]?.all(...parts, ...more) ?? [];
}
