import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';
import { problem } from '../../shared/contract/problem.ts';
import { deriveKey, lockSchema, type Lock } from './lock.ts';

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
