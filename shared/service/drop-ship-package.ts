import type * as z from 'zod';
import { labelShipToAddress, shipToAddress } from './address.ts';
import { dropShipSkuLine, labelSkuLine } from './drop-ship-sku-line.ts';
import { flag, list, number, request, text } from './field.ts';
import { money } from './money.ts';
import { labelSender, labelTradeParty, sender, tradeParty } from './parties.ts';

/**
 * Drop-ship package: the Package of endpoint 1. No field is marked required, not even PackageId; the desk requires its
 * key itself (desk-key.ts).
 */
export const dropShipPackage = request({
  // The document gives PackageId a length and pattern only for endpoints 6, 7 and 9, and its Limits table names only
  // those.
  PackageId: text(),
  PlatformOrderNo: text(),
  PlatformPaymentNo: text(),
  ServiceCode: text(),
  IsSignature: flag(),
  SignatureType: text(),
  IsHazmat: flag(),
  ShipToAddress: shipToAddress,
  Sender: sender,
  LockerId: text(),
  Weight: number(),
  WeightUnit: text(),
  Length: number(),
  Width: number(),
  Height: number(),
  Skus: list(dropShipSkuLine),
  ExportsInfo: tradeParty,
  ImportsInfo: tradeParty,
  SellPrice: number(),
  SellPriceCurrency: text(),
  SalesPlatform: text(),
  OtherSalesPlatform: text(),
  ImportTrackingNumber: text(),
  ImportLabel: text(),
  CarrierName: text(),
  // The field table gives neither a length; the Limits table gives 1000 to every Custom, and to Remark of drop-ship.
  Custom: text({ maxLength: 1000 }),
  Remark: text({ maxLength: 1000 }),
  VatCode: text(),
  CodAmount: number(),
  CodAmountStr: text(),
  IsCreateNewOrder: flag(),
  DutyTaxRate: number(),
  Duty: money,
  GoodsValueType: text(),
  DeclareMode: text(),
}).partial();

/** The Package of label orders (endpoint 2). */
export const labelPackage = dropShipPackage
  .omit({
    PlatformOrderNo: true,
    PlatformPaymentNo: true,
    IsSignature: true,
    SignatureType: true,
    IsHazmat: true,
    WeightUnit: true,
    DeclareMode: true,
  })
  .extend({
    ShipToAddress: labelShipToAddress.optional(),
    Sender: labelSender.optional(),
    Skus: list(labelSkuLine).optional(),
    ExportsInfo: labelTradeParty.optional(),
    ImportsInfo: labelTradeParty.optional(),
  });

export type DropShipPackage = z.infer<typeof dropShipPackage>;
export type LabelPackage = z.infer<typeof labelPackage>;
