import { foldText, wordsOf } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { createHash } from 'node:crypto';

/** A text as compared by fingerprints: folded, without spaces and punctuation. */
const plain = (text: string): string => foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** 16 bytes, equal for equivalent texts; the order of parts matters. */
export function fingerprintOf(parts: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map(plain)))
    .digest()
    .subarray(0, 16);
}

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
