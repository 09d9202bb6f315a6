/**
 * The print queue. The labels of a job are ordered by `place`; an attempt is on disk before the first byte is sent to a
 * printer. `printer` is the name users gave it, '' if labels were printed through a dialog or a PDF and a user
 * confirmed them. `number` is the one printed on the label. Labels confirmed before the queue existed are entered as on
 * paper, with the user who confirmed them.
 */
export const printQueue = {
  version: 19,
  name: 'print-queue',
  sql: /* sql */ `
CREATE TABLE print_job (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  printer TEXT NOT NULL,
  operator TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  held_for TEXT,
  ended_at INTEGER,
  seal BLOB,
  CONSTRAINT job_state_is_known CHECK (state IN ('held', 'printing', 'finished', 'cancelled')),
  CONSTRAINT held_exactly_for_a_reason CHECK ((state = 'held') = (held_for IS NOT NULL)),
  CONSTRAINT ended_exactly_in_final_states CHECK ((state IN ('finished', 'cancelled')) = (ended_at IS NOT NULL))
) STRICT;
CREATE INDEX print_job_open ON print_job (seq) WHERE ended_at IS NULL;

CREATE TABLE print_label (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  job INTEGER NOT NULL REFERENCES print_job (seq),
  place INTEGER NOT NULL,
  entry INTEGER NOT NULL REFERENCES entry (seq),
  -- 1: the first; from 2 on COPY n, with the reason a person gave
  copy INTEGER NOT NULL,
  reason TEXT,
  state TEXT NOT NULL,
  number TEXT,
  proof TEXT,
  fault TEXT,
  settled_at INTEGER,
  seal BLOB,
  UNIQUE (job, place),
  CONSTRAINT label_state_is_known CHECK (
    state IN ('waiting', 'handed-over', 'on-paper', 'failed', 'unconfirmed', 'cancelled')
  ),
  CONSTRAINT copy_has_a_reason CHECK (copy >= 1 AND (copy > 1) = (reason IS NOT NULL)),
  CONSTRAINT sent_with_a_number CHECK (state NOT IN ('handed-over', 'on-paper') OR number IS NOT NULL),
  CONSTRAINT on_paper_exactly_by_proof CHECK ((state = 'on-paper') = (proof IS NOT NULL)),
  CONSTRAINT failed_exactly_for_a_fault CHECK ((state = 'failed') = (fault IS NOT NULL)),
  CONSTRAINT settled_exactly_in_settled_states CHECK ((state IN ('on-paper', 'cancelled')) = (settled_at IS NOT NULL))
) STRICT;
-- A label is under way once, whoever asks for it how often.
CREATE UNIQUE INDEX print_label_under_way ON print_label (entry) WHERE settled_at IS NULL;
CREATE INDEX print_label_unsettled ON print_label (job, state, place) WHERE settled_at IS NULL;
CREATE INDEX print_label_of_entry ON print_label (entry, seq);

CREATE TABLE print_attempt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  label INTEGER NOT NULL REFERENCES print_label (seq),
  printer TEXT NOT NULL,
  way TEXT NOT NULL,
  number TEXT NOT NULL,
  -- whether the printer itself prints a label again that ran out of paper, as it was told; null where that cannot be said
  reprints INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  verdict TEXT,
  said TEXT,
  seal BLOB,
  CONSTRAINT print_ended_has_a_verdict CHECK ((ended_at IS NULL) = (verdict IS NULL)),
  CONSTRAINT reprints_is_boolean CHECK (reprints IS NULL OR reprints IN (0, 1))
) STRICT;
CREATE INDEX print_attempt_of_label ON print_attempt (label, id);
CREATE INDEX print_attempt_open ON print_attempt (label) WHERE ended_at IS NULL;

-- Of a job, or of one of its labels.
CREATE TABLE print_history (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  job INTEGER NOT NULL REFERENCES print_job (seq),
  label INTEGER REFERENCES print_label (seq),
  at INTEGER NOT NULL,
  who TEXT NOT NULL,
  event TEXT NOT NULL,
  from_state TEXT,
  to_state TEXT NOT NULL,
  why TEXT NOT NULL,
  said TEXT NOT NULL,
  seal BLOB
) STRICT;
CREATE INDEX print_history_of_job ON print_history (job, seq);
CREATE INDEX print_history_of_label ON print_history (label, seq) WHERE label IS NOT NULL;
CREATE TRIGGER print_history_is_never_changed
  BEFORE UPDATE OF seq, job, label, at, who, event, from_state, to_state, why ON print_history
  BEGIN SELECT RAISE(ABORT, 'print history is append-only'); END;
CREATE TRIGGER print_history_keeps_its_words BEFORE UPDATE OF said ON print_history
  WHEN NEW.said NOT IN ('', OLD.said)
    OR NOT EXISTS (SELECT 1 FROM print_label l JOIN entry e ON e.seq = l.entry WHERE l.seq = OLD.label AND e.erased_at IS NOT NULL)
  BEGIN SELECT RAISE(ABORT, 'print history is append-only'); END;
CREATE TRIGGER print_history_is_never_removed BEFORE DELETE ON print_history
  BEGIN SELECT RAISE(ABORT, 'print history is append-only'); END;

INSERT INTO print_job (id, printer, operator, created_at, state, ended_at)
SELECT 'before-the-queue', '', '', first, 'finished', last
FROM (SELECT min(printed_at) AS first, max(printed_at) AS last FROM entry WHERE printed_number IS NOT NULL)
WHERE first IS NOT NULL;
INSERT INTO print_label (job, place, entry, copy, reason, state, number, proof, settled_at)
SELECT (SELECT seq FROM print_job), row_number() OVER (ORDER BY printed_at, seq), seq, max(copies, 1),
  iif(copies > 1, '', NULL), 'on-paper', printed_number, 'said-before', printed_at
FROM entry WHERE printed_number IS NOT NULL ORDER BY printed_at, seq;
INSERT INTO print_history (job, label, at, who, event, to_state, why, said)
SELECT l.job, l.seq, l.settled_at,
  coalesce((SELECT who FROM history h WHERE h.entry = l.entry AND h.event = 'printed' ORDER BY h.seq DESC LIMIT 1), e.operator),
  'add', 'on-paper', 'said-before', ''
FROM print_label l JOIN entry e ON e.seq = l.entry ORDER BY l.seq;
`,
};
