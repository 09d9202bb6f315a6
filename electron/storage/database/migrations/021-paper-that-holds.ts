/**
 * Labels queued before their numbers are known, and facts that show whether a printed label is outdated. A job with
 * `follows` prints its labels as their numbers arrive; `passed`: the job no longer waits for this label. For a printed
 * label, its number is stored, whether that was provisional, and the hash of the order it was drawn from (null if
 * unknown, as for labels printed before this version). An order that replaces one with a printed label is listed for a
 * reprint.
 */
export const printedLabelFacts = {
  version: 21,
  name: 'paper-that-holds',
  sql: /* sql */ `
ALTER TABLE print_job ADD COLUMN follows INTEGER NOT NULL DEFAULT 0 CONSTRAINT follows_is_boolean CHECK (follows IN (0, 1));
ALTER TABLE print_label ADD COLUMN passed INTEGER NOT NULL DEFAULT 0 CONSTRAINT passed_is_boolean CHECK (passed IN (0, 1));
ALTER TABLE print_label ADD COLUMN provisional INTEGER NOT NULL DEFAULT 0 CONSTRAINT provisional_is_boolean CHECK (provisional IN (0, 1));
ALTER TABLE print_label ADD COLUMN drawn_from BLOB;
ALTER TABLE entry ADD COLUMN printed_provisional INTEGER NOT NULL DEFAULT 0
  CONSTRAINT printed_provisional_is_boolean CHECK (printed_provisional IN (0, 1));
ALTER TABLE entry ADD COLUMN printed_from BLOB;
ALTER TABLE entry ADD COLUMN replaces_printed INTEGER NOT NULL DEFAULT 0
  CONSTRAINT replaces_printed_is_boolean CHECK (replaces_printed IN (0, 1));
DROP INDEX entry_labels;
ALTER TABLE entry DROP COLUMN label_list;
ALTER TABLE entry ADD COLUMN label_list TEXT GENERATED ALWAYS AS (
  CASE
    WHEN endpoint <> 2 OR tracking_number IS NULL OR replaced_by IS NOT NULL OR state NOT IN ('accepted', 'done') THEN NULL
    WHEN printed_number <> tracking_number OR printed_from <> request_sha256
      OR (printed_provisional = 1 AND tracking_final IS NOT 0) THEN 'reprint'
    WHEN printed_number IS NOT NULL THEN 'printed'
    WHEN maybe_printed = 1 THEN 'unconfirmed'
    WHEN tracking_final = 0 THEN 'provisional'
    WHEN replaces_printed = 1 THEN 'reprint'
    ELSE 'ready'
  END
) VIRTUAL;
CREATE INDEX entry_labels ON entry (label_list, seq) WHERE label_list IS NOT NULL;
CREATE INDEX print_job_follows ON print_job (seq) WHERE follows = 1 AND ended_at IS NULL;

-- What is provisional now was so when it was printed.
UPDATE entry SET printed_provisional = 1, seal = NULL WHERE printed_number = tracking_number AND tracking_final = 0;
UPDATE entry SET replaces_printed = 1, seal = NULL WHERE replaces IN (
  SELECT id FROM entry WHERE replaced_by IS NOT NULL AND (printed_number IS NOT NULL OR maybe_printed = 1)
);
`,
};
