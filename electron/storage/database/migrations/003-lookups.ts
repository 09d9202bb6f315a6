/**
 * Pieces of each SKU in one order: the larger of the sums of its item list and of its boxes, which repeat each other.
 */
function piecesOf(row: string, source: string): string {
  const line = (list: string) => /* sql */ `
      SELECT ${row}.seq AS entry, CASE WHEN j.type = 'object' THEN j.value ->> 'Sku' END AS sku,
        sum(CASE WHEN j.type = 'object' AND json_type(j.value, '$.Quantity') = 'integer'
          THEN max(0, min(j.value ->> 'Quantity', 2147483647)) ELSE 0 END) AS quantity
      FROM ${source}${list} j GROUP BY 1, 2`;
  return /* sql */ `
    SELECT sku, entry, max(quantity) AS quantity FROM (
      ${line(`json_each(${row}.request, '$.body.Package.Skus')`)}
      UNION ALL ${line(`json_each(${row}.request, '$.body.SkuDetails')`)}
      UNION ALL ${line(`json_each(${row}.request, '$.body.BoxDetails') b,
        json_each(CASE WHEN b.type = 'object' THEN b.value ELSE '{}' END, '$.SkuDetails')`)}
    ) WHERE sku <> '' AND quantity > 0 GROUP BY entry, sku`;
}

const warehouseOf = (row: string) =>
  `coalesce(${row}.request ->> '$.body.WarehouseId', ${row}.request ->> '$.body.WareHouseCode', '')`;

/**
 * 0: the service does not have the order yet; 1: it refused the order, which can be corrected; null: the order holds no
 * stock.
 */
const refusedOf = (row: string) =>
  `CASE WHEN ${row}.endpoint NOT IN (8, 10) THEN NULL WHEN ${row}.state = 'refused' THEN 1 WHEN ${row}.state IN ('queued', 'sending', 'unsure') THEN 0 END`;

/** Stock held by open orders, computed from all of them: rows of `held_stock`. */
export const heldStockOf = /* sql */ `SELECT p.sku, ${warehouseOf('e')}, p.entry, p.quantity, ${refusedOf('e')}
FROM (${piecesOf('o', `(SELECT seq, request FROM entry WHERE endpoint IN (8, 10) AND state IN ('queued', 'sending', 'unsure', 'refused')) o, `)}) p
JOIN entry e ON e.seq = p.entry`;

/** Last lookup answers, the watch list, and the stock held by the outbox. Times are ms of the desk's clock. */
export const lookups = {
  version: 3,
  name: 'lookups',
  sql: /* sql */ `
-- The last answer about each thing, by what was asked. What is not asked again grows old and goes.
CREATE TABLE lookup_answer (
  id INTEGER PRIMARY KEY,
  target TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  at INTEGER NOT NULL,
  bytes INTEGER NOT NULL CONSTRAINT bytes_are_counted CHECK (bytes >= 0),
  answer TEXT NOT NULL,
  CONSTRAINT one_answer_each UNIQUE (target, kind, subject)
) STRICT;
CREATE INDEX lookup_answer_by_age ON lookup_answer (at);

CREATE TABLE watch (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  number TEXT NOT NULL UNIQUE,
  added_at INTEGER NOT NULL,
  added_by TEXT NOT NULL,
  reads INTEGER NOT NULL DEFAULT 0,
  wait_set_at INTEGER,
  wait_for INTEGER,
  due_at INTEGER GENERATED ALWAYS AS (wait_set_at + wait_for) VIRTUAL,
  -- what the newest checkpoint was, to see when something moves
  newest TEXT NOT NULL DEFAULT '',
  moved_at INTEGER NOT NULL,
  delivered_at INTEGER,
  CONSTRAINT number_is_not_empty CHECK (number <> ''),
  CONSTRAINT wait_is_whole CHECK ((wait_set_at IS NULL) = (wait_for IS NULL) AND (wait_for IS NULL OR wait_for >= 0)),
  CONSTRAINT asked_until_delivered CHECK ((delivered_at IS NULL) = (wait_set_at IS NOT NULL))
) STRICT;
CREATE INDEX watch_due ON watch (due_at) WHERE delivered_at IS NULL;
-- A clock that was set back ends waits that were set "later" than now.
CREATE INDEX watch_wait_set ON watch (wait_set_at) WHERE delivered_at IS NULL;
CREATE INDEX watch_still ON watch (moved_at, seq) WHERE delivered_at IS NULL;
CREATE INDEX watch_delivered ON watch (seq) WHERE delivered_at IS NOT NULL;

-- Pieces in outbound (10) and batch outbound (8) orders that the service does not have.
CREATE TABLE held_stock (
  sku TEXT NOT NULL,
  warehouse TEXT NOT NULL,
  entry INTEGER NOT NULL REFERENCES entry (seq),
  quantity INTEGER NOT NULL,
  refused INTEGER NOT NULL CONSTRAINT refused_is_boolean CHECK (refused IN (0, 1)),
  PRIMARY KEY (sku, warehouse, entry)
) STRICT, WITHOUT ROWID;
CREATE INDEX held_stock_by_entry ON held_stock (entry);

CREATE TRIGGER entry_holds_stock AFTER INSERT ON entry WHEN ${refusedOf('NEW')} IS NOT NULL BEGIN
  INSERT INTO held_stock (sku, warehouse, entry, quantity, refused)
  SELECT sku, ${warehouseOf('NEW')}, entry, quantity, ${refusedOf('NEW')} FROM (${piecesOf('NEW', '')});
END;
CREATE TRIGGER entry_holds_other_stock AFTER UPDATE OF state, request ON entry
WHEN NEW.endpoint IN (8, 10) AND (OLD.request <> NEW.request OR ${refusedOf('OLD')} IS NOT ${refusedOf('NEW')}) BEGIN
  DELETE FROM held_stock WHERE entry = NEW.seq;
  INSERT INTO held_stock (sku, warehouse, entry, quantity, refused)
  SELECT sku, ${warehouseOf('NEW')}, entry, quantity, ${refusedOf('NEW')} FROM (${piecesOf('NEW', '')})
  WHERE ${refusedOf('NEW')} IS NOT NULL;
END;
INSERT INTO held_stock (sku, warehouse, entry, quantity, refused)
${heldStockOf};

-- SKUs of this desk that the service does not have.
CREATE INDEX entry_sku_waiting ON entry (seq) WHERE endpoint = 15 AND state IN ('draft', 'queued', 'sending', 'unsure', 'refused');
`,
};
