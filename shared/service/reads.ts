import { dropShipBoxRecord, dropShipRecord } from './drop-ship-record.ts';
import type { Endpoint } from './endpoint.ts';
import { request, text } from './field.ts';
import { inboundStatusQuery, inboundOrderRecord } from './inbound-order.ts';
import { inventoryBodyFormRecord, inventoryQuery, inventoryRequestBody, inventoryRecord } from './inventory.ts';
import { outboundOrderRecord, outboundStatusPath, outboundStatusBody } from './outbound-order.ts';
import { inboundPricing, inboundPricingResult, outboundPricing, pricingResult } from './pricing.ts';
import { skuRecord, skuSearch } from './sku.ts';
import { trackingBatch, trackingPath, trackingQuery, trackingRecord } from './tracking.ts';

const emptyParams = request({});
const packagePath = request({ packageId: text() });
const shipmentPath = request({ shipmentId: text() });

const readDefaults = {
  params: emptyParams,
  query: emptyParams,
  body: null,
  replyKind: 'list',
  statuses: [],
  units: {},
  creates: false,
  key: null,
  repeat: 'send-again',
  outcome: [],
  needs: [],
  mayBeEmptyReply: false,
} as const;

/** The read-only endpoints of the service, numbered as in the interface document. */
export const reads = {
  3: {
    ...readDefaults,
    name: 'getInboundOrderStatus',
    title: 'Get inbound order status',
    method: 'GET',
    path: '/v1/inboundOrders/{shipmentId}/status',
    params: shipmentPath,
    query: inboundStatusQuery,
    reply: inboundOrderRecord,
    replyKind: 'record',
    statuses: [200, 404],
  },
  5: {
    ...readDefaults,
    name: 'getTrackings',
    title: 'Batch acquisition of trackings',
    method: 'POST',
    path: '/v1/trackings',
    query: trackingQuery,
    body: trackingBatch,
    reply: trackingRecord,
  },
  11: {
    ...readDefaults,
    name: 'getOutboundOrderStatus',
    title: 'Get outbound order status',
    method: 'POST',
    path: '/v1/outboundOrders/{idType}',
    params: outboundStatusPath,
    body: outboundStatusBody,
    reply: outboundOrderRecord,
    statuses: [200, 404],
  },
  12: {
    ...readDefaults,
    name: 'getTracking',
    title: 'Get trackings for a package',
    method: 'GET',
    path: '/v1/trackings/{trackingNumber}',
    params: trackingPath,
    query: trackingQuery,
    reply: trackingRecord,
    replyKind: 'record',
  },
  13: {
    ...readDefaults,
    name: 'searchSku',
    title: 'Search SKU',
    method: 'POST',
    path: '/v1/sku/lists',
    body: skuSearch,
    reply: skuRecord,
  },
  14: {
    ...readDefaults,
    name: 'priceInbound',
    title: 'Inbound pricing for all services',
    method: 'POST',
    path: '/v1/pricing/inbound/box',
    body: inboundPricing,
    reply: inboundPricingResult,
  },
  16: {
    ...readDefaults,
    name: 'getDropShipOrderStatus',
    title: 'Get drop-ship order status',
    method: 'GET',
    path: '/v1/directExpressOrders/{packageId}/status',
    params: packagePath,
    reply: dropShipRecord,
    replyKind: 'record',
    statuses: [200, 404],
  },
  17: {
    ...readDefaults,
    name: 'priceOutbound',
    title: 'Outbound package pricing',
    method: 'POST',
    path: '/v1/pricing/all/outbound/package',
    body: outboundPricing,
    reply: pricingResult,
    replyKind: 'one-or-many',
  },
  18: {
    ...readDefaults,
    name: 'getBoxOrderStatus',
    title: 'Get drop-ship order status (with boxes)',
    method: 'GET',
    path: '/v1/directExpressOrdersHaveBox/{packageId}/status',
    params: packagePath,
    reply: dropShipBoxRecord,
    replyKind: 'record',
    statuses: [200, 404],
  },
  19: {
    ...readDefaults,
    name: 'getInventory',
    title: 'Get inventory (query form)',
    method: 'GET',
    path: '/v1/inventories',
    query: inventoryQuery,
    reply: inventoryRecord,
  },
  20: {
    ...readDefaults,
    name: 'listInventory',
    title: 'Get inventory (body form)',
    method: 'POST',
    path: '/v1/inventories',
    body: inventoryRequestBody,
    reply: inventoryBodyFormRecord,
  },
} as const satisfies Readonly<Record<number, Endpoint>>;
