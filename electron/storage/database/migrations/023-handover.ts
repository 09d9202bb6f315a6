/**
 * Handover of a day's parcels to a carrier. `carrier`: '' if all are handed over together. A parcel is `taken` (handed
 * over), `left` (listed by a closed handover but not handed over: it is on the next list), `later` (a later handover
 * covers it), `dropped` (a user said that it will never come), or `stays` (taken and put back). A scanned code that
 * does not belong to the handover is a surplus. Entries are found by when their labels were printed.
 */
export const handover = {
  version: 23,
  name: 'handover',
  sql: /* sql */ `
CREATE TABLE handover (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  -- on the sheet
  code TEXT NOT NULL UNIQUE,
  day TEXT NOT NULL,
  carrier TEXT NOT NULL,
  operator TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  ended_at INTEGER,
  ended_by TEXT,
  seal BLOB,
  CONSTRAINT handover_state_is_known CHECK (state IN ('open', 'closed', 'discarded')),
  CONSTRAINT handover_ended_exactly CHECK ((state = 'open') = (ended_at IS NULL) AND (ended_at IS NULL) = (ended_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX handover_open ON handover (carrier) WHERE state = 'open';

CREATE TABLE handover_parcel (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  handover INTEGER NOT NULL REFERENCES handover (seq),
  entry INTEGER NOT NULL REFERENCES entry (seq),
  state TEXT NOT NULL,
  -- how it came to be taken, and the number on it
  how TEXT,
  number TEXT,
  who TEXT NOT NULL,
  at INTEGER NOT NULL,
  seal BLOB,
  UNIQUE (handover, entry),
  CONSTRAINT parcel_state_is_known CHECK (state IN ('taken', 'left', 'later', 'dropped', 'stays')),
  CONSTRAINT taken_with_how_and_number CHECK ((state = 'taken') = (how IS NOT NULL) AND (state = 'taken') = (number IS NOT NULL)),
  CONSTRAINT how_is_known CHECK (how IS NULL OR how IN ('scanned', 'listed', 'along'))
) STRICT;
CREATE INDEX handover_parcel_of_entry ON handover_parcel (entry, state);
CREATE INDEX handover_parcel_left ON handover_parcel (entry) WHERE state = 'left';

CREATE TABLE handover_surplus (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  handover INTEGER NOT NULL REFERENCES handover (seq),
  code TEXT NOT NULL,
  entry INTEGER REFERENCES entry (seq),
  why TEXT NOT NULL,
  who TEXT NOT NULL,
  at INTEGER NOT NULL,
  seal BLOB,
  UNIQUE (handover, code)
) STRICT;

CREATE INDEX entry_printed_at ON entry (printed_at) WHERE printed_at IS NOT NULL;
`,
};
