/**
 * What a desk learns from orders, so that it need not be typed again. All of it can be deleted without harm to any
 * entry. `folded` is the text that search compares; times are ms of the desk's clock.
 */
export const memories = {
  version: 4,
  name: 'memories',
  sql: /* sql */ `
-- Recipients. Never IDNumber, BankCardLast4digits or RecipientBirthday.
CREATE TABLE remembered_address (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- what makes two addresses one recipient's
  print BLOB NOT NULL UNIQUE,
  address TEXT NOT NULL CONSTRAINT address_is_json CHECK (json_valid(address)),
  folded TEXT NOT NULL,
  used INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  CONSTRAINT address_keeps_no_identity CHECK (
    address ->> 'IDNumber' IS NULL AND address ->> 'BankCardLast4digits' IS NULL AND address ->> 'RecipientBirthday' IS NULL
  )
) STRICT;
-- Indexes by use hold the folded text, so that a search reads them from end to end and nothing else.
CREATE INDEX remembered_address_by_use ON remembered_address (used DESC, used_at DESC, folded);

-- What was last said of goods, by SKU and by English name.
CREATE TABLE remembered_goods (
  by TEXT NOT NULL,
  name TEXT NOT NULL,
  facts TEXT NOT NULL CONSTRAINT facts_are_json CHECK (json_valid(facts)),
  folded TEXT NOT NULL,
  endpoint INTEGER NOT NULL,
  used INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (by, name),
  CONSTRAINT by_is_known CHECK (by IN ('Sku', 'DeclareNameEn'))
) STRICT, WITHOUT ROWID;
CREATE INDEX remembered_goods_by_use ON remembered_goods (used DESC, used_at DESC, folded);

-- Hashes of who gets an entry and of what is in it; two alike within hours may be one parcel entered twice.
CREATE TABLE entry_print (
  entry INTEGER PRIMARY KEY REFERENCES entry (seq),
  recipient BLOB NOT NULL,
  goods BLOB NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX entry_print_alike ON entry_print (recipient, goods, at);

-- Codes offered while typing: imported, or learned from use.
CREATE TABLE list_item (
  list TEXT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  imported INTEGER NOT NULL,
  used INTEGER NOT NULL,
  used_at INTEGER,
  PRIMARY KEY (list, code),
  CONSTRAINT imported_is_boolean CHECK (imported IN (0, 1)),
  CONSTRAINT item_comes_from_somewhere CHECK (imported = 1 OR used > 0)
) STRICT, WITHOUT ROWID;
CREATE INDEX list_item_by_use ON list_item (list, used DESC, used_at DESC, code, folded);

CREATE TABLE template (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint INTEGER NOT NULL,
  name TEXT NOT NULL CONSTRAINT template_has_a_name CHECK (name <> ''),
  request TEXT NOT NULL CONSTRAINT template_is_json CHECK (json_valid(request)),
  operator TEXT NOT NULL,
  used INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER NOT NULL,
  UNIQUE (endpoint, name)
) STRICT;

-- Who is at the desk: attribution, not secrecy. Codes are folded; a badge is what its code says behind the prefix.
CREATE TABLE operator (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE CONSTRAINT operator_has_a_name CHECK (name <> ''),
  code TEXT NOT NULL UNIQUE CONSTRAINT operator_has_a_code CHECK (code <> ''),
  badge TEXT NOT NULL UNIQUE CONSTRAINT operator_has_a_badge CHECK (badge <> ''),
  -- salt and scrypt hash, as hex; null without a PIN
  pin TEXT
) STRICT;

-- What entering cost: a row for each parcel, and sums for each field and day. Days are counted from 1970, in the desk's time zone.
CREATE TABLE meter_parcel (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  day INTEGER NOT NULL,
  endpoint INTEGER NOT NULL,
  operator TEXT NOT NULL,
  keystrokes INTEGER NOT NULL,
  scans INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  CONSTRAINT cost_is_not_negative CHECK (keystrokes >= 0 AND scans >= 0 AND ms >= 0)
) STRICT;
CREATE INDEX meter_parcel_by_day ON meter_parcel (day, endpoint);
CREATE TABLE meter_field (
  day INTEGER NOT NULL,
  endpoint INTEGER NOT NULL,
  field TEXT NOT NULL,
  parcels INTEGER NOT NULL,
  keystrokes INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  PRIMARY KEY (day, endpoint, field)
) STRICT, WITHOUT ROWID;

-- "Same as last" of an operator.
CREATE INDEX entry_by_operator ON entry (endpoint, operator, seq);
`,
};
