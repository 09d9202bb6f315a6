import { batchOutboundOrder } from './batch-outbound-order.ts';
import { boxOrder } from './box-order.ts';
import type { CreateRecord } from './create-record.ts';
import { declaration } from './declaration.ts';
import { dropShipOrder } from './drop-ship-order.ts';
import { fbaOrder } from './fba-order.ts';
import { inboundOrder } from './inbound-order.ts';
import type { createKinds } from './kinds.ts';
import { labelOrder } from './label-order.ts';
import { outboundOrder } from './outbound-order.ts';
import { sku } from './sku.ts';

/** A tuple of records in the same order. */
type RecordPerKind<K extends readonly string[]> = { readonly [N in keyof K]: CreateRecord & { kind: K[N] } };

/** The records of all kinds of entry, the likeliest first. */
export const creates = [
  labelOrder,
  dropShipOrder,
  boxOrder,
  declaration,
  outboundOrder,
  batchOutboundOrder,
  fbaOrder,
  inboundOrder,
  sku,
] as const satisfies RecordPerKind<typeof createKinds>;
