/**
 * Drills, what happened to the orders that arrived during each, and the labels that were cut for lack of paper, by
 * their number in the desk's print queue. `text` is a hash of the refused text, never the text itself.
 */
export const drill = {
  version: 3,
  name: 'drill',
  sql: /* sql */ `
CREATE TABLE drill (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  troubles TEXT NOT NULL,
  operator TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  until_at INTEGER NOT NULL,
  ended_at INTEGER,
  ended_by TEXT,
  CONSTRAINT drill_lasts CHECK (until_at > began_at),
  CONSTRAINT drill_ended_by_somebody CHECK ((ended_at IS NULL) = (ended_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX drill_open ON drill ((1)) WHERE ended_at IS NULL;

CREATE TABLE drill_order (
  drill INTEGER NOT NULL REFERENCES drill (seq),
  shelf TEXT NOT NULL,
  key TEXT NOT NULL,
  endpoint INTEGER NOT NULL,
  fate TEXT NOT NULL,
  at INTEGER NOT NULL,
  text INTEGER,
  PRIMARY KEY (drill, shelf, key),
  CONSTRAINT fate_is_known CHECK (fate IN ('spared', 'lost', 'refused')),
  CONSTRAINT refused_for_a_text CHECK ((fate = 'refused') = (text IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE drill_label (
  drill INTEGER NOT NULL REFERENCES drill (seq),
  label INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (drill, label)
) STRICT, WITHOUT ROWID;
`,
};
