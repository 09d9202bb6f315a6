/**
 * Rights of operators, and a log of protected actions. `rights` of an operator: names of `shared/rights`, separated by
 * spaces. An action is logged before it runs (`allowed`), and its outcome afterwards; `needs`: the right; `about`: its
 * subject; `parts`: codes, such as names of settings or granted rights.
 */
export const rightsOfOperators = {
  version: 24,
  name: 'rights',
  sql: /* sql */ `
ALTER TABLE operator ADD COLUMN rights TEXT NOT NULL DEFAULT '';
CREATE TABLE act (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  needs TEXT NOT NULL,
  procedure TEXT NOT NULL,
  via TEXT NOT NULL,
  operator TEXT NOT NULL,
  allowed_by TEXT NOT NULL,
  about TEXT NOT NULL,
  parts TEXT NOT NULL,
  outcome TEXT NOT NULL,
  why TEXT NOT NULL,
  seal BLOB,
  CONSTRAINT via_is_known CHECK (via IN ('screen', 'command-line')),
  CONSTRAINT act_outcome_is_known CHECK (outcome IN ('allowed', 'done', 'failed', 'denied'))
) STRICT;
CREATE INDEX act_needs ON act (needs, seq);
`,
};
