/**
 * A list that is being imported, in parts, until it has taken the place of the one before: lines are written few at a time, and an
 * import that was interrupted is finished, or taken back. Part 0 comes last and says that all parts are there.
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
