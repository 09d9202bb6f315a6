import { batchOutboundOrderFields } from './batch-outbound-order-fields.ts';
import { boxOrderFields } from './box-order-fields.ts';
import { declarationFields } from './declaration-fields.ts';
import { dropShipOrderFields } from './drop-ship-order-fields.ts';
import { fbaOrderFields } from './fba-order-fields.ts';
import type { FormFields } from './form-fields.ts';
import { inboundOrderFields } from './inbound-order-fields.ts';
import { labelOrderFields } from './label-order-fields.ts';
import { outboundOrderFields } from './outbound-order-fields.ts';
import { skuFields } from './sku-fields.ts';

/** Every kind of entry a counter makes, the likeliest first, under the name its screen has in addresses. */
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

export const formOf: Readonly<Record<CreateKind, FormFields>> = {
  'label-order': labelOrderFields,
  'drop-ship-order': dropShipOrderFields,
  'box-order': boxOrderFields,
  declaration: declarationFields,
  'outbound-order': outboundOrderFields,
  'batch-outbound-order': batchOutboundOrderFields,
  'fba-order': fbaOrderFields,
  'inbound-order': inboundOrderFields,
  sku: skuFields,
};

/** The kind an entry of this endpoint is; undefined where the endpoint creates nothing. */
export const kindOf = (endpoint: number): CreateKind | undefined =>
  createKinds.find((kind) => formOf[kind].endpoint === endpoint);
