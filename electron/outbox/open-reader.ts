import type { Sqlite } from '../database/open-sqlite.ts';
import { factStore } from './facts.ts';
import { failingEndpointStore } from './ill-endpoints.ts';
import { entryCounts, entryDetails } from './read-detail.ts';
import { labelLists } from './read-labels.ts';
import { entryPages } from './read-pages.ts';
import { readRequests } from './read-requests.ts';

/** Every read of the outbox; cannot write. `stuckMs` is a setting and may change. */
export function openReader(db: Sqlite, now: () => number, stuckMs: () => number) {
  const pages = entryPages(db, now, stuckMs);
  return {
    ...pages,
    detail: entryDetails(db, pages),
    counts: entryCounts(db, now, stuckMs),
    illEndpoints: failingEndpointStore(factStore(db)).read,
    labels: labelLists(db),
    requests: readRequests(db),
  };
}
export type OutboxReader = ReturnType<typeof openReader>;
