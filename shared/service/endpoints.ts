/** The 20 endpoints of the service as one table, numbered as in the interface document. */
import type * as z from 'zod';
import { batchOutboundOrder, batchOutboundReceipt } from './batch-outbound.ts';
import { boxOrder } from './box-order.ts';
import { declaration } from './declare.ts';
import { dropShipOrder, dropShipOrderQuery, labelOrder } from './drop-ship-order.ts';
import { dropShipBoxRecord, dropShipRecord, labelOrderRecord } from './drop-ship-record.ts';
import type { Endpoint, EndpointNumber } from './endpoint.ts';
import { fbaOrder } from './fba-order.ts';
import { request, text } from './field.ts';
import { inboundOrder, inboundOrderReceipt, inboundStatusQuery } from './inbound-order.ts';
import { inboundOrderRecord } from './inbound-order-record.ts';
import { inventoryBodyFormRecord, inventoryQuery, inventoryQuestion, inventoryRecord } from './inventory.ts';
import { outboundOrder } from './outbound-order.ts';
import { outboundOrderRecord, outboundStatusPath, outboundStatusQuestion } from './outbound-order-record.ts';
import { inboundPricing, inboundPricingResult, outboundPricing, pricingResult } from './pricing.ts';
import { sku, skuRecord, skuSearch } from './sku.ts';
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

const create = {
  method: 'POST',
  params: none,
  query: none,
  reply: null,
  replyKind: 'none',
  statuses: [201, 200, 400],
  units: {},
  creates: true,
  repeat: 'documented',
  outcome: [],
  needs: [],
  mayBeEmptyReply: true,
} as const;

const packageIdAtTop = { kind: 'PackageId', path: ['PackageId'] } as const;
const packageIdInPackage = { kind: 'PackageId', path: ['Package', 'PackageId'] } as const;

export const endpoints = {
  1: {
    ...create,
    name: 'createDropShipOrder',
    title: 'Create drop-ship order',
    path: '/v1/directExpressOrders',
    query: dropShipOrderQuery,
    body: dropShipOrder,
    reply: dropShipRecord,
    replyKind: 'record',
    statuses: [200, 400],
    key: packageIdInPackage,
    repeat: 'ask-status',
    outcome: [16],
    mayBeEmptyReply: false,
  },
  2: {
    ...create,
    name: 'createLabelOrder',
    title: 'Create drop-ship label order',
    path: '/v1/directExpressLabelOrders',
    body: labelOrder,
    reply: labelOrderRecord,
    replyKind: 'record',
    statuses: [200, 400],
    key: packageIdInPackage,
    repeat: 'ask-status',
    outcome: [16],
    mayBeEmptyReply: false,
  },
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
  4: {
    ...create,
    name: 'createInboundOrder',
    title: 'Create inbound order',
    path: '/v1/inboundOrders',
    body: inboundOrder,
    reply: inboundOrderReceipt,
    replyKind: 'record',
    key: { kind: 'ShipmentId', path: ['ShipmentId'] },
    outcome: [3],
    needs: [
      {
        kind: 'Sku',
        at: ['Containers', '*', 'Skus', '*', 'Sku'],
        from: [15],
        why: 'A SKU is created before an inbound order that uses it.',
      },
    ],
    mayBeEmptyReply: false,
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
  6: {
    ...create,
    name: 'createBoxOrder',
    title: 'Create drop-ship order with boxes',
    path: '/v1/directExpressOrdersHaveBox',
    body: boxOrder,
    key: packageIdAtTop,
    outcome: [18],
  },
  7: {
    ...create,
    name: 'declarePackage',
    title: 'Package declare',
    path: '/v1/directExpressOrders/declare',
    body: declaration,
    statuses: [],
    units: { Weight: 'g' },
    key: packageIdAtTop,
    repeat: 'send-again',
    needs: [
      {
        kind: 'PackageId',
        at: ['PackageId'],
        from: [1, 2, 6, 9, 10],
        why: 'A package is created before it is declared.',
      },
    ],
  },
  8: {
    ...create,
    name: 'createBatchOutboundOrder',
    title: 'Create batch outbound order',
    path: '/v1/batchOutboundOrder',
    body: batchOutboundOrder,
    reply: batchOutboundReceipt,
    replyKind: 'record',
    key: { kind: 'CustomerOrderNo', path: ['CustomerOrderNo'] },
    mayBeEmptyReply: false,
  },
  9: {
    ...create,
    name: 'createFbaOrder',
    title: 'Create FBA order',
    path: '/v1/fbaOrder',
    body: fbaOrder,
    key: packageIdAtTop,
    // "through a status endpoint", without saying which.
    outcome: [18, 16],
  },
  10: {
    ...create,
    name: 'createOutboundOrder',
    title: 'Create outbound order',
    path: '/v1/outboundOrders',
    body: outboundOrder,
    key: packageIdInPackage,
    outcome: [11],
    needs: [
      {
        kind: 'ShipmentId',
        at: ['Package', 'RefInboundOrderInfo', 'ShipmentId'],
        from: [4],
        why: 'The inbound order it refers to is created first.',
      },
    ],
  },
  11: {
    ...read,
    name: 'getOutboundOrderStatus',
    title: 'Get outbound order status',
    method: 'POST',
    path: '/v1/outboundOrders/{idType}',
    params: outboundStatusPath,
    body: outboundStatusQuestion,
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
  15: {
    ...create,
    name: 'createSku',
    title: 'Create SKU',
    path: '/v1/merchantSkus',
    body: sku,
    key: { kind: 'Sku', path: ['Sku'] },
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
    body: inventoryQuestion,
    reply: inventoryBodyFormRecord,
  },
} as const satisfies Record<EndpointNumber, Endpoint>;

type Endpoints = typeof endpoints;

/** Numbers of the endpoints that create or declare: what the outbox holds. */
export type CreateNumber = { [N in EndpointNumber]: Endpoints[N]['creates'] extends true ? N : never }[EndpointNumber];
export type ReadNumber = Exclude<EndpointNumber, CreateNumber>;

/** Body of an endpoint's request as a caller gives it, defaults not yet filled in. */
export type BodyOf<N extends EndpointNumber> = Endpoints[N]['body'] extends z.ZodType
  ? z.input<Endpoints[N]['body']>
  : undefined;

export const endpointNumbers = Object.keys(endpoints).map(Number) as EndpointNumber[];

/** The row of an endpoint, seen as any of the 20. */
export const endpointOf = (number: EndpointNumber): Endpoint => endpoints[number];

export const isEndpointNumber = (value: unknown): value is EndpointNumber =>
  typeof value === 'number' && Object.hasOwn(endpoints, value);

export const isCreate = (number: EndpointNumber): number is CreateNumber => endpoints[number].creates;

export const createNumbers = endpointNumbers.filter(isCreate);
