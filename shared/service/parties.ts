import type * as z from 'zod';
import { request, text } from './field.ts';

/** Shared object Sender, called ShipperInfo in box orders (type AddressWithContact). */
export const sender = request({
  Contact: text(),
  Phone: text(),
  Email: text(),
  Country: text(),
  Department: text(),
  Province: text(),
  City: text(),
  District: text(),
  Street1: text(),
  Street2: text(),
  HouseNumber: text(),
  Postcode: text(),
}).partial();

export const labelSender = sender.omit({ Department: true, District: true });

/** Shared objects ExportsInfo and ImportsInfo, which have the same fields. */
export const tradeParty = request({
  EoriCode: text(),
  Country: text(),
  Department: text(),
  Province: text(),
  City: text(),
  Street1: text(),
  Street2: text(),
  Postcode: text(),
  Contact: text(),
  Company: text(),
  Phone: text(),
  Email: text(),
}).partial();

export const labelTradeParty = tradeParty.omit({ Department: true });

export type Sender = z.infer<typeof sender>;
