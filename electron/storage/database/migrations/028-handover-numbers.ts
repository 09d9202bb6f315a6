/**
 * Numbers the parcels of handovers without gaps: a parcel that was put back and taken again used up a number, which a
 * verification reports as a missing row. The rows stay the same; those that get another number get a new seal. Nothing
 * refers to these numbers. No new table: retention, restore and warehouse stay as they are.
 */
export const handoverNumbers = {
  version: 28,
  name: 'handover-numbers',
  sql: /* sql */ `
UPDATE handover_parcel SET seq = -n.place, seal = NULL
  FROM (SELECT seq AS was, row_number() OVER (ORDER BY seq) AS place FROM handover_parcel) AS n
  WHERE n.was = handover_parcel.seq AND n.place <> n.was;
UPDATE handover_parcel SET seq = -seq WHERE seq < 0;
UPDATE sqlite_sequence SET seq = (SELECT count(*) FROM handover_parcel) WHERE name = 'handover_parcel';
`,
};
