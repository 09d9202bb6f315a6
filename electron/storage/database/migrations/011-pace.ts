/** Due checks by endpoint, so that a failing endpoint costs the others nothing. */
export const checkIndexByEndpoint = {
  version: 11,
  name: 'pace',
  sql: /* sql */ `
DROP INDEX entry_reading;
CREATE INDEX entry_reading_of ON entry (endpoint, due_at)
  WHERE state IN ('unsure', 'accepted', 'refused', 'done') AND wait_set_at IS NOT NULL;
`,
};
