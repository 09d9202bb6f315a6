/**
 * A hash of each row that is shown or used for a decision, maintained by `database/seal.ts` at every write; null: the
 * row has no hash yet. A history row may get its hash later; nothing else of it ever changes.
 */
export const seals = {
  version: 12,
  name: 'seals',
  sql: /* sql */ `
ALTER TABLE entry ADD COLUMN seal BLOB;
ALTER TABLE attempt ADD COLUMN seal BLOB;
ALTER TABLE history ADD COLUMN seal BLOB;
ALTER TABLE need ADD COLUMN seal BLOB;
ALTER TABLE fact ADD COLUMN seal BLOB;
ALTER TABLE setting ADD COLUMN seal BLOB;
DROP TRIGGER history_is_never_changed;
CREATE TRIGGER history_is_never_changed
  BEFORE UPDATE OF seq, entry, at, who, event, from_state, to_state, why, why_code, why_params ON history
  BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
ALTER TABLE entry DROP CONSTRAINT asks_is_known;
ALTER TABLE entry ADD CONSTRAINT asks_is_known CHECK (
  asks IS NULL
  OR asks IN ('may-be-there', 'was-there-before', 'another-record', 'endpoint-unproven', 'unknown-text', 'damaged')
);
`,
};
