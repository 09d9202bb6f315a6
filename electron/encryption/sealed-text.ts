import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { cipher, derived, nonceBytes, tagBytes } from './lock.ts';

const keyOfText = (key: Buffer): Buffer => derived(key, '', 'text');

/** A short text, sealed by itself, in base64. */
export function sealText(text: string, key: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const made = createCipheriv(cipher, keyOfText(key), nonce, { authTagLength: tagBytes });
  return Buffer.concat([nonce, made.update(text), made.final(), made.getAuthTag()]).toString('base64');
}

/** Null where it is not as it was sealed, or another key sealed it. */
export function openText(sealed: string, key: Buffer): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < nonceBytes + tagBytes) return null;
  try {
    const made = createDecipheriv(cipher, keyOfText(key), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    made.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([made.update(bytes.subarray(nonceBytes, -tagBytes)), made.final()]).toString('utf8');
  } catch {
    return null;
  }
}
