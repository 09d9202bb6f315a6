import { join } from '../../path/path.ts';
import { pathsUnder, type FieldsPart, type ListPart } from './form-layout.ts';

/** First fields of a goods line in drop-ship orders (1), label orders (2) and declarations (7). */
export const skuLineFirst = ['Sku', 'Quantity', 'DeclareNameEn', 'DeclareNameCn', 'DeclareValue', 'Weight', 'HsCode'];

/** Duty, and details of the sale. */
const asSold = [
  ...pathsUnder('Duty', ['Value', 'Currency']),
  'DutyTaxRate',
  'ProductCategories',
  'ProductDescription',
  'SaleURL',
  'ProductLink',
  'PlatformItemId',
  'PlatformTransactionId',
];

/** Further fields of a goods line in a label order. */
export const labelLineMore = [
  'ProductName',
  'Price',
  'MaterialEN',
  ...pathsUnder('NewDeclareValue', ['Value', 'Currency']),
  ...pathsUnder('ExportsDeclareValue', ['Value', 'Currency']),
  ...asSold,
];

/** Further fields of a goods line in drop-ship orders and declarations. */
export const dropShipLineMore = [
  'ProductName',
  'Price',
  'MaterialEN',
  'Brand',
  'ProductModel',
  'Uses',
  'UnitOfMeasure',
  'WeightUnit',
  'HsCodeCN',
  'DeclareElements',
  ...pathsUnder('NewDeclareValue', ['Value', 'Currency']),
  'ExportsDeclareValue.Value',
  'CIFDeclareValue.Value',
  'InsuranceDeclareValue.Value',
  'FreightDeclareValue.Value',
  ...asSold,
  'Asin',
  'MPID',
  'NSPID',
  'SPID',
  'DomesticShipper',
  'ProducerSellerName',
  'ProducerSellerCreditCode',
];

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

/** First fields of a drop-ship (1) or label order (2), which nearly every parcel needs. */
export const parcelFirst: readonly FieldsPart[] = [
  { name: 'order', fields: pathsUnder('Package', ['PackageId', 'ServiceCode', 'Weight']) },
  recipient('Package.ShipToAddress'),
];

/**
 * Goods of the parcel at path `at`, whose sum is shown beside the parcel's own weight. `more`: fields of an expanded
 * line.
 */
export const parcelGoods = (at: string, more: readonly string[]): ListPart => ({
  name: 'goods',
  list: join(at, 'Skus'),
  columns: skuLineFirst,
  more,
  pieces: 'Quantity',
  weight: 'Weight',
  each: true,
  declared: { weight: join(at, 'Weight') },
});

export const parcelMoney = (...more: string[]): FieldsPart => ({
  name: 'money',
  fields: pathsUnder('Package', [
    'SellPrice',
    'SellPriceCurrency',
    'CodAmount',
    'CodAmountStr',
    'Duty.Value',
    'Duty.Currency',
    'DutyTaxRate',
    'VatCode',
    'GoodsValueType',
    ...more,
  ]),
});

/** A label that the carrier has already made. */
export const ownLabel: FieldsPart = {
  name: 'ownLabel',
  fields: pathsUnder('Package', ['CarrierName', 'ImportTrackingNumber', 'ImportLabel', 'Custom']),
};

export const parcelHandling: FieldsPart = {
  name: 'handling',
  fields: ['Location', 'Package.Remark', 'Remark', 'SubmitLater', 'Package.IsCreateNewOrder'],
};

/** Boxes of a box order (6) and an FBA order (9), with their contents. */
export const boxes: ListPart = {
  name: 'boxes',
  list: 'ContainerInfos',
  columns: ['CustomContainerNo', 'Weight', ...sizes],
  more: [],
  numbered: 'CustomContainerNo',
  weight: 'Weight',
  within: {
    name: 'inBox',
    list: 'SkuInfos',
    columns: ['Sku', 'Quantity', 'DeclareNameEN', 'DeclareNameCN', 'DeclareValue', 'Weight', 'HsCode'],
    more: [
      'MaterialEN',
      'MaterialCN',
      'PurposeEN',
      'PurposeCN',
      'BrandName',
      'ModelName',
      'ASINCode',
      'Charged',
      'Packing',
      'Picture',
    ],
    pieces: 'Quantity',
    weight: 'Weight',
    each: true,
    declared: { weight: 'Weight' },
  },
};
