import { foldText, wordsOf } from '../outbox/search/fold-text.ts';
import type { Sqlite } from '../storage/database/open-sqlite.ts';
import { createHash } from 'node:crypto';

/** A text as fingerprints compare it: folded, without spaces and punctuation. */
const foldForFingerprint = (text: string): string => foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** A fingerprint of 16 bytes, equal for equivalent texts in the same order. */
export function fingerprintOf(parts: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map(foldForFingerprint)))
    .digest()
    .subarray(0, 16);
}

const maxParts = 8;

/** The words of a search text, folded; at most `maxParts`. */
export const searchPartsOf = (text: string): string[] => wordsOf(text).slice(0, maxParts);

/**
 * Prepares queries for rows whose column `folded` contains every part, one for each number of parts. Queries sort rows
 * by use, so that frequent ones are found early; a memory of 50,000 rows is scanned in some ten milliseconds.
 */
export function prepareAllPartsQuery<R>(db: Sqlite, sql: (where: string) => string) {
  const statements = Array.from({ length: maxParts + 1 }, (_, partCount) =>
    db.prepare<(string | number | Buffer)[], R>(
      sql(Array.from({ length: partCount }, () => 'instr(folded, ?) > 0').join(' AND ') || 'TRUE'),
    ),
  );
  return (parts: readonly string[], ...params: (string | number | Buffer)[]): R[] =>
    statements[parts.length]?.all(...parts, ...params) ?? [];
}
