import { number, record, request, text } from './field.ts';
import type * as z from 'zod';

/** Shared object Money. The document marks neither part required. */
export const money = request({ Value: number(), Currency: text() }).partial();

/** "Money-without-currency": only its Value. */
export const moneyWithoutCurrency = money.pick({ Value: true });

/** An amount in pricing replies, where the value is called Amount. */
export const amount = record({ Currency: text(), Amount: number() });

/** Shared object ShippingCost: its Money is a number, with a separate Currency. */
export const shippingCost = record({
  Money: number(),
  Currency: text(),
  Type: text({ examples: ['None'] }),
  Remark: text(),
});

export type Money = z.infer<typeof money>;
export type ShippingCost = z.infer<typeof shippingCost>;

/** Shared object ShipToAddress. All fields are texts, Taxfree and RecipientBirthday too; none is marked required. */
export const shipToAddress = request({
  TaxId: text(),
  RecipientBirthday: text(),
  IDNumber: text(),
  BankCardLast4digits: text(),
  PaymentType: text(),
  IssuingInstitution: text(),
  Taxfree: text(),
  DutyParagraph: text(),
  Department: text(),
  TypeOfTaxId: text(),
  ShortAddress: text(),
  Contact: text(),
  Phone: text(),
  Email: text(),
  Country: text(),
  Province: text(),
  City: text(),
  District: text(),
  Street1: text(),
  Street2: text(),
  HouseNumber: text(),
  Postcode: text(),
}).partial();

export const labelShipToAddress = shipToAddress.omit({ Department: true, ShortAddress: true, District: true });

/** Place of a tracking checkpoint (LocationAddress). */
export const locationAddress = record(
  shipToAddress.pick({
    Country: true,
    Department: true,
    Province: true,
    City: true,
    District: true,
    Street1: true,
    Street2: true,
    HouseNumber: true,
    Postcode: true,
  }).shape,
);

export type ShipToAddress = z.infer<typeof shipToAddress>;
export type LabelShipToAddress = z.infer<typeof labelShipToAddress>;

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

/**
 * Shared object UnShippedReason, also called CreateFailedReason: why a creation failed. The document does not list the
 * values of ReasonCode.
 */
export const failureReason = record({ ReasonCode: text(), ReasonText: text(), ExtendMessage: text() });

export type FailureReason = z.infer<typeof failureReason>;
