/**
 * Row hashes for stored answers to commands, duplicate warnings, costs of entering, list imports and the SKU search;
 * also completes the search of the first desks.
 */
export const remainingSeals = {
  version: 16,
  name: 'seals-beside',
  sql: /* sql */ `
ALTER TABLE command ADD COLUMN seal BLOB;
ALTER TABLE entry_print ADD COLUMN seal BLOB;
ALTER TABLE list_import ADD COLUMN seal BLOB;
ALTER TABLE meter_parcel ADD COLUMN seal BLOB;
ALTER TABLE meter_field ADD COLUMN seal BLOB;
ALTER TABLE sku_row ADD COLUMN seal BLOB;

-- The first desks of version 2 had no such table, and other numbers in the index: what it does not have is written there anew.
CREATE TABLE IF NOT EXISTS search_pending (id INTEGER PRIMARY KEY) STRICT;
DELETE FROM search WHERE rowid IN (SELECT id FROM search_docsize WHERE id < 134217728);
INSERT INTO search_pending (id)
SELECT t.id FROM search_terms t
WHERE NOT EXISTS (SELECT 1 FROM search_docsize d WHERE d.id = 268435456 - t.id)
  AND NOT EXISTS (SELECT 1 FROM search_pending p WHERE p.id = t.id);
`,
};
