import type * as z from 'zod';
import { integer, number, request, text } from './field.ts';
import { money, moneyWithoutCurrency } from './money.ts';

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
