import type * as z from 'zod';
import { dropShipPackage, labelPackage } from './drop-ship-package.ts';
import { flag, integer, request, text } from './field.ts';

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
