import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import { checkCharacter, clearCharacters } from '../../../shared/text/check-character.ts';
import { randomInt, createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, scryptSync } from 'node:crypto';
import { z } from 'zod';

const groupCount = 7;
const groupLength = 4;
const keyCharacters = groupCount * (groupLength + 1);
const keyPattern = new RegExp(`^[${clearCharacters}]{${keyCharacters}}$`);

/**
 * Makes a recovery key as printed, `K7M3A-…`: seven groups of four random unambiguous characters (138 bits), each with
 * a check character that locates a typing error.
 */
export function makeRecoveryKey(): string {
  const group = (): string => {
    const text = Array.from({ length: groupLength }, () => clearCharacters[randomInt(clearCharacters.length)]).join('');
    return `${text}${checkCharacter(text) ?? ''}`;
  };
  return Array.from({ length: groupCount }, group).join('-');
}

/** Normalises case, separators and look-alike letters; null if the text is not a recovery key. */
export function readRecoveryKey(text: string): string | null {
  const normalized = normalizeRecoveryKey(text);
  return keyPattern.test(normalized) && findWrongGroup(normalized) === null ? splitGroups(normalized).join('-') : null;
}

/** Number of the first mistyped group, from 1, in a text as long as a recovery key; otherwise null. */
export function findMistypedGroup(text: string): number | null {
  const normalized = normalizeRecoveryKey(text);
  return normalized.length === keyCharacters ? findWrongGroup(normalized) : null;
}

function findWrongGroup(normalized: string): number | null {
  const index = splitGroups(normalized).findIndex((group) => checkCharacter(group.slice(0, -1)) !== group.at(-1));
  return index < 0 ? null : index + 1;
}

const splitGroups = (normalized: string): string[] => normalized.match(/.{5}/g) ?? [];

/** Removes separators, and replaces letters that are never used by the characters they look like. */
export const normalizeRecoveryKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Dash}_]/gu, '')
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0')
    .replaceAll('Z', '2')
    .replaceAll('U', 'V');

/** scrypt cost for deriving a key from a passphrase: half a second on a counter PC, and 128 MB. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1 };
/**
 * Accepted range of the cost, half to twice what every version has used (64 to 256 MB). A higher cost in a crafted file
 * would stall the reader; no desk makes a lock with a lower one, which could be brute-forced.
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

/** Makes a new key, and the lock that contains it in encrypted form. */
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
      (error, derivedKey) => (error ? reject(error) : resolve(derivedKey)),
    );
  });
  const lock = {
    id,
    passphrase: { ...scryptCost, r: 8 as const, p: 1 as const, ...encryptKey(passphraseKey, key, salt, id) },
    recovery: encryptKey(deriveRecoveryBoxKey(recoveryKey, recoverySalt), key, recoverySalt, id),
  };
  return { key, lock };
}

/** Decrypts the key in a lock; null if the passphrase is wrong. Blocks for about half a second. */
export function openByPassphrase({ id, passphrase: box }: Lock, passphrase: string): Buffer | null {
  const { N, r, p } = box;
  const salt = Buffer.from(box.salt, 'base64');
  return decryptKey(
    scryptSync(normalizePassphrase(passphrase), salt, keyBytes, { N, r, p, maxmem: scryptMemoryBytes(N) }),
    box,
    id,
  );
}

/** The same with the recovery key, as `readRecoveryKey` returns it. */
export const openByRecoveryKey = ({ id, recovery: box }: Lock, key: string): Buffer | null =>
  decryptKey(deriveRecoveryBoxKey(key, Buffer.from(box.salt, 'base64')), box, id);

/** Derives a key for one purpose from another key. */
export const deriveKey = (key: Buffer, salt: Buffer | string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `parcel-desk ${purpose}`, keyBytes));

// without scrypt: a random key of this length cannot be brute-forced
const deriveRecoveryBoxKey = (recoveryKey: string, salt: Buffer): Buffer =>
  deriveKey(Buffer.from(recoveryKey), salt, 'recovery key');

const scryptMemoryBytes = (N: number): number => 256 * N * scryptCost.r;

