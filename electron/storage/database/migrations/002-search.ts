/**
 * The search. An entry has two rows in `search_terms`: number 2 * seq for what was captured, 2 * seq + 1 for numbers
 * that the service assigns later, so that neither is rewritten for the other. The index has the same rows, numbered
 * downwards from 2^28 so that the newest come first; it contains tokens made by electron/outbox/search and no text.
 * Terms are written with the entry, the index some dozen rows at a time.
 */
export const search = {
  version: 2,
  name: 'search',
  sql: /* sql */ `
-- Every printable ASCII character is part of a token; only the space parts them.
CREATE VIRTUAL TABLE search USING fts5 (
  tokens,
  content = '',
  contentless_delete = 1,
  detail = none,
  tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'"
);
-- What the tokens are made of, to compare where tokens alone do not prove a hit. Terms are parted, begun and ended by a space.
CREATE TABLE search_terms (
  id INTEGER PRIMARY KEY,
  numbers TEXT NOT NULL,
  words TEXT NOT NULL
) STRICT;
-- Rows of search_terms whose tokens are not in the index yet; never more than some dozen.
CREATE TABLE search_pending (id INTEGER PRIMARY KEY) STRICT;
`,
};
