import type * as z from 'zod';
import { boxOrder } from './box-order.ts';
import { text } from './field.ts';

/** Endpoint 9, Create FBA order: a box order with an FBA warehouse instead of an address. */
export const fbaOrder = boxOrder.omit({ ShipToAddress: true, ShipperInfo: true }).extend({
  WarehouseCode: text(),
  ShipmentId: text({ maxLength: 15 }),
  ReferenceId: text({ maxLength: 12 }),
});

export type FbaOrder = z.infer<typeof fbaOrder>;
