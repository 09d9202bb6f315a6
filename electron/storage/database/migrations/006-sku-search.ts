/**
 * Search for any part of a SKU's code or name. The index contains tokens made by electron/outbox/search and no text;
 * after a change of the list it is written some rows at a time. Index rows of removed or renamed codes have no
 * `sku_row`.
 */
export const skuSearch = {
  version: 6,
  name: 'sku-search',
  sql: /* sql */ `
-- Every printable ASCII character is part of a token; only the space parts them.
CREATE VIRTUAL TABLE sku_search USING fts5 (
  tokens,
  content = '',
  contentless_delete = 1,
  detail = none,
  tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~'"
);
-- The code that each row of the index is of; a number is never given twice.
CREATE TABLE sku_row (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE) STRICT;
-- Codes that are not in the index yet.
CREATE TABLE sku_pending (code TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO sku_pending (code) SELECT code FROM list_item WHERE list = 'skus';

CREATE TRIGGER sku_added AFTER INSERT ON list_item WHEN NEW.list = 'skus' BEGIN
  INSERT INTO sku_pending (code) VALUES (NEW.code) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER sku_renamed AFTER UPDATE OF folded ON list_item WHEN NEW.list = 'skus' AND OLD.folded <> NEW.folded BEGIN
  DELETE FROM sku_row WHERE code = NEW.code;
  INSERT INTO sku_pending (code) VALUES (NEW.code) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER sku_removed AFTER DELETE ON list_item WHEN OLD.list = 'skus' BEGIN
  DELETE FROM sku_row WHERE code = OLD.code;
  DELETE FROM sku_pending WHERE code = OLD.code;
END;
`,
};
