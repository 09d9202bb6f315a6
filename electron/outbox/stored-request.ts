import type { Sqlite } from '../storage/database/open-sqlite.ts';
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
  const actualHash = sha256(text);
  if (actualHash.length !== hash.length || !timingSafeEqual(actualHash, hash)) return null;
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

/** The request of an entry; `body` is null if it is damaged on this disk, or was erased. */
export interface CapturedRequest {
  id: string;
  key: string;
  body: unknown;
}

/** Requests read in one query: about 2 ms of work. */
const batchSize = 50;

/** Captured requests of one endpoint among these entries, in the same order, read in small batches on demand. */
export function readRequests(db: Sqlite) {
  // CROSS JOIN and + keep the order of the tables: a few entries are looked up by number instead of scanning a whole
  // kind.
  const batch = db.prepare<
    [{ seqs: string; endpoint: number }],
    { id: string; key: string; request: string; request_sha256: Buffer }
  >(`SELECT e.id, e.key, e.request, e.request_sha256 FROM json_each(@seqs) j
      CROSS JOIN entry e ON e.seq = j.value WHERE +e.endpoint = @endpoint ORDER BY j.key`);

  return function* requests(seqs: readonly number[], endpoint: number): Generator<CapturedRequest> {
    for (let from = 0; from < seqs.length; from += batchSize)
      for (const row of batch.all({ seqs: JSON.stringify(seqs.slice(from, from + batchSize)), endpoint }))
        yield {
          id: row.id,
          key: row.key,
          body: readRequest(row.request, row.request_sha256)?.body ?? null,
        };
  };
}
