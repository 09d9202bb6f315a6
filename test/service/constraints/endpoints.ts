import { createDropShipOrder } from './endpoints/01-create-drop-ship-order.ts';
import { createDropShipLabelOrder } from './endpoints/02-create-drop-ship-label-order.ts';
import { getInboundOrderStatus } from './endpoints/03-get-inbound-order-status.ts';
import { createInboundOrder } from './endpoints/04-create-inbound-order.ts';
import { batchTrackings } from './endpoints/05-batch-trackings.ts';
import { createDropShipOrderWithBoxes } from './endpoints/06-create-drop-ship-order-with-boxes.ts';
import { declarePackage } from './endpoints/07-declare-package.ts';
import { createBatchOutboundOrder } from './endpoints/08-create-batch-outbound-order.ts';
import { createFbaOrder } from './endpoints/09-create-fba-order.ts';
import { createOutboundOrder } from './endpoints/10-create-outbound-order.ts';
import { getOutboundOrderStatus } from './endpoints/11-get-outbound-order-status.ts';
import { getTrackingsForPackage } from './endpoints/12-get-trackings-for-package.ts';
import { searchSku } from './endpoints/13-search-sku.ts';
import { inboundPricing } from './endpoints/14-inbound-pricing.ts';
import { createSku } from './endpoints/15-create-sku.ts';
import { getDropShipOrderStatus } from './endpoints/16-get-drop-ship-order-status.ts';
import { outboundPricing } from './endpoints/17-outbound-pricing.ts';
import { getDropShipOrderWithBoxesStatus } from './endpoints/18-get-drop-ship-order-with-boxes-status.ts';
import { getInventoryByQuery } from './endpoints/19-get-inventory-by-query.ts';
import { getInventoryByBody } from './endpoints/20-get-inventory-by-body.ts';
import type { EndpointList } from './request-case.ts';

/** The hand-written lists of the 20 endpoints, in the order of the document. */
export const endpoints: readonly EndpointList[] = [
  createDropShipOrder,
  createDropShipLabelOrder,
  getInboundOrderStatus,
  createInboundOrder,
  batchTrackings,
  createDropShipOrderWithBoxes,
  declarePackage,
  createBatchOutboundOrder,
  createFbaOrder,
  createOutboundOrder,
  getOutboundOrderStatus,
  getTrackingsForPackage,
  searchSku,
  inboundPricing,
  createSku,
  getDropShipOrderStatus,
  outboundPricing,
  getDropShipOrderWithBoxesStatus,
  getInventoryByQuery,
  getInventoryByBody,
];
