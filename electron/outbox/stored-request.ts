import { createHash, timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** What of a request is kept: query values and JSON body, as they will be sent. */
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

/** Reads a kept request; null where its text no longer matches its hash, which SQLite's own check would not see. */
export function readRequest(text: string, hash: Buffer): StoredRequest | null {
  const found = sha256(text);
  if (found.length !== hash.length || !timingSafeEqual(found, hash)) return null;
  const value = readKept(text);
  return isStored(value) ? value : null;
}

/** Stands where a request was erased; its hash stays the one of what was sent. */
export const erasedRequest = 'null';

/** JSON as it was kept; null where there is none, or where it is damaged. */
export function readKept(text: string | null): unknown {
  try {
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Whether two rows ask for the same thing: an order that went through a spreadsheet may name its fields in another order. */
export function asksTheSame(one: RequestRow, other: RequestRow): boolean {
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
