import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, scryptSync } from 'node:crypto';
import { z } from 'zod';

/** scrypt cost for deriving a key from a passphrase: half a second on a counter PC, and 128 MB. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1 };
/**
 * Accepted cost range, half to twice what every version has used (64 to 256 MB): a crafted file cannot stall the
 * reader, and a lock weak enough to brute-force was not made by a desk.
 */
const [minCost, maxCost] = [2 ** 16, 2 ** 18];
const keyBytes = 32;

const base64Field = z.base64().max(400);
const powerOfTwo = z
  .int()
  .min(minCost)
  .max(maxCost)
  .refine((N) => Number.isInteger(Math.log2(N)));
const boxSchema = z.strictObject({ salt: base64Field, nonce: base64Field, text: base64Field });

/**
 * One key encrypted twice, by the passphrase and by the recovery key on paper; either decrypts it. The lock itself is
 * not secret.
 */
export const lockSchema = z.strictObject({
  /** identifies the key */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  passphrase: boxSchema.extend({ N: powerOfTwo, r: z.literal(8), p: z.literal(1) }),
  recovery: boxSchema,
});
export type Lock = z.infer<typeof lockSchema>;
type Box = z.infer<typeof boxSchema>;

export const nonceBytes = 12;
export const tagBytes = 16;
/** The one cipher available on every host: Electron's crypto library lacks ChaCha20. */
export const cipher = 'aes-256-gcm';

/** Normalises the passphrase, because keyboards encode the same characters differently. */
const normalizePassphrase = (passphrase: string): string => passphrase.normalize('NFKC').trim();

/** Makes a new key and the lock that holds it. */
export async function makeLock(passphrase: string, recoveryKey: string): Promise<{ key: Buffer; lock: Lock }> {
  const key = randomBytes(keyBytes);
  const id = randomBytes(8).toString('hex');
  const [salt, recoverySalt] = [randomBytes(keyBytes), randomBytes(keyBytes)];
  const passphraseKey = await new Promise<Buffer>((resolve, reject) => {
    scrypt(
      normalizePassphrase(passphrase),
      salt,
      keyBytes,
      { ...scryptCost, maxmem: scryptMemoryBytes(scryptCost.N) },
      (error, made) => (error ? reject(error) : resolve(made)),
    );
  });
  const lock = {
    id,
    passphrase: { ...scryptCost, r: 8 as const, p: 1 as const, ...encryptKey(passphraseKey, key, salt, id) },
    recovery: encryptKey(deriveRecoveryBoxKey(recoveryKey, recoverySalt), key, recoverySalt, id),
  };
  return { key, lock };
}

/** Returns the key in a lock, or null if the passphrase is wrong. Blocks for about half a second. */
export function openByPassphrase({ id, passphrase: box }: Lock, words: string): Buffer | null {
  const { N, r, p } = box;
  const salt = Buffer.from(box.salt, 'base64');
  return decryptKey(
    scryptSync(normalizePassphrase(words), salt, keyBytes, { N, r, p, maxmem: scryptMemoryBytes(N) }),
    box,
    id,
  );
}

/** Same, by the recovery key as `readRecoveryKey` returns it. */
export const openByRecoveryKey = ({ id, recovery: box }: Lock, key: string): Buffer | null =>
  decryptKey(deriveRecoveryBoxKey(key, Buffer.from(box.salt, 'base64')), box, id);

/** Derives a key for one purpose from another key. */
export const deriveKey = (key: Buffer, salt: Buffer | string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `parcel-desk ${purpose}`, keyBytes));

// the recovery key is random and long enough, so a brute-force search needs no slowing down
const deriveRecoveryBoxKey = (recoveryKey: string, salt: Buffer): Buffer =>
  deriveKey(Buffer.from(recoveryKey), salt, 'recovery key');

const scryptMemoryBytes = (N: number): number => 256 * N * scryptCost.r;

function encryptKey(by: Buffer, key: Buffer, salt: Buffer, id: string): Box {
  const nonce = randomBytes(nonceBytes);
  const made = createCipheriv(cipher, by, nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([made.update(key), made.final(), made.getAuthTag()]);
  return { salt: salt.toString('base64'), nonce: nonce.toString('base64'), text: text.toString('base64') };
}

function decryptKey(by: Buffer, { nonce, text }: Box, id: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  try {
    const made = createDecipheriv(cipher, by, Buffer.from(nonce, 'base64'), { authTagLength: tagBytes });
    made.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([made.update(bytes.subarray(0, -tagBytes)), made.final()]);
  } catch {
    return null;
  }
}
