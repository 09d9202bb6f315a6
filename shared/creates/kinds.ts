/** All kinds of entry, the likeliest first: their names in addresses, files and on the command line. */
export const createKinds = [
  'label-order',
  'drop-ship-order',
  'box-order',
  'declaration',
  'outbound-order',
  'batch-outbound-order',
  'fba-order',
  'inbound-order',
  'sku',
] as const;
export type CreateKind = (typeof createKinds)[number];
