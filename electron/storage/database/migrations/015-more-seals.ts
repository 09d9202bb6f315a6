/** Row hashes for suggestions, data shown offline and search terms: `seals` covered the outbox alone. */
export const moreSeals = {
  version: 15,
  name: 'more-seals',
  sql: /* sql */ `
ALTER TABLE remembered_address ADD COLUMN seal BLOB;
ALTER TABLE remembered_goods ADD COLUMN seal BLOB;
ALTER TABLE lookup_answer ADD COLUMN seal BLOB;
ALTER TABLE search_terms ADD COLUMN seal BLOB;
ALTER TABLE list_item ADD COLUMN seal BLOB;
ALTER TABLE template ADD COLUMN seal BLOB;
ALTER TABLE operator ADD COLUMN seal BLOB;
ALTER TABLE watch ADD COLUMN seal BLOB;
ALTER TABLE memory ADD COLUMN seal BLOB;
`,
};
