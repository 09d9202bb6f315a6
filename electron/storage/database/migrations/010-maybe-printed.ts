/** A label possibly printed before its folder was lost is on a list of its own until a user decides. */
export const possiblyPrinted = {
  version: 10,
  name: 'maybe-printed',
  sql: /* sql */ `
ALTER TABLE entry ADD COLUMN maybe_printed INTEGER NOT NULL DEFAULT 0 CONSTRAINT maybe_printed_is_boolean CHECK (maybe_printed IN (0, 1));
DROP INDEX entry_labels;
ALTER TABLE entry DROP COLUMN label_list;
ALTER TABLE entry ADD COLUMN label_list TEXT GENERATED ALWAYS AS (
  CASE
    WHEN endpoint <> 2 OR tracking_number IS NULL OR replaced_by IS NOT NULL OR state NOT IN ('accepted', 'done') THEN NULL
    WHEN printed_number IS NOT NULL AND printed_number <> tracking_number THEN 'reprint'
    WHEN printed_number IS NOT NULL THEN 'printed'
    WHEN maybe_printed = 1 THEN 'unconfirmed'
    WHEN tracking_final = 0 THEN 'provisional'
    ELSE 'ready'
  END
) VIRTUAL;
CREATE INDEX entry_labels ON entry (label_list, seq) WHERE label_list IS NOT NULL;
`,
};
