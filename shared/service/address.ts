import type * as z from 'zod';
import { record, request, text } from './field.ts';

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
