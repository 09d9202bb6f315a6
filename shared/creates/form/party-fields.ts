import type { FieldsPart } from './form-layout.ts';
import { pathsUnder } from './form-layout.ts';

/** Fields of people and places, which most creates have under some path. */
const contactFields = ['Contact', 'Phone', 'Country', 'Province', 'City', 'Postcode', 'Street1'];
const identityDetails = [
  'TaxId',
  'TypeOfTaxId',
  'IDNumber',
  'RecipientBirthday',
  'BankCardLast4digits',
  'PaymentType',
  'IssuingInstitution',
  'Taxfree',
  'DutyParagraph',
];

export const recipient = (at: string): FieldsPart => ({ name: 'recipient', fields: pathsUnder(at, contactFields) });

export const labelRecipientMore = (at: string, beside: readonly string[]): FieldsPart => ({
  name: 'recipientMore',
  fields: [...pathsUnder(at, ['HouseNumber', 'Street2', 'Email', ...identityDetails]), ...beside],
});

export const recipientMore = (at: string, beside: readonly string[] = []): FieldsPart => ({
  name: 'recipientMore',
  fields: [
    ...pathsUnder(at, [
      'HouseNumber',
      'Street2',
      'District',
      'Department',
      'ShortAddress',
      'Email',
      ...identityDetails,
    ]),
    ...beside,
  ],
});

const senderNames = [
  'Contact',
  'Phone',
  'Email',
  'Country',
  'Province',
  'City',
  'Postcode',
  'Street1',
  'Street2',
  'HouseNumber',
];

export const labelSender = (at: string): FieldsPart => ({ name: 'sender', fields: pathsUnder(at, senderNames) });

export const sender = (at: string): FieldsPart => ({
  name: 'sender',
  fields: pathsUnder(at, [...senderNames, 'District', 'Department']),
});

const partyNames = [
  'Company',
  'Contact',
  'EoriCode',
  'Phone',
  'Email',
  'Country',
  'Province',
  'City',
  'Postcode',
  'Street1',
  'Street2',
];

/** Exporter and importer of a label order, which have no department. */
export const labelTradeParties = (at: string): FieldsPart[] => [
  { name: 'exporter', fields: pathsUnder(`${at}.ExportsInfo`, partyNames) },
  { name: 'importer', fields: pathsUnder(`${at}.ImportsInfo`, partyNames) },
];

export const tradeParties = (at: string): FieldsPart[] => [
  { name: 'exporter', fields: pathsUnder(`${at}.ExportsInfo`, [...partyNames, 'Department']) },
  { name: 'importer', fields: pathsUnder(`${at}.ImportsInfo`, [...partyNames, 'Department']) },
];

export const sizes = ['Length', 'Width', 'Height'];
