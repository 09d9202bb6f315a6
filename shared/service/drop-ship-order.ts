import { integer, number, request, text, flag, list } from './field.ts';
import {
  money,
  moneyWithoutCurrency,
  labelShipToAddress,
  shipToAddress,
  labelSender,
  labelTradeParty,
  sender,
  tradeParty,
} from './shared-objects.ts';
import type * as z from 'zod';

/** Drop-ship SKU line: an entry of Skus in drop-ship packages (endpoint 1) and declarations (endpoint 7). */
export const dropShipSkuLine = request({
  DomesticShipper: text(),
  Sku: text(),
  Quantity: integer(),
  UnitOfMeasure: text(),
  Weight: number(),
  WeightUnit: text(),
  DeclareValue: number(),
  NewDeclareValue: money,
  ExportsDeclareValue: moneyWithoutCurrency,
  CIFDeclareValue: moneyWithoutCurrency,
  InsuranceDeclareValue: moneyWithoutCurrency,
  FreightDeclareValue: moneyWithoutCurrency,
  DeclareNameEn: text(),
  DeclareNameCn: text(),
  ProductName: text(),
  Price: number(),
  HsCode: text(),
  HsCodeCN: text(),
  DeclareElements: text(),
  SaleURL: text(),
  ProductLink: text(),
  ProductDescription: text(),
  ProductCategories: text(),
  MaterialEN: text(),
  Brand: text(),
  ProductModel: text(),
  DutyTaxRate: number(),
  Duty: money,
  PlatformItemId: text(),
  PlatformTransactionId: text(),
  ProducerSellerCreditCode: text(),
  ProducerSellerName: text(),
  Asin: text(),
  MPID: text(),
  NSPID: text(),
  SPID: text(),
  Uses: text(),
}).partial();

/** The line of label orders: fewer fields, and its ExportsDeclareValue has a Currency. */
export const labelSkuLine = dropShipSkuLine
  .pick({
    Sku: true,
    Quantity: true,
    Weight: true,
    DeclareValue: true,
    NewDeclareValue: true,
    DeclareNameEn: true,
    DeclareNameCn: true,
    ProductName: true,
    Price: true,
    HsCode: true,
    SaleURL: true,
    ProductLink: true,
    ProductDescription: true,
    ProductCategories: true,
    MaterialEN: true,
    DutyTaxRate: true,
    Duty: true,
    PlatformItemId: true,
    PlatformTransactionId: true,
  })
  .extend({ ExportsDeclareValue: money.optional() });

export type DropShipSkuLine = z.infer<typeof dropShipSkuLine>;
export type LabelSkuLine = z.infer<typeof labelSkuLine>;

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

/** Query of endpoint 1. The document does not explain the values of sync. */
export const dropShipOrderQuery = request({ sync: integer() });

/** Endpoint 1, Create drop-ship order. */
export const dropShipOrder = request({
  Location: text({ maxLength: 20 }).optional(),
  Package: dropShipPackage,
  Remark: text({ maxLength: 1000 }).optional(),
  SubmitLater: flag().default(false),
});

/** Endpoint 2, Create drop-ship label order. */
export const labelOrder = dropShipOrder.extend({ Package: labelPackage });

export type DropShipOrder = z.infer<typeof dropShipOrder>;
export type LabelOrder = z.infer<typeof labelOrder>;
