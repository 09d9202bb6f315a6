import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { cipher, deriveKey, nonceBytes, tagBytes } from './lock.ts';

const deriveTextKey = (key: Buffer): Buffer => deriveKey(key, '', 'text');

/** Encrypts a short text, as base64. `about` is authenticated but not stored: decryption needs the same `about`. */
export function sealText(text: string, key: Buffer, about = ''): string {
  const nonce = randomBytes(nonceBytes);
  const made = createCipheriv(cipher, deriveTextKey(key), nonce, { authTagLength: tagBytes });
  made.setAAD(Buffer.from(about));
  return Buffer.concat([nonce, made.update(text), made.final(), made.getAuthTag()]).toString('base64');
}

/** Returns null if the text was altered, or was sealed with another key or another `about`. */
export function openText(sealed: string, key: Buffer, about = ''): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < nonceBytes + tagBytes) return null;
  try {
    const made = createDecipheriv(cipher, deriveTextKey(key), bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    made.setAAD(Buffer.from(about));
    made.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([made.update(bytes.subarray(nonceBytes, -tagBytes)), made.final()]).toString('utf8');
  } catch {
    return null;
  }
}
