import { problem } from '../../../shared/contract/problem.ts';
import { openToWrite } from '../private-files.ts';
import { deriveKey, lockSchema, type Lock, cipher, nonceBytes, tagBytes, type Opener } from './lock.ts';
import { createHash, createHmac, timingSafeEqual, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, fstatSync, fsyncSync, statSync, writeSync } from 'node:fs';
import { z } from 'zod';

/** Magic text at the start of every sealed file; no database starts with it. */
const magic = 'parcel-desk-sealed ';
const maxHeaderBytes = 4096;

const chunk = z
  .int()
  .min(1024)
  .max(2 ** 24);
const headerV1 = z.strictObject({ v: z.literal(1), lock: lockSchema, salt: z.base64(), chunk });
/**
 * `about`: description of the content, readable without decrypting it; `proof`: HMAC that proves the holder of the key
 * wrote it. Version 1 has neither.
 */
const headerV2 = headerV1.extend({ v: z.literal(2), about: z.string().max(1000), proof: z.base64().max(100) });
const headerSchema = z.union([headerV1, headerV2]);
export type SealedHeader = z.infer<typeof headerSchema>;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export interface HeaderParts {
  lock: Lock;
  key: Buffer;
  salt: Buffer;
  chunk: number;
  about: string;
}

/**
 * Writes a header as one line of text: the magic, the parameters needed to open the file, and a hash that distinguishes
 * damage from a wrong passphrase.
 */
export function writeHeader({ lock, key, salt, chunk, about }: HeaderParts): Buffer {
  const fields = { v: 2 as const, lock, salt: salt.toString('base64'), chunk, about };
  const text = JSON.stringify({ ...fields, proof: headerProof(fields, key).toString('base64') } satisfies SealedHeader);
  return Buffer.from(`${magic}${text} ${hashOf(text)}\n`);
}

/**
 * Returns `about` if the header proves that the holder of the key wrote it; otherwise, and in version 1, null.
 */
export function verifiedAbout(header: SealedHeader, key: Buffer): string | null {
  if (header.v === 1) return null;
  const { proof, ...fields } = header;
  const [actual, expected] = [Buffer.from(proof, 'base64'), headerProof(fields, key)];
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? fields.about : null;
}

const headerProof = ({ v, lock, salt, chunk, about }: Omit<z.infer<typeof headerV2>, 'proof'>, key: Buffer): Buffer =>
  createHmac('sha256', deriveKey(key, Buffer.from(salt, 'base64'), 'header'))
    .update(JSON.stringify([v, lock.id, salt, chunk, about]))
    .digest();

/** Whether a file starts with the magic text, whatever its name is. Throws file system errors. */
export const isSealed = (path: string): boolean =>
  readStart(path).subarray(0, magic.length).toString('latin1') === magic;

/**
 * Returns the header of a sealed file and its raw bytes. Throws ProblemError `damaged`, or `newer-database` if a newer
 * program wrote it.
 */
export function readHeader(path: string): { header: SealedHeader; bytes: Buffer } {
  const start = readStart(path);
  const headerEnd = start.indexOf(10);
  const line = headerEnd < 0 ? '' : start.subarray(magic.length, headerEnd).toString('utf8');
  const text = line.slice(0, -65);
  if (line.slice(-65) !== ` ${hashOf(text)}`) throw damagedFileProblem(path);
  const parsed = parseJsonOrNull(text);
  const newerHeader = z.object({ v: z.number().gt(2) }).safeParse(parsed).data;
  if (newerHeader)
    throw problem('newer-database', `${path} was locked by a newer Parcel Desk. Install the newer program.`, {
      found: newerHeader.v,
      known: 2,
    });
  const checked = headerSchema.safeParse(parsed);
  if (!checked.success) throw damagedFileProblem(path);
  return { header: checked.data, bytes: start.subarray(0, headerEnd + 1) };
}

function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const damagedFileProblem = (path: string) =>
  problem('damaged', `${path} is torn or damaged: it is not as it was locked. Take another copy.`, { folder: path });

