import type * as z from 'zod';
import { date, flag, list, request, record, text } from './field.ts';
import { inboundContainer } from './inbound-container.ts';

/** Endpoint 4, Create inbound order. */
export const inboundOrder = request({
  // The document gives "length 0-50" and a pattern of at least one character: the pattern decides, so an empty
  // ShipmentId is refused.
  ShipmentId: text({ maxLength: 50, pattern: /^[a-zA-Z0-9\-_]{1,50}$/, form: 'one to 50 letters, digits, - and _' }),
  VatNo: text().optional(),
  Location: text({ maxLength: 20 }).optional(),
  WarehouseId: text({ maxLength: 30 }),
  ShippingType: text({ maxLength: 30 }),
  Containers: list(inboundContainer),
  PlanArriveDate: date().optional(),
  Remark: text({ maxLength: 200 }).optional(),
  // The document states the default false for drop-ship and outbound creation only, so nothing is filled in here.
  SubmitLater: flag().optional(),
  RefOutboundOrderNo: text({ maxLength: 50 }).optional(),
});

/** The reply of endpoint 4. */
export const inboundOrderReceipt = record({ ShipmentId: text(), SvcOrderId: text() });

/**
 * Query of endpoint 3. The service assumes the documented default, PackageId; the desk sends idType only if it is set.
 */
export const inboundStatusQuery = request({
  idType: text({ seen: ['PackageId'] })
    .optional()
    .meta({ default: 'PackageId' }),
});

export type InboundOrder = z.infer<typeof inboundOrder>;
export type InboundOrderReceipt = z.infer<typeof inboundOrderReceipt>;
