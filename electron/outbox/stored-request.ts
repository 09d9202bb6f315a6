import { createHash, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** The stored part of a request: query values and JSON body, as they will be sent. */
export interface StoredRequest {
  query: Record<string, unknown>;
  body: unknown;
}

interface RequestRow {
  request: string;
  request_sha256: Buffer;
}

export function writeRequest(request: StoredRequest): { text: string; sha256: Buffer } {
  const text = JSON.stringify({ query: request.query, body: request.body });
  return { text, sha256: sha256(text) };
}

/** Reads a stored request; null if its text no longer matches its hash, which SQLite's own check would not detect. */
export function readRequest(text: string, hash: Buffer): StoredRequest | null {
  const found = sha256(text);
  if (found.length !== hash.length || !timingSafeEqual(found, hash)) return null;
  const value = parseStoredJson(text);
  return isStored(value) ? value : null;
}

/** Replaces the text of an erased request; its hash remains that of what was sent. */
export const erasedRequest = 'null';

/** Stored JSON; null if there is none, or if it is damaged. */
export function parseStoredJson(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Whether two rows request the same thing: an order edited in a spreadsheet may have its fields in another order. */
export function isSameRequest(one: RequestRow, other: RequestRow): boolean {
  if (one.request_sha256.equals(other.request_sha256)) return true;
  const [first, second] = [one, other].map((row) => readRequest(row.request, row.request_sha256));
  return first !== null && isDeepStrictEqual(first, second);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function isStored(value: unknown): value is StoredRequest {
  return typeof value === 'object' && value !== null && 'query' in value && 'body' in value;
}
