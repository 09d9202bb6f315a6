import type * as z from 'zod';
import { failureReason } from './failure-reason.ts';
import { date, flag, integer, list, number, record, request, text } from './field.ts';
import { shippingCost } from './money.ts';

/** Path and body of endpoint 11. */
export const outboundStatusPath = request({ idType: text({ seen: ['PackageId'] }) });
export const outboundStatusBody = request({ Ids: list(text()) });

/** Outbound order status record; endpoint 11 replies with a list of them. */
export const outboundOrderRecord = record({
  PackageId: text(),
  SvcPackageId: text(),
  Status: text({ seen: ['Creating'] }),
  HandleStatus: text({ seen: ['Delete', 'Submitted'] }),
  RetryCount: integer(),
  UnShippedReason: failureReason,
  ServiceCode: text(),
  TrackingNumber: text(),
  IsFinalTrackingNumber: flag(),
  InternalNumber: text(),
  ShippingProvider: text(),
  ShippingCosts: list(shippingCost),
  Weight: number(),
  HasRemoteFee: flag(),
  SvcOrderShipOuted: date(),
  SvcOrderShipOutedStr: text(),
  SvcOrderShipOutedTimeStr: text(),
  SvcOrderPackedTimeStr: text(),
  WarehouseId: text(),
  PricingProductCode: text(),
});

export type OutboundOrderRecord = z.infer<typeof outboundOrderRecord>;