function readStart(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(maxHeaderBytes);
    return bytes.subarray(0, readSync(file, bytes, 0, maxHeaderBytes, 0));
  } finally {
    closeSync(file);
  }
}

const deriveTextKey = (key: Buffer): Buffer => deriveKey(key, '', 'text');

/** Encrypts a short text, as base64. `about` is authenticated but not stored: decryption needs the same `about`. */
export function sealText(text: string, key: Buffer, about = ''): string {
  const nonce = randomBytes(nonceBytes);
  const cipherStream = createCipheriv(cipher, deriveTextKey(key), nonce, { authTagLength: tagBytes });
  cipherStream.setAAD(Buffer.from(about));
  return Buffer.concat([nonce, cipherStream.update(text), cipherStream.final(), cipherStream.getAuthTag()]).toString(
    'base64',
  );
}

/** Returns null if the text was altered, or was sealed with another key or another `about`. */
export function openText(sealed: string, key: Buffer, about = ''): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < nonceBytes + tagBytes) return null;
  try {
    const decipherStream = createDecipheriv(cipher, deriveTextKey(key), bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipherStream.setAAD(Buffer.from(about));
    decipherStream.setAuthTag(bytes.subarray(-tagBytes));
    return Buffer.concat([
      decipherStream.update(bytes.subarray(nonceBytes, -tagBytes)),
      decipherStream.final(),
    ]).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * Files are sealed in chunks of this size (bytes), each with its own authentication tag, so that no file has to fit in
 * memory.
 */
const chunkBytes = 64 * 1024;

/** Builds the nonce from the chunk number and a last-chunk flag, so that no chunk can be dropped, moved or cut off. */
function nonceOf(chunkIndex: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeBigUInt64BE(BigInt(chunkIndex), 3);
  nonce[nonceBytes - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Derives the file key from the header too: a file with an altered header does not open. */
const deriveFileKey = (key: Buffer, salt: string, header: Buffer): Buffer =>
  deriveKey(key, Buffer.from(salt, 'base64'), `file ${createHash('sha256').update(header).digest('hex')}`);

/**
 * Seals a file into the file at `targetPath` and syncs it. `about` can be read from the header without decrypting the
 * content, and is not secret. Returns the SHA-256 of the content (hex). Throws file system errors.
 */
export function sealFile(sourcePath: string, targetPath: string, { lock, key }: LockAndKey, about = ''): string {
  const salt = randomBytes(32);
  const header = writeHeader({ lock, key, salt, chunk: chunkBytes, about });
  const fileKey = deriveFileKey(key, salt.toString('base64'), header);
  const hash = createHash('sha256');
  return withFiles(sourcePath, targetPath, (source, target) => {
    writeFully(target, header);
    forEachChunk(source, 0, chunkBytes, (chunkIndex, bytes, isLast) => {
      hash.update(bytes);
      const cipherStream = createCipheriv(cipher, fileKey, nonceOf(chunkIndex, isLast), { authTagLength: tagBytes });
      writeFully(target, Buffer.concat([cipherStream.update(bytes), cipherStream.final(), cipherStream.getAuthTag()]));
    });
    fsyncSync(target);
    return hash.digest('hex');
  });
}

export interface LockAndKey {
  lock: Lock;
  key: Buffer;
}

/**
 * Returns the `about` text of a sealed file if the opener has its key and the key proves the header; otherwise null.
 * Reads only the header. Throws as `readHeader`.
 */
export function readSealedAbout(sourcePath: string, opener: Opener): string | null {
  const { header } = readHeader(sourcePath);
  const key = opener.keyOf(header.lock);
  return key && verifiedAbout(header, key);
}

export interface SealedFileInfo {
  /**
   * id of the lock, and SHA-256 of the whole header (hex): two files with the same header are copies of each other, or
   * one was altered
   */
  lock: string;
  header: string;
  /** length of the content, derived from the file size (bytes); null if no content results in a file of that size */
  contentBytes: number | null;
}

/** Reads what the header and size of a sealed file reveal without a key. Throws as `readHeader`. */
export function readSealedInfo(sourcePath: string): SealedFileInfo {
  const { header, bytes } = readHeader(sourcePath);
  const sealedBytes = statSync(sourcePath).size - bytes.length;
  const chunkCount = Math.ceil(sealedBytes / (header.chunk + tagBytes));
  const contentLength = sealedBytes - chunkCount * tagBytes;
  return {
    lock: header.lock.id,
    header: createHash('sha256').update(bytes).digest('hex'),
    contentBytes: sealedBytes >= tagBytes && contentLength > (chunkCount - 1) * header.chunk ? contentLength : null,
  };
}

/**
 * Returns the lock and key of a sealed file. Throws ProblemError `locked` if the opener cannot open it, `damaged` if
 * its header is damaged.
 */
export function unlock(sourcePath: string, opener: Opener): LockAndKey {
  const { lock } = readHeader(sourcePath).header;
  const key = opener.keyOf(lock);
  if (!key) throw opener.lockedProblem(sourcePath);
  return { lock, key };
}

/**
 * Decrypts a sealed file into the file at `targetPath`, or only verifies it if that is null. Returns the SHA-256 of the
 * content (hex). Throws as `unlock`, and `damaged` if the content was altered.
 */
export function openSealed(sourcePath: string, targetPath: string | null, opener: Opener): string {
  const { header, bytes } = readHeader(sourcePath);
  const { key } = unlock(sourcePath, opener);
  const fileKey = deriveFileKey(key, header.salt, bytes);
  const hash = createHash('sha256');
  withFiles(sourcePath, targetPath, (source, target) => {
    forEachChunk(source, bytes.length, header.chunk + tagBytes, (chunkIndex, sealed, isLast) => {
      const decrypted = decryptChunk(fileKey, nonceOf(chunkIndex, isLast), sealed);
      if (!decrypted) throw damagedFileProblem(sourcePath);
      hash.update(decrypted);
      if (target !== null) writeFully(target, decrypted);
    });
    if (target !== null) fsyncSync(target);
  });
  return hash.digest('hex');
}

function decryptChunk(fileKey: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < tagBytes) return null;
  try {
    const decipherStream = createDecipheriv(cipher, fileKey, nonce, { authTagLength: tagBytes });
    decipherStream.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipherStream.update(sealed.subarray(0, -tagBytes)), decipherStream.final()]);
  } catch {
    return null;
  }
}

/** Reads a file in chunks of equal size, of which the last may be shorter; an empty file has one chunk. */
function forEachChunk(
  file: number,
  sourcePath: number,
  size: number,
  onChunk: (chunkIndex: number, bytes: Buffer, isLast: boolean) => void,
): void {
  const fileSize = fstatSync(file).size;
  const buffer = Buffer.alloc(size);
  let offset = sourcePath;
  for (let chunkIndex = 0; chunkIndex === 0 || offset < fileSize; chunkIndex += 1) {
    const chunkLength = Math.min(size, fileSize - offset);
    let readCount = 0;
    while (readCount < chunkLength) {
      const count = readSync(file, buffer, readCount, chunkLength - readCount, offset + readCount);
      if (count === 0) break;
      readCount += count;
    }
    offset += chunkLength;
    onChunk(chunkIndex, buffer.subarray(0, readCount), offset >= fileSize);
  }
}

function withFiles<T>(sourcePath: string, targetPath: string, use: (source: number, target: number) => T): T;
function withFiles<T>(
  sourcePath: string,
  targetPath: string | null,
  use: (source: number, target: number | null) => T,
): T;
function withFiles<T>(sourcePath: string, targetPath: string | null, use: (source: number, target: never) => T): T {
  const source = openSync(sourcePath, 'r');
  try {
    const target = targetPath === null ? null : openToWrite(targetPath);
    try {
      return use(source, target as never);
    } finally {
      if (target !== null) closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

function writeFully(file: number, bytes: Buffer): void {
  for (let offset = 0; offset < bytes.length;) offset += writeSync(file, bytes, offset);
}
