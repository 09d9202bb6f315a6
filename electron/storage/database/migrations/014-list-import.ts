/**
 * The parts of a list import in progress, until they replace the previous list: lines are written few at a time, and an
 * interrupted import is completed or dropped later. Part 0 is written last and marks the import as complete.
 */
export const listImport = {
  version: 14,
  name: 'list-import',
  sql: /* sql */ `
CREATE TABLE list_import (
  list TEXT NOT NULL,
  part INTEGER NOT NULL,
  items TEXT NOT NULL CONSTRAINT items_are_json CHECK (json_valid(items)),
  PRIMARY KEY (list, part)
) STRICT;
`,
};
