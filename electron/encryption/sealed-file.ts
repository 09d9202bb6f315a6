import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { openToWrite } from '../private-files/open-file.ts';
import { cipher, derived, nonceBytes, tagBytes, type Lock } from './lock.ts';
import type { Opener } from './opener.ts';
import { damagedSeal, provenAbout, readHeader, writeHeader } from './sealed-header.ts';

/** A file is sealed in pieces, each with its own proof, so that none of any size is held in memory (bytes). */
const chunk = 64 * 1024;

/** Piece by piece: its number, and whether it is the last, so that none can be left out, moved or cut away. */
function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeBigUInt64BE(BigInt(piece), 3);
  nonce[nonceBytes - 1] = isLast ? 1 : 0;
  return nonce;
}

/** The header goes into the key: a file whose header was altered does not open. */
const keyOfFile = (key: Buffer, salt: string, header: Buffer): Buffer =>
  derived(key, Buffer.from(salt, 'base64'), `file ${createHash('sha256').update(header).digest('hex')}`);

/**
 * Writes `from` sealed to the file `to`, synced. `about` is told of it without opening it, and is no secret. Answers the hash of what
 * was sealed. Throws what the file system throws.
 */
export function sealFile(from: string, to: string, { lock, key }: Unlocked, about = ''): string {
  const salt = randomBytes(32);
  const header = writeHeader({ lock, key, salt, chunk, about });
  const by = keyOfFile(key, salt.toString('base64'), header);
  const hash = createHash('sha256');
  return withFiles(from, to, (source, target) => {
    writeWhole(target, header);
    eachPiece(source, 0, chunk, (piece, bytes, isLast) => {
      hash.update(bytes);
      const made = createCipheriv(cipher, by, nonceOf(piece, isLast), { authTagLength: tagBytes });
      writeWhole(target, Buffer.concat([made.update(bytes), made.final(), made.getAuthTag()]));
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
 * What a sealed file tells of its content, where the opener has its key and that key made the header; null otherwise. Reads the header
 * alone. Throws as `readHeader`.
 */
export function aboutSealed(from: string, opener: Opener): string | null {
  const { header } = readHeader(from);
  const key = opener.keyOf(header.lock);
  return key && provenAbout(header, key);
}

export interface SealedSize {
  /** id of the lock, and a hash of the whole header: two files of one header are copies of each other, or one was altered */
  lock: string;
  header: string;
  /** how long the content is by the size of the file (bytes); null where no content makes a file of that size */
  content: number | null;
}

/** What the header and the size of a sealed file tell without a key. Throws as `readHeader`. */
export function sizeOfSealed(from: string): SealedSize {
  const { header, bytes } = readHeader(from);
  const sealed = statSync(from).size - bytes.length;
  const pieces = Math.ceil(sealed / (header.chunk + tagBytes));
  const content = sealed - pieces * tagBytes;
  return {
    lock: header.lock.id,
    header: createHash('sha256').update(bytes).digest('hex'),
    content: sealed >= tagBytes && content > (pieces - 1) * header.chunk ? content : null,
  };
}

/** The key of a sealed file. Throws ProblemError `locked` where nothing given opens it, `damaged` where its header is. */
export function unlock(from: string, opener: Opener): Unlocked {
  const { lock } = readHeader(from).header;
  const key = opener.keyOf(lock);
  if (!key) throw opener.refusal(from);
  return { lock, key };
}

/**
 * Opens a sealed file: into the file `to`, or (null) only to see whether it is whole. Answers the hash of what is in it. Throws
 * as `unlock`, and `damaged` where it is not as it was sealed.
 */
export function openSealed(from: string, to: string | null, opener: Opener): string {
  const { header, bytes } = readHeader(from);
  const { key } = unlock(from, opener);
  const by = keyOfFile(key, header.salt, bytes);
  const hash = createHash('sha256');
  withFiles(from, to, (source, target) => {
    eachPiece(source, bytes.length, header.chunk + tagBytes, (piece, sealed, isLast) => {
      const open = openPiece(by, nonceOf(piece, isLast), sealed);
      if (!open) throw damagedSeal(from);
      hash.update(open);
      if (target !== null) writeWhole(target, open);
    });
    if (target !== null) fsyncSync(target);
  });
  return hash.digest('hex');
}

function openPiece(by: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < tagBytes) return null;
  try {
    const made = createDecipheriv(cipher, by, nonce, { authTagLength: tagBytes });
    made.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([made.update(sealed.subarray(0, -tagBytes)), made.final()]);
  } catch {
    return null;
  }
}

/** Hands over a file in pieces of the same size, the last of which may be shorter; an empty file has one. */
function eachPiece(
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

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
