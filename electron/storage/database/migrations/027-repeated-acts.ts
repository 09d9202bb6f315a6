/**
 * Counts an action that the same person repeats with the same subject in one row, so that a loop does not push other
 * actions out of the log. `times`: how many ended as the row says; `last_at`: when the last of these began (null: only
 * one, at `at`). `unended`: how many more began without a known outcome, the last at `unended_at`. Each existing row is
 * one action. The columns are kept, restored and carried over with their rows; the warehouse does not get them.
 */
export const repeatedActions = {
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
