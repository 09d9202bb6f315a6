import { createHash } from 'node:crypto';
import { foldText } from '../search/fold-text.ts';

/** A text as compared by fingerprints: folded, without spaces and punctuation. */
const plain = (text: string): string => foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** 16 bytes, equal for equivalent texts; the order of parts matters. */
export function fingerprintOf(parts: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map(plain)))
    .digest()
    .subarray(0, 16);
}
