import type * as z from 'zod';
import { flag, integer, list, number, request, text } from './field.ts';

/** Content of a box in a box order or an FBA order (SkuInfos). */
export const boxSkuInfo = request({
  Sku: text(),
  Picture: text(),
  Charged: flag(),
  ASINCode: text(),
  ModelName: text(),
  DeclareNameEN: text(),
  DeclareNameCN: text(),
  Quantity: integer(),
  DeclareValue: number(),
  MaterialEN: text(),
  MaterialCN: text(),
  PurposeEN: text(),
  PurposeCN: text(),
  BrandName: text(),
  Weight: number(),
  // Text here, unlike the object Packing of order records.
  Packing: text(),
  HsCode: text(),
}).partial();

/** Box container: an entry of ContainerInfos in endpoints 6 and 9. */
export const boxContainer = request({
  CustomContainerNo: text(),
  Weight: number(),
  Length: number(),
  Width: number(),
  Height: number(),
  SkuInfos: list(boxSkuInfo),
}).partial();

export type BoxContainer = z.infer<typeof boxContainer>;
