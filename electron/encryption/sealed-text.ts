import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { cipher, derived, nonceBytes, tagBytes } from './lock.ts';

const keyOfText = (key: Buffer): Buffer => derived(key, '', 'text');

/** A short text, sealed by itself, in base64. `about` is not in it, and what was sealed opens only with the same; '' for nothing. */
export function sealText(text: string, key: Buffer, about = ''): string {
  const nonce = randomBytes(nonceBytes);
  const made = createCipheriv(cipher, keyOfText(key), nonce, { authTagLength: tagBytes });
  made.setAAD(Buffer.from(about));
  return Buffer.concat([nonce, made.update(text), made.final(), made.getAuthTag()]).toString('base64');
}

/** Null where it is not as it was sealed, or another key or other `about` sealed it. */
export function openText(sealed: string, key: Buffer, about = ''): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < nonceBytes + tagBytes) return null;
  try {
    const made = createDecipheriv(cipher, keyOfText(key), bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    made.setAAD(Buffer.from(about));
    made.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([made.update(bytes.subarray(nonceBytes, -tagBytes)), made.final()]).toString('utf8');
  } catch {
    return null;
  }
}
