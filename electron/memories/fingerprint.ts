import { createHash } from 'node:crypto';
import { foldText } from '../search/fold-text.ts';

/** A text as fingerprints compare it: folded, without spaces and punctuation. */
const plain = (text: string): string => foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** 16 bytes that are the same for texts that mean the same; parts keep their places. */
export function fingerprintOf(parts: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(parts.map(plain)))
    .digest()
    .subarray(0, 16);
}
