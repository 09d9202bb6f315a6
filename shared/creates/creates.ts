import { batchOutboundOrder } from './batch-outbound-order.ts';
import { boxOrder } from './box-order.ts';
import type { CreateRecord } from './create-record.ts';
import { declaration } from './declaration.ts';
import { dropShipOrder } from './drop-ship-order.ts';
import { fbaOrder } from './fba-order.ts';
import { inboundOrder } from './inbound-order.ts';
import { labelOrder } from './label-order.ts';
import { outboundOrder } from './outbound-order.ts';
import { sku } from './sku.ts';

/** Every kind of entry a counter makes, the likeliest first. */
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
] as const satisfies readonly CreateRecord[];
