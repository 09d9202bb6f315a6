/**
 * Drops indexes that no query needs, which made captures slower. `search_indexed`: rows of search_terms from `up_to` on
 * are not in the search index yet, so that a new row need not be listed in search_pending.
 */
export const unusedIndexes = {
  version: 18,
  name: 'speed',
  sql: /* sql */ `
CREATE TABLE search_indexed (
  one INTEGER PRIMARY KEY CONSTRAINT there_is_one CHECK (one = 1),
  up_to INTEGER NOT NULL,
  seal BLOB
) STRICT;
INSERT INTO search_indexed (one, up_to) SELECT 1, coalesce(max(id), 0) + 1 FROM search_terms;

-- Lists by kind, by state or by both are the runs of entry_of_kind, merged (outbox/runs.ts).
DROP INDEX entry_by_state;
DROP INDEX entry_by_endpoint;
DROP INDEX entry_unsettled;
DROP INDEX IF EXISTS entry_of_kind_unsettled;
DROP INDEX IF EXISTS entry_queued;
`,
};
