import type * as z from 'zod';
import { date, integer, list, number, record, text } from './field.ts';
import { inboundSku, productDetail } from './inbound-container.ts';
import { shippingCost } from './money.ts';

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
  Status: text({ seen: ['Open'] }),
  Skus: list(recordedSku),
  Trackings: list(trackingEntry),
  ShippingCosts: list(shippingCost),
  LastUpdated: text(),
  Containers: list(recordedContainer),
  ShipmentId: text(),
  SvcOrderId: text(),
  HandleStatus: text({ seen: ['Initial', 'Submitted'] }),
  HandleState: text({ seen: ['Init', 'Submitted'] }),
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
