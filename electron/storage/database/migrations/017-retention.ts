/**
 * When the personal data of a settled entry was erased; its numbers, states and the hash of its request stay. Only the
 * texts of its history may then be removed.
 */
export const retention = {
  version: 17,
  name: 'retention',
  sql: /* sql */ `
ALTER TABLE entry ADD COLUMN erased_at INTEGER
  CONSTRAINT erased_only_when_settled CHECK (erased_at IS NULL OR settled_at IS NOT NULL);
DROP TRIGGER history_is_never_changed;
CREATE TRIGGER history_is_never_changed
  BEFORE UPDATE OF seq, entry, at, who, event, from_state, to_state, why_code ON history
  BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
CREATE TRIGGER history_keeps_its_words
  BEFORE UPDATE OF why, why_params ON history
  WHEN NEW.why NOT IN ('', OLD.why)
    OR NOT EXISTS (SELECT 1 FROM entry WHERE seq = OLD.entry AND erased_at IS NOT NULL)
  BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
`,
};