function encryptKey(wrappingKey: Buffer, key: Buffer, salt: Buffer, id: string): Box {
  const nonce = randomBytes(nonceBytes);
  const cipherStream = createCipheriv(cipher, wrappingKey, nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipherStream.update(key), cipherStream.final(), cipherStream.getAuthTag()]);
  return { salt: salt.toString('base64'), nonce: nonce.toString('base64'), text: text.toString('base64') };
}

function decryptKey(wrappingKey: Buffer, { nonce, text }: Box, id: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  try {
    const decipherStream = createDecipheriv(cipher, wrappingKey, Buffer.from(nonce, 'base64'), {
      authTagLength: tagBytes,
    });
    decipherStream.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([decipherStream.update(bytes.subarray(0, -tagBytes)), decipherStream.final()]);
  } catch {
    return null;
  }
}

/** Opens locks and caches the results: opening a lock again is free. */
export interface Opener {
  /**
   * Returns null if none of the given passphrases and recovery keys opens the lock. `isProven`: a known key has proved
   * that the desk made the lock; passphrases are tried on only a few unproven locks.
   */
  keyOf: (lock: Lock, isProven?: boolean) => Buffer | null;
  /** the key of the lock with this id, if it was passed in or found before; otherwise null */
  keyOfId: (id: string) => Buffer | null;
  /** a problem to throw that explains why opening failed */
  lockedProblem: (subject: string) => ProblemError;
}

/**
 * Maximum number of unproven locks that passphrases are tried on: each takes up to a second, and files may be crafted.
 */
const maxUnprovenLocks = 6;

/** `secretTexts`: passphrases and recovery keys as typed; `knownKeys`: keys by lock id. */
export function createOpener(
  secretTexts: readonly string[],
  knownKeys: ReadonlyMap<string, Buffer> = new Map(),
): Opener {
  // keyed by the whole lock, since another lock may have the same id
  const resultByLock = new Map<string, Buffer | null>();
  const keys = new Map<string, Buffer>(knownKeys);
  const secrets = secretTexts.filter((text) => text.trim() !== '');
  let triedCount = 0;
  let hasUntriedLocks = false;

  function tryOpen(lock: Lock, isProven: boolean): Buffer | null {
    const recoveryKeys = secrets.map(readRecoveryKey).filter((recoveryKey) => recoveryKey !== null);
    for (const recoveryKey of recoveryKeys) {
      const key = openByRecoveryKey(lock, recoveryKey);
      if (key) return key;
    }
    if (!isProven && triedCount >= maxUnprovenLocks) {
      hasUntriedLocks = true;
      return null;
    }
    if (!isProven) triedCount += 1;
    for (const passphrase of secrets) {
      const key = openByPassphrase(lock, passphrase);
      if (key) return key;
    }
    return null;
  }

  return {
    keyOf(lock, isProven = false) {
      const key = keys.get(lock.id);
      if (key) return key;
      const id = JSON.stringify([lock, isProven]);
      const cached = resultByLock.get(id);
      if (cached !== undefined) return cached;
      const openedKey = tryOpen(lock, isProven);
      resultByLock.set(id, openedKey);
      if (openedKey) keys.set(lock.id, openedKey);
      return openedKey;
    },
    keyOfId: (id) => keys.get(id) ?? null,
    lockedProblem(subject) {
      if (secrets.length === 0)
        return problem('locked', `${subject} is locked. Give its passphrase, or the recovery key of its sheet.`, {
          reason: 'none-given',
        });
      const group = secrets.map(findMistypedGroup).find((one) => one !== null);
      if (group !== undefined)
        return problem('locked', `Group ${group} of the recovery key is mistyped: its check character does not fit.`, {
          reason: 'mistyped',
          group,
        });
      return problem(
        'locked',
        `${subject} is not opened by this passphrase or recovery key. One that was set later, or at another desk, opens other copies.${hasUntriedLocks ? ` Only ${maxUnprovenLocks} of the locks that lie there were tried: move days away that are not of this desk.` : ''}`,
        { reason: 'wrong' },
      );
    },
  };
}
