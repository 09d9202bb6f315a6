import { boxContainer, boxSkuInfo } from './box-order.ts';
import { integer, list, number, request, text, date, flag, record } from './field.ts';
import { shippingCost } from './shared-objects.ts';
import type * as z from 'zod';

/**
 * ProductDetails of a SKU in an inbound container: the fields of a box SKU without those that identify the SKU, plus
 * its selling value.
 */
export const productDetail = boxSkuInfo
  .omit({ Sku: true, Picture: true, Charged: true, ASINCode: true, ModelName: true })
  .extend({ SellingValue: number().optional() });

export const inboundSku = request({
  Sku: text(),
  StorageNo: text(),
  Quantity: integer(),
  HsCode: text(),
  ProductDetails: list(productDetail),
}).partial();

/** Inbound container: an entry of Containers in endpoint 4. */
export const inboundContainer = boxContainer.omit({ SkuInfos: true }).extend({ Skus: list(inboundSku).optional() });

export type InboundContainer = z.infer<typeof inboundContainer>;

/** Endpoint 4, Create inbound order. */
export const inboundOrder = request({
  // The document gives "length 0-50" and a pattern of at least one character: the pattern decides, so an empty
  // ShipmentId is refused.
  ShipmentId: text({ maxLength: 50, pattern: /^[a-zA-Z0-9\-_]{1,50}$/, form: 'one to 50 letters, digits, - and _' }),
  VatNo: text().optional(),
  Location: text({ maxLength: 20 }).optional(),
  WarehouseId: text({ maxLength: 30 }),
  ShippingType: text({ maxLength: 30 }),
  Containers: list(inboundContainer),
  PlanArriveDate: date().optional(),
  Remark: text({ maxLength: 200 }).optional(),
  // The document states the default false for drop-ship and outbound creation only, so nothing is filled in here.
  SubmitLater: flag().optional(),
  RefOutboundOrderNo: text({ maxLength: 50 }).optional(),
});

/** The reply of endpoint 4. */
export const inboundOrderReceipt = record({ ShipmentId: text(), SvcOrderId: text() });

/**
 * Query of endpoint 3. The service assumes the documented default, PackageId; the desk sends idType only if it is set.
 */
export const inboundStatusQuery = request({
  idType: text({ examples: ['PackageId'] })
    .optional()
    .meta({ default: 'PackageId' }),
});

export type InboundOrder = z.infer<typeof inboundOrder>;
export type InboundOrderReceipt = z.infer<typeof inboundOrderReceipt>;

const trackingEntry = record({ Location: text(), Description: text(), TrackingTime: text() });

const recordedSku = record({
  Sku: text(),
  Quantity: integer(),
  ArrivalQuantity: integer(),
  PutawayQuantity: integer(),
  Weight: number(),
  Trackings: list(trackingEntry),
});

// The document gives no types for ProductDetails of the record; those of the request, which has the same names, are
// used.
const recordedContainerSku = record({
  ...inboundSku.pick({ Sku: true, StorageNo: true, Quantity: true }).shape,
  ProductDetails: list(
    record(productDetail.omit({ SellingValue: true, PurposeEN: true, PurposeCN: true, HsCode: true }).shape),
  ),
});

const recordedContainer = record({
  ContainerId: text(),
  Weight: number(),
  Length: number(),
  Width: number(),
  Height: number(),
  Skus: list(recordedContainerSku),
});

/** Inbound order status record: the reply of endpoint 3. */
export const inboundOrderRecord = record({
  Status: text({ examples: ['Open'] }),
  Skus: list(recordedSku),
  Trackings: list(trackingEntry),
  ShippingCosts: list(shippingCost),
  LastUpdated: text(),
  Containers: list(recordedContainer),
  ShipmentId: text(),
  SvcOrderId: text(),
  HandleStatus: text({ examples: ['Initial', 'Submitted'] }),
  HandleState: text({ examples: ['Init', 'Submitted'] }),
  WarehouseId: text(),
  ShippingType: text(),
  Weight: number(),
  VerifyWeight: number(),
  ContainerCount: integer(),
  ReceivedTime: date(),
  ShippingOutTime: date(),
  ShippingInTime: date(),
  FinishedTime: date(),
  CreateTime: date(),
  Remark: text(),
});

export type InboundOrderRecord = z.infer<typeof inboundOrderRecord>;
