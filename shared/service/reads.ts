import { dropShipBoxRecord, dropShipRecord } from './drop-ship-record.ts';
import type { Endpoint } from './endpoint.ts';
import { request, text } from './field.ts';
import { inboundStatusQuery, inboundOrderRecord } from './inbound-order.ts';
import { inventoryBodyFormRecord, inventoryQuery, inventoryRequestBody, inventoryRecord } from './inventory.ts';
import { outboundOrderRecord, outboundStatusPath, outboundStatusBody } from './outbound-order.ts';
import { inboundPricing, inboundPricingResult, outboundPricing, pricingResult } from './pricing.ts';
import { skuRecord, skuSearch } from './sku.ts';
import { trackingBatch, trackingPath, trackingQuery, trackingRecord } from './tracking.ts';

const none = request({});
const packagePath = request({ packageId: text() });
const shipmentPath = request({ shipmentId: text() });

const read = {
  params: none,
  query: none,
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
    ...read,
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
    ...read,
    name: 'getTrackings',
    title: 'Batch acquisition of trackings',
    method: 'POST',
    path: '/v1/trackings',
    query: trackingQuery,
    body: trackingBatch,
    reply: trackingRecord,
  },
  11: {
    ...read,
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
    ...read,
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
    ...read,
    name: 'searchSku',
    title: 'Search SKU',
    method: 'POST',
    path: '/v1/sku/lists',
    body: skuSearch,
    reply: skuRecord,
  },
  14: {
    ...read,
    name: 'priceInbound',
    title: 'Inbound pricing for all services',
    method: 'POST',
    path: '/v1/pricing/inbound/box',
    body: inboundPricing,
    reply: inboundPricingResult,
  },
  16: {
    ...read,
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
    ...read,
    name: 'priceOutbound',
    title: 'Outbound package pricing',
    method: 'POST',
    path: '/v1/pricing/all/outbound/package',
    body: outboundPricing,
    reply: pricingResult,
    replyKind: 'one-or-many',
  },
  18: {
    ...read,
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
    ...read,
    name: 'getInventory',
    title: 'Get inventory (query form)',
    method: 'GET',
    path: '/v1/inventories',
    query: inventoryQuery,
    reply: inventoryRecord,
  },
  20: {
    ...read,
    name: 'listInventory',
    title: 'Get inventory (body form)',
    method: 'POST',
    path: '/v1/inventories',
    body: inventoryRequestBody,
    reply: inventoryBodyFormRecord,
  },
} as const satisfies Readonly<Record<number, Endpoint>>;
