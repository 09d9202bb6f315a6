import { flag, integer, list, number, record, request, text } from './field.ts';
import { amount } from './shared-objects.ts';
import type * as z from 'zod';

const code = { pattern: /^[a-zA-Z0-9\-_]*$/, form: 'only letters A-Z and a-z, digits, - and _' };
const size = { min: 0.01, max: 1000000 };

// The field list of endpoint 14 gives no range for box sizes; the Limits table gives one for "pricing dimensions and
// weight" without naming an endpoint, so it applies here too.
const box = request({
  Weight: number(size),
  Length: number(size),
  Width: number(size),
  Height: number(size),
  Quantity: integer(),
}).partial();

/** Endpoint 14, Inbound pricing for all services. */
export const inboundPricing = request({
  ServiceCode: text({ maxLength: 30, ...code }).optional(),
  WarehouseId: text({ maxLength: 10, ...code }),
  LocationId: text({ maxLength: 30 }).optional(),
  Boxes: list(box),
  IncludeUnsuccessful: flag().optional(),
  IsCustomsClearance: flag().optional(),
  IsBorrowTaxNo: flag().optional(),
});

/** Endpoint 17, Outbound package pricing. */
export const outboundPricing = request({
  ServiceCode: list(text({ maxLength: 30, ...code })).optional(),
  Weight: number(size),
  Length: number(size),
  Width: number(size),
  Height: number(size),
  // The document gives length 0-10 and a pattern of 1-10 characters: the pattern decides, as with the ShipmentId of
  // inbound orders.
  WarehouseId: text({ maxLength: 10, pattern: /^[a-zA-Z0-9\-_]{1,10}$/, form: 'one to 10 letters, digits, - and _' }),
  Country: text({ maxLength: 100 }),
  Postcode: text({ maxLength: 50 }).optional(),
  Address: text({ maxLength: 200 }).optional(),
  City: text({ maxLength: 100 }).optional(),
  Province: text({ maxLength: 100 }).optional(),
  IncludeUnsuccessful: flag().optional(),
});

/** Pricing result of endpoint 17. */
export const pricingResult = record({
  ServiceCode: text(),
  ServiceName: text(),
  Success: flag(),
  Message: text(),
  ChargeInfo: record({
    Summary: list(amount),
    Detail: list(record({ ...amount.shape, ChargeName: text(), Remark: text() })),
  }),
  LogisticsTimes: record({ Min: number(), Max: number() }),
});

/** Pricing result of endpoint 14. */
export const inboundPricingResult = pricingResult.extend({ TotalCharge: amount.optional() });

export type PricingResult = z.infer<typeof pricingResult>;
export type InboundPricingResult = z.infer<typeof inboundPricingResult>;
