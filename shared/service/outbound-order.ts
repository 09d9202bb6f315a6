import { flag, integer, list, number, request, text, date, record } from './field.ts';
import { shipToAddress, tradeParty, failureReason, shippingCost } from './shared-objects.ts';
import type * as z from 'zod';

const outboundSku = request({
  Sku: text(),
  StorageNo: text(),
  Quantity: integer(),
  FNSKU: text(),
  ProductName: text(),
  Price: number(),
  PlatformItemId: text(),
  PlatformTransactionId: text(),
  HsCode: text(),
}).partial();

const refInboundOrderInfo = request({
  ShipmentId: text(),
  RefInboundOrderMappings: list(request({ CustomContainerNo: text(), StorageNo: text(), Sku: text() }).partial()),
}).partial();

const outboundPackage = request({
  PackageId: text(),
  PlatformOrderNo: text(),
  PreSale: flag(),
  ShipmentId: text(),
  ServiceCode: text(),
  ShipToAddress: shipToAddress,
  Skus: list(outboundSku),
  ExportsInfo: tradeParty,
  ImportsInfo: tradeParty,
  SellPrice: number(),
  SellPriceCurrency: text(),
  // No length in the field list; the Limits table gives 200 to Remark of outbound orders, which covers the order's and
  // the package's.
  Remark: text({ maxLength: 200 }),
  SalesPlatform: text(),
  ImportTrackingNumber: text(),
  VatCode: text(),
  CodAmount: number(),
  ImportLabel: text(),
  ImportLabel2: text(),
  IsCreateNewOrder: flag(),
  CarrierName: text(),
  CarrierService: text(),
  RefInboundOrderInfo: refInboundOrderInfo,
}).partial();

/** Endpoint 10, Create outbound order. WarehouseId is not marked required here. */
export const outboundOrder = request({
  WarehouseId: text({ maxLength: 30 }).optional(),
  Package: outboundPackage,
  Remark: text({ maxLength: 200 }).optional(),
  // "string, time" is a plain string: the conventions say so for times typed string.
  ShipmentDeadline: text().optional(),
  Channel: text().optional(),
  SubmitLater: flag().default(false),
});

export type OutboundOrder = z.infer<typeof outboundOrder>;

/** Path and body of endpoint 11. */
export const outboundStatusPath = request({ idType: text({ examples: ['PackageId'] }) });
export const outboundStatusBody = request({ Ids: list(text()) });

/** Outbound order status record; endpoint 11 replies with a list of them. */
export const outboundOrderRecord = record({
  PackageId: text(),
  SvcPackageId: text(),
  Status: text({ examples: ['Creating'] }),
  HandleStatus: text({ examples: ['Delete', 'Submitted'] }),
  RetryCount: integer(),
  UnShippedReason: failureReason,
  ServiceCode: text(),
  TrackingNumber: text(),
  IsFinalTrackingNumber: flag(),
  InternalNumber: text(),
  ShippingProvider: text(),
  ShippingCosts: list(shippingCost),
  Weight: number(),
  HasRemoteFee: flag(),
  SvcOrderShipOuted: date(),
  SvcOrderShipOutedStr: text(),
  SvcOrderShipOutedTimeStr: text(),
  SvcOrderPackedTimeStr: text(),
  WarehouseId: text(),
  PricingProductCode: text(),
});

export type OutboundOrderRecord = z.infer<typeof outboundOrderRecord>;
