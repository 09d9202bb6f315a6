import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { openToWrite } from '../private-files/open-file.ts';
import { cipher, deriveKey, nonceBytes, tagBytes, type Lock } from './lock.ts';
import type { Opener } from './opener.ts';
import { damagedFileProblem, verifiedAbout, readHeader, writeHeader } from './sealed-header.ts';

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
