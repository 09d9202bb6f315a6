/**
 * An order whose label is not drawn by this program can contain its own label (`brings_label`), which is listed and
 * printed like any other. Orders that already had their number were printed elsewhere, and stay off the lists.
 */
export const ownLabels = {
  version: 25,
  name: 'brought-labels',
  sql: /* sql */ `
ALTER TABLE entry ADD COLUMN brings_label INTEGER NOT NULL DEFAULT 0 CONSTRAINT brings_label_is_boolean CHECK (brings_label IN (0, 1));
DROP INDEX entry_labels;
ALTER TABLE entry DROP COLUMN label_list;
ALTER TABLE entry ADD COLUMN label_list TEXT GENERATED ALWAYS AS (
  CASE
    WHEN (endpoint <> 2 AND brings_label = 0) OR tracking_number IS NULL OR replaced_by IS NOT NULL OR state NOT IN ('accepted', 'done') THEN NULL
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
UPDATE entry SET brings_label = 1, seal = NULL
WHERE endpoint IN (1, 10) AND tracking_number IS NULL AND state <> 'withdrawn' AND json_valid(request) AND EXISTS (
  SELECT 1 FROM json_each(request, '$.body.Package') f
  WHERE f.key IN ('ImportLabel', 'ImportLabel2') AND f.type = 'text' AND trim(f.value, char(9, 10, 11, 12, 13, 32)) <> ''
);
`,
};
