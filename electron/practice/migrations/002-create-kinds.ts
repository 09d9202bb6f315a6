/**
 * Stores the creating endpoints in a table instead of a constraint, as in the outbox. Key spaces (column `shelf`) need
 * no check: only the practice service writes them.
 */
export const createKinds = {
  version: 2,
  name: 'create-kinds',
  sql: /* sql */ `
CREATE TABLE create_kind (
  endpoint INTEGER PRIMARY KEY,
  key_kind TEXT NOT NULL
) STRICT;
INSERT INTO create_kind (endpoint, key_kind) VALUES
  (1, 'PackageId'), (2, 'PackageId'), (4, 'ShipmentId'), (6, 'PackageId'), (7, 'PackageId'), (8, 'CustomerOrderNo'),
  (9, 'PackageId'), (10, 'PackageId'), (15, 'Sku');
ALTER TABLE arrival DROP CONSTRAINT endpoint_creates;
ALTER TABLE arrival DROP CONSTRAINT shelf_known;
CREATE TRIGGER arrival_is_of_a_kind BEFORE INSERT ON arrival
  WHEN NOT EXISTS (SELECT 1 FROM create_kind k WHERE k.endpoint = NEW.endpoint)
  BEGIN SELECT RAISE(ABORT, 'arrival_is_of_a_kind'); END;
`,
};
