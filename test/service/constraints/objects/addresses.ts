import { strings, table } from '../field-table.ts';

export const shipToAddress = table(
  'ShipToAddress',
  'address',
  strings('TaxId', 'RecipientBirthday', 'IDNumber', 'BankCardLast4digits', 'PaymentType', 'IssuingInstitution'),
  strings('Taxfree', 'DutyParagraph', 'Department', 'TypeOfTaxId', 'ShortAddress', 'Contact', 'Phone', 'Email'),
  strings('Country', 'Province', 'City', 'District', 'Street1', 'Street2', 'HouseNumber', 'Postcode'),
);

/** Lacks Department, ShortAddress and District. */
export const labelOrderAddress = table(
  'ShipToAddress of a label order',
  'address',
  strings('TaxId', 'RecipientBirthday', 'IDNumber', 'BankCardLast4digits', 'PaymentType', 'IssuingInstitution'),
  strings('Taxfree', 'DutyParagraph', 'TypeOfTaxId', 'Contact', 'Phone', 'Email', 'Country', 'Province', 'City'),
  strings('Street1', 'Street2', 'HouseNumber', 'Postcode'),
);

export const sender = table(
  'Sender, ShipperInfo',
  'address',
  strings('Contact', 'Phone', 'Email', 'Country', 'Department', 'Province', 'City', 'District', 'Street1', 'Street2'),
  strings('HouseNumber', 'Postcode'),
);

/** Lacks Department and District. */
export const labelOrderSender = table(
  'Sender of a label order',
  'address',
  strings('Contact', 'Phone', 'Email', 'Country', 'Province', 'City', 'Street1', 'Street2', 'HouseNumber', 'Postcode'),
);

export const tradeInfo = table(
  'ExportsInfo, ImportsInfo',
  'address',
  strings('EoriCode', 'Country', 'Department', 'Province', 'City', 'Street1', 'Street2', 'Postcode', 'Contact'),
  strings('Company', 'Phone', 'Email'),
);

/** Lacks Department. */
export const labelOrderTradeInfo = table(
  'ExportsInfo, ImportsInfo of a label order',
  'address',
  strings('EoriCode', 'Country', 'Province', 'City', 'Street1', 'Street2', 'Postcode', 'Contact', 'Company', 'Phone'),
  strings('Email'),
);

const recipient = {
  TaxId: 'ESX1234567L',
  RecipientBirthday: '1984-02-29',
  IDNumber: '12345678Z',
  BankCardLast4digits: '4242',
  PaymentType: 'Card',
  IssuingInstitution: 'DGP',
  Taxfree: 'no',
  DutyParagraph: '3',
  TypeOfTaxId: 'NIF',
  Contact: 'Lucía Peña',
  Phone: '+34 600 100 200',
  Email: 'lucia@example.org',
  Country: 'ES',
  Province: 'Madrid',
  City: 'Madrid',
  Street1: 'Calle Mayor 4',
  Street2: '2º izquierda',
  HouseNumber: '4',
  Postcode: '28013',
};

const depot = {
  Contact: '王小明',
  Phone: '+86 755 0000 0000',
  Email: 'depot@example.org',
  Country: 'CN',
  Province: '广东',
  City: '深圳',
  Street1: '宝安大道 1 号',
  Street2: '3 栋',
  HouseNumber: '1',
  Postcode: '518000',
};

const trader = {
  EoriCode: 'ES000000000000A',
  Country: 'ES',
  Province: 'Madrid',
  City: 'Madrid',
  Street1: 'Gran Vía 1',
  Street2: 'Bajo',
  Postcode: '28014',
  Contact: 'Ana Gil',
  Company: 'Importadora Ejemplo SL',
  Phone: '+34 910 000 000',
  Email: 'ana@example.org',
};

export const fullLabelOrderAddress = recipient;
export const fullShipToAddress = { ...recipient, Department: 'Ventas', ShortAddress: 'Mayor 4', District: 'Centro' };
export const fullLabelOrderSender = depot;
export const fullSender = { ...depot, Department: '仓储部', District: '宝安区' };
export const fullLabelOrderTradeInfo = trader;
export const fullTradeInfo = { ...trader, Department: 'Aduanas' };
