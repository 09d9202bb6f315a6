/**
 * The practice service's database. `arrival` holds every create as received; rows with an effect are the objects that
 * exist at the service, whose state depends only on their age. `moment` is the length of a moment (ms) for that object.
 * Times are ms of the practice clock. `also` is a second name by which an object is found: CustomStorageNo of a SKU,
 * ImportTrackingNumber of an order.
 *
 * `stock` holds the sum of moves already in force, `stock_move` later ones. Each new move of a SKU adds the due ones to
 * `stock`, so that reading a SKU takes the same time after any number of orders.
 */
export const book = {
  version: 1,
  name: 'book',
  sql: /* sql */ `
CREATE TABLE arrival (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint INTEGER NOT NULL,
  shelf TEXT NOT NULL,
  key TEXT,
  also TEXT,
  arrived_at INTEGER NOT NULL,
  moment INTEGER NOT NULL,
  query TEXT NOT NULL,
  body TEXT NOT NULL,
  status INTEGER NOT NULL,
  effect INTEGER NOT NULL,
  CONSTRAINT endpoint_creates CHECK (endpoint IN (1, 2, 4, 6, 7, 8, 9, 10, 15)),
  CONSTRAINT shelf_known CHECK (shelf IN ('package', 'declaration', 'shipment', 'batch', 'sku')),
  CONSTRAINT effect_has_key CHECK (effect = 0 OR (effect = 1 AND key IS NOT NULL)),
  CONSTRAINT effect_was_accepted CHECK (effect = 0 OR status IN (200, 201))
) STRICT;

-- what exists under a key, the latest first
CREATE INDEX arrival_made ON arrival (shelf, key, seq) WHERE effect = 1;
CREATE INDEX arrival_also ON arrival (shelf, also, seq) WHERE effect = 1 AND also IS NOT NULL;
-- all that came under a key, for the counts
CREATE INDEX arrival_key ON arrival (endpoint, key);

CREATE TABLE stock (
  warehouse TEXT NOT NULL,
  sku TEXT NOT NULL,
  total INTEGER NOT NULL,
  available INTEGER NOT NULL,
  in_transit INTEGER NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (warehouse, sku)
) STRICT, WITHOUT ROWID;

CREATE TABLE stock_move (
  id INTEGER PRIMARY KEY,
  warehouse TEXT NOT NULL,
  sku TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  total INTEGER NOT NULL,
  available INTEGER NOT NULL,
  in_transit INTEGER NOT NULL,
  FOREIGN KEY (warehouse, sku) REFERENCES stock (warehouse, sku)
) STRICT;
CREATE INDEX stock_move_due ON stock_move (warehouse, sku, due_at);
`,
};
