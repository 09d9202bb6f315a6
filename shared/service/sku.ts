import { decimal, integer, list, number, record, request, text } from './field.ts';
import type * as z from 'zod';

const MAX_INT = 2147483647;
const hsCode = { pattern: /^\d{6,50}$|^$/, form: '6 to 50 digits, or nothing' };

/** Endpoint 15, Create SKU. The document does not give the units of its weight and dimensions. */
export const sku = request({
  // Required, with length 0-100: empty satisfies the rule; the desk refuses it as a key (desk-key.ts).
  Sku: text({ maxLength: 100 }),
  CustomStorageNo: text({
    minLength: 5,
    maxLength: 20,
    pattern: /^[\x00-\x7f]{5,20}$/,
    form: '5 to 20 characters of ASCII',
  }).optional(),
  ProductName: text({ maxLength: 100 }),
  HsCode: text(hsCode).optional(),
  ProductDescription: text({ maxLength: 2000 }),
  Weight: integer({ min: 1, max: MAX_INT }),
  Length: decimal(8, 2),
  Width: decimal(8, 2),
  Height: decimal(8, 2),
  // The pattern requires at least one character that is neither digit nor space.
  DeclareName: text({
    maxLength: 100,
    pattern: /(?![\d\s]+$)^[a-zA-Z_\s0-9\-\(\)'&,\|\.\+]+$/,
    form: "Latin letters, digits, spaces and _ - ( ) ' & , | . +, and not digits alone",
  }),
  DeclareNameCn: text({ maxLength: 100 }).optional(),
  DeclareValue: decimal(18, 2),
  RealDeclareValue: number().optional(),
  Condition: text().optional(),
  ProductFlag: text({ examples: ['Simple'] }),
  ProductAttribute: text({ examples: ['GeneralCargo'] }),
  ProductModel: text({ maxLength: 150 }).optional(),
  ProductAmountWarn: integer({ min: 0, max: MAX_INT }).optional(),
  ProductCategory: text({ maxLength: 50 }).optional(),
  Brand: text().optional(),
  Material: text({ maxLength: 150 }).optional(),
  MaterialCN: text({ maxLength: 150 }).optional(),
  ImportHsCode: text(hsCode).optional(),
  ProductRemark: text({ maxLength: 255 }).optional(),
  ProductImage: text().optional(),
  Suffix: text().optional(),
  ProductSize: text().optional(),
  ProducerSellerName: text({ maxLength: 50 }).optional(),
  ProducerSellerCreditCode: text({ maxLength: 18 }).optional(),
});

/** Body of endpoint 13, Search SKU. ClinetId is spelled as in the document, and WarehouseId is an integer only here. */
export const skuSearch = request({
  SkuList: list(text()),
  CustomStorageNoList: list(text()),
  ProductStorageQuery: request({ StorageNo: text(), ClinetId: integer(), WarehouseId: integer() }).partial(),
}).partial();

/** SKU search result; endpoint 13 replies with a list of them. Its limits differ from those of the create. */
export const skuRecord = record({
  Sku: text({ maxLength: 100 }),
  CustomStorageNo: text({ maxLength: 25, pattern: /^[a-zA-Z0-9-]{2,25}$/, form: '2 to 25 letters, digits and -' }),
  HsCode: text({ maxLength: 100 }),
  ProductDescription: text({ maxLength: 2000 }),
  DeclareName: text({
    maxLength: 100,
    pattern: /(?![\d\s]+$)^[a-zA-Z_\s0-9\-\(\)'&,\|]+$/,
    form: "Latin letters, digits, spaces and _ - ( ) ' & , |, and not digits alone",
  }),
  DeclareValue: decimal(18, 2),
  ProductAttribute: text({ examples: ['GeneralCargo'] }),
  // The document gives "length 6-10" and a pattern that accepts empty and up to 50 digits: the stricter upper bound is
  // used, and empty means none.
  ImportHsCode: text({ maxLength: 10, ...hsCode }),
  Brand: text(),
  Material: text({ maxLength: 50 }),
  MaterialCN: text({ maxLength: 50 }),
  ApprovalStatus: text({ examples: ['Pending', 'Approved', 'Rejected'] }),
  Weight: integer(),
  Length: number(),
  Width: number(),
  Height: number(),
  VerifyState: text(),
  ProducerSellerName: text(),
  ProducerSellerCreditCode: text(),
  RealDeclareValue: number(),
  Condition: text(),
});

export type Sku = z.infer<typeof sku>;
export type SkuSearch = z.infer<typeof skuSearch>;
export type SkuRecord = z.infer<typeof skuRecord>;
