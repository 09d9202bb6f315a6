import type * as z from 'zod';
import { boxContainer, boxSkuInfo } from './box-container.ts';
import { integer, list, number, request, text } from './field.ts';

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
