import type { Sqlite } from '../database/open-sqlite.ts';
import { readRequest } from './stored-request.ts';

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
  const some = db.prepare<
    [{ seqs: string; endpoint: number }],
    { id: string; key: string; request: string; request_sha256: Buffer }
  >(`SELECT e.id, e.key, e.request, e.request_sha256 FROM json_each(@seqs) j
      CROSS JOIN entry e ON e.seq = j.value WHERE +e.endpoint = @endpoint ORDER BY j.key`);

  return function* requests(seqs: readonly number[], endpoint: number): Generator<CapturedRequest> {
    for (let from = 0; from < seqs.length; from += batchSize)
      for (const row of some.all({ seqs: JSON.stringify(seqs.slice(from, from + batchSize)), endpoint }))
        yield {
          id: row.id,
          key: row.key,
          body: readRequest(row.request, row.request_sha256)?.body ?? null,
        };
  };
}
