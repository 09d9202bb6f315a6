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
 * One line of text: the magic, the parameters needed to open the file, and a hash that tells damage from a wrong
 * passphrase.
 */
export function writeHeader({ lock, key, salt, chunk, about }: HeaderParts): Buffer {
  const plain = { v: 2 as const, lock, salt: salt.toString('base64'), chunk, about };
  const text = JSON.stringify({ ...plain, proof: headerProof(plain, key).toString('base64') } satisfies SealedHeader);
  return Buffer.from(`${magic}${text} ${hashOf(text)}\n`);
}

/**
 * Returns `about` if the key of the lock proves the header, otherwise null; null in version 1, which has no `about`.
 */
export function verifiedAbout(header: SealedHeader, key: Buffer): string | null {
  if (header.v === 1) return null;
  const { proof, ...plain } = header;
  const [given, right] = [Buffer.from(proof, 'base64'), headerProof(plain, key)];
  return given.length === right.length && timingSafeEqual(given, right) ? plain.about : null;
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
  const first = readStart(path);
  const end = first.indexOf(10);
  const line = end < 0 ? '' : first.subarray(magic.length, end).toString('utf8');
  const text = line.slice(0, -65);
  if (line.slice(-65) !== ` ${hashOf(text)}`) throw damagedFileProblem(path);
  const given = parseJsonOrNull(text);
  const newer = z.object({ v: z.number().gt(2) }).safeParse(given).data;
  if (newer)
    throw problem('newer-database', `${path} was locked by a newer Parcel Desk. Install the newer program.`, {
      found: newer.v,
      known: 2,
    });
  const read = headerSchema.safeParse(given);
  if (!read.success) throw damagedFileProblem(path);
  return { header: read.data, bytes: first.subarray(0, end + 1) };
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

/**
 * Files are sealed in chunks of this size (bytes), each with its own authentication tag, so that no file has to fit in
 * memory.
 */
const chunkBytes = 64 * 1024;

/** Builds the nonce from the chunk number and a last-chunk flag, so that no chunk can be dropped, moved or cut off. */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeBigUInt64BE(BigInt(piece), 3);
  nonce[nonceBytes - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Derives the file key from the header too: a file with an altered header does not open. */
const deriveFileKey = (key: Buffer, salt: string, header: Buffer): Buffer =>
  deriveKey(key, Buffer.from(salt, 'base64'), `file ${createHash('sha256').update(header).digest('hex')}`);

/**
 * Seals the file `from` into the file `to` and syncs it. `about` can be read from the header without decrypting the
 * content, and is not secret. Returns the SHA-256 of the content (hex). Throws file system errors.
 */
export function sealFile(from: string, to: string, { lock, key }: Unlocked, about = ''): string {
  const salt = randomBytes(32);
  const header = writeHeader({ lock, key, salt, chunk: chunkBytes, about });
  const by = deriveFileKey(key, salt.toString('base64'), header);
  const hash = createHash('sha256');
  return withFiles(from, to, (source, target) => {
    writeFully(target, header);
    forEachChunk(source, 0, chunkBytes, (piece, bytes, isLast) => {
      hash.update(bytes);
      const made = createCipheriv(cipher, by, nonceOf(piece, isLast), { authTagLength: tagBytes });
      writeFully(target, Buffer.concat([made.update(bytes), made.final(), made.getAuthTag()]));
    });
    fsyncSync(target);
    return hash.digest('hex');
  });
}

export interface Unlocked {
  lock: Lock;
  key: Buffer;
}

/**
 * Returns the `about` text of a sealed file if the opener has its key and the key proves the header; otherwise null.
 * Reads only the header. Throws as `readHeader`.
 */
export function readSealedAbout(from: string, opener: Opener): string | null {
  const { header } = readHeader(from);
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
  /** content length derived from the file size (bytes); null if no content gives a file of that size */
  contentBytes: number | null;
}

/** Reads what the header and size of a sealed file reveal without a key. Throws as `readHeader`. */
export function readSealedInfo(from: string): SealedFileInfo {
  const { header, bytes } = readHeader(from);
  const sealed = statSync(from).size - bytes.length;
  const pieces = Math.ceil(sealed / (header.chunk + tagBytes));
  const content = sealed - pieces * tagBytes;
  return {
    lock: header.lock.id,
    header: createHash('sha256').update(bytes).digest('hex'),
    contentBytes: sealed >= tagBytes && content > (pieces - 1) * header.chunk ? content : null,
  };
}

/**
 * Returns the lock and key of a sealed file. Throws ProblemError `locked` if the opener cannot open it, `damaged` if
 * its header is damaged.
 */
export function unlock(from: string, opener: Opener): Unlocked {
  const { lock } = readHeader(from).header;
  const key = opener.keyOf(lock);
  if (!key) throw opener.lockedProblem(from);
  return { lock, key };
}

/**
 * Decrypts a sealed file into the file `to`, or only verifies it if `to` is null. Returns the SHA-256 of the content
 * (hex). Throws as `unlock`, and `damaged` if the content was altered.
 */
export function openSealed(from: string, to: string | null, opener: Opener): string {
  const { header, bytes } = readHeader(from);
  const { key } = unlock(from, opener);
  const by = deriveFileKey(key, header.salt, bytes);
  const hash = createHash('sha256');
  withFiles(from, to, (source, target) => {
    forEachChunk(source, bytes.length, header.chunk + tagBytes, (piece, sealed, isLast) => {
      const open = decryptChunk(by, nonceOf(piece, isLast), sealed);
      if (!open) throw damagedFileProblem(from);
      hash.update(open);
      if (target !== null) writeFully(target, open);
    });
    if (target !== null) fsyncSync(target);
  });
  return hash.digest('hex');
}

function decryptChunk(by: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < tagBytes) return null;
  try {
    const made = createDecipheriv(cipher, by, nonce, { authTagLength: tagBytes });
    made.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([made.update(sealed.subarray(0, -tagBytes)), made.final()]);
  } catch {
    return null;
  }
}

/** Passes on a file in chunks of equal size, of which the last may be shorter; an empty file has one chunk. */
function forEachChunk(
  file: number,
  from: number,
  size: number,
  take: (piece: number, bytes: Buffer, isLast: boolean) => void,
): void {
  const end = fstatSync(file).size;
  const buffer = Buffer.alloc(size);
  let at = from;
  for (let piece = 0; piece === 0 || at < end; piece += 1) {
    const wanted = Math.min(size, end - at);
    let read = 0;
    while (read < wanted) {
      const some = readSync(file, buffer, read, wanted - read, at + read);
      if (some === 0) break;
      read += some;
    }
    at += wanted;
    take(piece, buffer.subarray(0, read), at >= end);
  }
}

function withFiles<T>(from: string, to: string, act: (source: number, target: number) => T): T;
function withFiles<T>(from: string, to: string | null, act: (source: number, target: number | null) => T): T;
function withFiles<T>(from: string, to: string | null, act: (source: number, target: never) => T): T {
  const source = openSync(from, 'r');
  try {
    const target = to === null ? null : openToWrite(to);
    try {
      return act(source, target as never);
    } finally {
      if (target !== null) closeSync(target);
    }
  } finally {
    closeSync(source);
  }
}

function writeFully(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
