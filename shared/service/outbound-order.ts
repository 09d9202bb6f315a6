import type * as z from 'zod';
import { shipToAddress } from './address.ts';
import { flag, integer, list, number, request, text } from './field.ts';
import { tradeParty } from './parties.ts';

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
