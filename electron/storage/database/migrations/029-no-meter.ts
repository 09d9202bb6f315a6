/**
 * Drops the counts of keys and seconds per parcel, which no program shows any more. Their rows are gone with them, and
 * nothing refers to them. No retention rule names these tables, a restore takes no rows for them, and the warehouse
 * never had them.
 */
export const dropMeter = {
  version: 29,
  name: 'no-meter',
  sql: /* sql */ `
DROP TABLE meter_parcel;
DROP TABLE meter_field;
`,
};
