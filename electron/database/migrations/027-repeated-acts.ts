/**
 * An act that is done again by the same person with the same subject is counted in its row, so that a loop does not push other acts out of the
 * log. `times` ended as the row says, the last of them at `last_at` (null: there was one alone, at `at`); `unended` more began, the last of them at
 * `unended_at`, and how they ended is not known. Rows of before are one act each. Kept as long as their rows, restored and carried over with them, and in no warehouse.
 */
export const repeatedActs = {
  version: 27,
  name: 'repeated-acts',
  sql: /* sql */ `
ALTER TABLE act ADD COLUMN times INTEGER NOT NULL DEFAULT 1 CONSTRAINT act_is_counted CHECK (times > 0);
ALTER TABLE act ADD COLUMN last_at INTEGER;
ALTER TABLE act ADD COLUMN unended INTEGER NOT NULL DEFAULT 0 CONSTRAINT act_unended_is_a_count CHECK (unended >= 0);
ALTER TABLE act ADD COLUMN unended_at INTEGER;
CREATE INDEX act_again ON act (procedure, operator, about, seq);
`,
};
