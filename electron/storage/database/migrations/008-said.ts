/** The service's message when it accepted an entry; a message new to the target becomes a pending question. */
export const acceptanceMessages = {
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
