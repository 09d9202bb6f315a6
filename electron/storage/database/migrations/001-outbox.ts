/**
 * The outbox. Times are ms of the desk's clock. A wait is stored as its start and its duration; `due_at` is their sum,
 * so that due entries are one range of an index.
 */
export const outbox = {
  version: 1,
  name: 'outbox',
  sql: /* sql */ `
CREATE TABLE entry (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  endpoint INTEGER NOT NULL,
  key_kind TEXT NOT NULL,
  key TEXT NOT NULL,
  state TEXT NOT NULL,
  request TEXT NOT NULL,
  request_sha256 BLOB NOT NULL,
  operator TEXT NOT NULL,
  recipient TEXT NOT NULL,
  captured_at INTEGER NOT NULL,
  accepted_at INTEGER,
  settled_at INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  held_by INTEGER REFERENCES entry (seq),
  wait_set_at INTEGER,
  wait_for INTEGER,
  due_at INTEGER GENERATED ALWAYS AS (wait_set_at + wait_for) VIRTUAL,
  maybe_taken INTEGER NOT NULL DEFAULT 0,
  asks TEXT,
  absences INTEGER NOT NULL DEFAULT 0,
  lost_at_running INTEGER,
  reads INTEGER NOT NULL DEFAULT 0,
  reason_code TEXT,
  reason_text TEXT,
  reason_field TEXT,
  tracking_number TEXT,
  tracking_final INTEGER,
  shipping_provider TEXT,
  svc_id TEXT,
  record TEXT,
  replaces TEXT,
  replaced_by TEXT,
  to_cancel INTEGER NOT NULL DEFAULT 0,
  -- number on the paper that came out of the printer, when, and how often
  printed_number TEXT,
  printed_at INTEGER,
  copies INTEGER NOT NULL DEFAULT 0,
  label_list TEXT GENERATED ALWAYS AS (
    CASE
      WHEN endpoint <> 2 OR tracking_number IS NULL OR replaced_by IS NOT NULL OR state NOT IN ('accepted', 'done') THEN NULL
      WHEN printed_number IS NOT NULL AND printed_number <> tracking_number THEN 'reprint'
      WHEN printed_number IS NOT NULL THEN 'printed'
      WHEN tracking_final = 0 THEN 'provisional'
      ELSE 'ready'
    END
  ) VIRTUAL,
  CONSTRAINT printed_is_whole CHECK ((printed_number IS NULL) = (printed_at IS NULL) AND (printed_number IS NULL) = (copies = 0)),
  CONSTRAINT endpoint_is_a_create CHECK (endpoint IN (1, 2, 4, 6, 7, 8, 9, 10, 15)),
  CONSTRAINT key_kind_is_known CHECK (key_kind IN ('PackageId', 'ShipmentId', 'CustomerOrderNo', 'Sku')),
  CONSTRAINT key_is_not_empty CHECK (key <> ''),
  CONSTRAINT state_is_known CHECK (
    state IN ('draft', 'queued', 'sending', 'unsure', 'accepted', 'refused', 'done', 'withdrawn')
  ),
  CONSTRAINT request_is_json CHECK (json_valid(request)),
  CONSTRAINT hash_is_sha256 CHECK (length(request_sha256) = 32),
  CONSTRAINT settled_exactly_in_final_states CHECK ((state IN ('done', 'withdrawn')) = (settled_at IS NOT NULL)),
  CONSTRAINT accepted_once_taken CHECK (state NOT IN ('accepted', 'done') OR accepted_at IS NOT NULL),
  CONSTRAINT sending_has_a_try CHECK (state <> 'sending' OR tries > 0),
  CONSTRAINT wait_is_whole CHECK ((wait_set_at IS NULL) = (wait_for IS NULL) AND (wait_for IS NULL OR wait_for >= 0)),
  -- A provisional number is read on until the final one comes.
  CONSTRAINT final_waits_for_nothing CHECK (
    wait_set_at IS NULL OR (state <> 'withdrawn' AND (state <> 'done' OR tracking_final = 0))
  ),
  CONSTRAINT held_only_before_sending CHECK (held_by IS NULL OR (state IN ('draft', 'queued') AND held_by < seq)),
  CONSTRAINT refused_has_a_reason CHECK (state <> 'refused' OR reason_text IS NOT NULL),
  CONSTRAINT marks_are_booleans CHECK (
    maybe_taken IN (0, 1) AND to_cancel IN (0, 1) AND (tracking_final IS NULL OR tracking_final IN (0, 1))
  ),
  CONSTRAINT asks_is_known CHECK (
    asks IS NULL OR asks IN ('may-be-there', 'was-there-before', 'another-record', 'endpoint-unproven')
  )
) STRICT;

-- What may be claimed now, first in first out; by endpoint, so that a paused one costs nothing.
CREATE INDEX entry_ready ON entry (endpoint, seq) WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NULL;
-- What becomes claimable when its wait is over.
CREATE INDEX entry_waiting ON entry (due_at) WHERE state = 'queued' AND held_by IS NULL AND wait_set_at IS NOT NULL;
-- Statuses to ask: unsure entries, open outcomes, failures that may heal.
CREATE INDEX entry_reading ON entry (due_at) WHERE state IN ('unsure', 'accepted', 'refused', 'done') AND wait_set_at IS NOT NULL;
-- A clock that was set back ends waits that were set "later" than now.
CREATE INDEX entry_wait_set ON entry (wait_set_at) WHERE wait_set_at IS NOT NULL;
CREATE INDEX entry_sending ON entry (seq) WHERE state = 'sending';
CREATE INDEX entry_by_key ON entry (key_kind, key, seq);
CREATE INDEX entry_by_state ON entry (state, seq);
CREATE INDEX entry_by_endpoint ON entry (endpoint, seq);
CREATE INDEX entry_held ON entry (held_by) WHERE held_by IS NOT NULL;
CREATE INDEX entry_asking ON entry (seq) WHERE asks IS NOT NULL;
CREATE INDEX entry_to_cancel ON entry (seq) WHERE to_cancel = 1;
CREATE INDEX entry_open_outcome ON entry (accepted_at) WHERE state = 'accepted';
CREATE INDEX entry_unsettled ON entry (seq) WHERE state IN ('queued', 'sending', 'unsure');
CREATE INDEX entry_labels ON entry (label_list, seq) WHERE label_list IS NOT NULL;
CREATE INDEX entry_by_tracking ON entry (tracking_number) WHERE tracking_number IS NOT NULL;

-- An entry needs earlier entries only, so nothing can wait in a circle.
CREATE TABLE need (
  entry INTEGER NOT NULL REFERENCES entry (seq),
  needs INTEGER NOT NULL REFERENCES entry (seq),
  waived INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (entry, needs),
  CONSTRAINT needs_only_earlier CHECK (needs < entry),
  CONSTRAINT waived_is_boolean CHECK (waived IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX need_by_needed ON need (needs, entry);

CREATE TABLE attempt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  entry INTEGER NOT NULL REFERENCES entry (seq),
  target TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  verdict TEXT,
  status INTEGER,
  content_type TEXT,
  answer TEXT,
  CONSTRAINT ended_has_a_verdict CHECK ((ended_at IS NULL) = (verdict IS NULL))
) STRICT;
CREATE INDEX attempt_by_entry ON attempt (entry, id);
CREATE INDEX attempt_open ON attempt (entry) WHERE ended_at IS NULL;

CREATE TABLE history (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  entry INTEGER NOT NULL REFERENCES entry (seq),
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  event TEXT NOT NULL,
  from_state TEXT,
  to_state TEXT NOT NULL,
  why TEXT NOT NULL
) STRICT;
CREATE INDEX history_by_entry ON history (entry, seq);
CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
CREATE TRIGGER history_is_never_removed BEFORE DELETE ON history BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;

-- Commands of screens, by the id the screen made: asked again, they change nothing and answer as before.
CREATE TABLE command (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  answer TEXT NOT NULL CONSTRAINT answer_is_json CHECK (json_valid(answer))
) STRICT, WITHOUT ROWID;
CREATE INDEX command_by_age ON command (at);

-- Counted as entries change, never by scanning.
CREATE TABLE counter (state TEXT PRIMARY KEY, entries INTEGER NOT NULL CHECK (entries >= 0)) STRICT, WITHOUT ROWID;
INSERT INTO counter (state, entries) VALUES
  ('draft', 0), ('queued', 0), ('sending', 0), ('unsure', 0), ('accepted', 0), ('refused', 0), ('done', 0), ('withdrawn', 0);
CREATE TRIGGER entry_counted AFTER INSERT ON entry BEGIN
  UPDATE counter SET entries = entries + 1 WHERE state = NEW.state;
END;
CREATE TRIGGER entry_recounted AFTER UPDATE OF state ON entry WHEN OLD.state <> NEW.state BEGIN
  UPDATE counter SET entries = entries - 1 WHERE state = OLD.state;
  UPDATE counter SET entries = entries + 1 WHERE state = NEW.state;
END;

-- Facts of the folder itself: its target, generation, running time, what endpoint 16 has proved.
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
-- What a screen keeps at this desk: half-typed forms, a mapping of columns. Never a secret.
CREATE TABLE memory (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CONSTRAINT memory_is_json CHECK (json_valid(value)),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL CONSTRAINT value_is_json CHECK (json_valid(value))
) STRICT, WITHOUT ROWID;
`,
};
