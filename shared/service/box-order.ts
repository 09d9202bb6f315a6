import { flag, integer, list, number, request, text } from './field.ts';
import { shipToAddress, sender } from './shared-objects.ts';
import type * as z from 'zod';

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

// An empty PackageId satisfies length 0-50 and the pattern; the desk refuses it as a key (desk-key.ts). The uniqueness
// of CustomerId+PackageId cannot be checked in one request.
export const uniquePackageId = text({
  maxLength: 50,
  pattern: /^[a-zA-Z0-9\-_]*$/,
  form: 'only letters A-Z and a-z, digits, - and _',
});

/** Endpoint 6, Create drop-ship order with boxes. */
export const boxOrder = request({
  PackageId: uniquePackageId,
  Location: text({ maxLength: 20 }),
  ServiceCode: text({ maxLength: 30 }),
  ContainerInfos: list(boxContainer),
  ShipToAddress: shipToAddress,
  ShipperInfo: sender.optional(),
  Custom: text({ maxLength: 1000 }).optional(),
  VatCode: text().optional(),
  Remark: text({ maxLength: 1000 }).optional(),
});

export type BoxOrder = z.infer<typeof boxOrder>;

/** Endpoint 9, Create FBA order: a box order with an FBA warehouse instead of an address. */
export const fbaOrder = boxOrder.omit({ ShipToAddress: true, ShipperInfo: true }).extend({
  WarehouseCode: text(),
  ShipmentId: text({ maxLength: 15 }),
  ReferenceId: text({ maxLength: 12 }),
});

export type FbaOrder = z.infer<typeof fbaOrder>;
