import type { CreateNumber } from './service/endpoints.ts';

/** Every kind of entry a counter makes, the likeliest first: its name in addresses, files and on the command line. */
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

/** The endpoint that makes each. */
export const endpointOfKind = {
  'label-order': 2,
  'drop-ship-order': 1,
  'box-order': 6,
  declaration: 7,
  'outbound-order': 10,
  'batch-outbound-order': 8,
  'fba-order': 9,
  'inbound-order': 4,
  sku: 15,
} as const satisfies Record<CreateKind, CreateNumber>;

export const isCreateKind = (name: string): name is CreateKind => Object.hasOwn(endpointOfKind, name);

/** The kind an entry of this endpoint is; undefined where the endpoint creates nothing. */
export const kindOfEndpoint = (endpoint: number): CreateKind | undefined =>
  createKinds.find((kind) => endpointOfKind[kind] === endpoint);
