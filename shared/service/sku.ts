import type * as z from 'zod';
import { decimal, integer, list, number, record, request, text } from './field.ts';

const MAX_INT = 2147483647;
const hsCode = { pattern: /^\d{6,50}$|^$/, form: '6 to 50 digits, or nothing' };

/** Endpoint 15, Create SKU. Units of its weight and measures are not shown. */
export const sku = request({
  // Required, and of length 0-100: an empty one is within the rule; the desk refuses it as a key (desk-key.ts).
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
  // Its pattern asks for one character at least, and for one that is neither digit nor space.
  DeclareName: text({
    maxLength: 100,
    pattern: /(?![\d\s]+$)^[a-zA-Z_\s0-9\-\(\)'&,\|\.\+]+$/,
    form: "Latin letters, digits, spaces and _ - ( ) ' & , | . +, and not digits alone",
  }),
  DeclareNameCn: text({ maxLength: 100 }).optional(),
  DeclareValue: decimal(18, 2),
  RealDeclareValue: number().optional(),
  Condition: text().optional(),
  ProductFlag: text({ seen: ['Simple'] }),
  ProductAttribute: text({ seen: ['GeneralCargo'] }),
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

/** Body of endpoint 13, Search SKU. ClinetId is spelled as given, and WarehouseId is an integer only here. */
export const skuSearch = request({
  SkuList: list(text()),
  CustomStorageNoList: list(text()),
  ProductStorageQuery: request({ StorageNo: text(), ClinetId: integer(), WarehouseId: integer() }).partial(),
}).partial();

/** SKU search result: the reply of endpoint 13 is a list of it. Its limits differ from those of the create. */
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
  ProductAttribute: text({ seen: ['GeneralCargo'] }),
  // "length 6-10" beside a pattern that takes an empty one and up to 50 digits: the stricter upper end, and empty for none.
  ImportHsCode: text({ maxLength: 10, ...hsCode }),
  Brand: text(),
  Material: text({ maxLength: 50 }),
  MaterialCN: text({ maxLength: 50 }),
  ApprovalStatus: text({ seen: ['Pending', 'Approved', 'Rejected'] }),
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
