/**
 * Endpoints that create entries, and the kind of their key, as a table instead of a list in a constraint: a new create
 * is a row, added by a program that knows it when it opens the file (`database/open-sqlite.ts`).
 */
export const createKinds = {
  version: 20,
  name: 'create-kinds',
  sql: /* sql */ `
CREATE TABLE create_kind (
  endpoint INTEGER PRIMARY KEY,
  key_kind TEXT NOT NULL,
  seal BLOB
) STRICT;
INSERT INTO create_kind (endpoint, key_kind) VALUES
  (1, 'PackageId'), (2, 'PackageId'), (4, 'ShipmentId'), (6, 'PackageId'), (7, 'PackageId'), (8, 'CustomerOrderNo'),
  (9, 'PackageId'), (10, 'PackageId'), (15, 'Sku');
ALTER TABLE entry DROP CONSTRAINT endpoint_is_a_create;
ALTER TABLE entry DROP CONSTRAINT key_kind_is_known;
CREATE TRIGGER entry_is_of_a_kind BEFORE INSERT ON entry
  WHEN NOT EXISTS (SELECT 1 FROM create_kind k WHERE k.endpoint = NEW.endpoint AND k.key_kind = NEW.key_kind)
  BEGIN SELECT RAISE(ABORT, 'entry_is_of_a_kind'); END;
CREATE TRIGGER entry_stays_of_a_kind BEFORE UPDATE OF endpoint, key_kind ON entry
  WHEN NOT EXISTS (SELECT 1 FROM create_kind k WHERE k.endpoint = NEW.endpoint AND k.key_kind = NEW.key_kind)
  BEGIN SELECT RAISE(ABORT, 'entry_is_of_a_kind'); END;
`,
};
