/** What the service said in a line of text when it took an entry; one that is new to the target is asked about. */
export const said = {
  version: 8,
  name: 'said',
  sql: /* sql */ `
ALTER TABLE entry ADD COLUMN said TEXT;
ALTER TABLE entry DROP CONSTRAINT asks_is_known;
ALTER TABLE entry ADD CONSTRAINT asks_is_known CHECK (
  asks IS NULL OR asks IN ('may-be-there', 'was-there-before', 'another-record', 'endpoint-unproven', 'unknown-text')
);
`,
};
