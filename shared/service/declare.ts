import { uniquePackageId } from './box-order.ts';
import { dropShipSkuLine } from './drop-ship-order.ts';
import { decimal, list, number, request, text } from './field.ts';
import { shipToAddress, sender } from './shared-objects.ts';
import type * as z from 'zod';

/** Endpoint 7, Package declare. Its Weight is in grams. */
export const declaration = request({
  PackageId: uniquePackageId,
  ServiceCode: text().optional(),
  TrackingNumber: text().optional(),
  // "decimal" without digits means any number.
  Weight: number(),
  Length: decimal(8, 2).optional(),
  Width: decimal(8, 2).optional(),
  Height: decimal(8, 2).optional(),
  Skus: list(dropShipSkuLine),
  VatCode: text().optional(),
  IOSS: text().optional(),
  ShipToAddress: shipToAddress,
  Sender: sender.optional(),
});

export type Declaration = z.infer<typeof declaration>;
