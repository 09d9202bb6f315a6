import { joinPaths } from '../../path/path.ts';
import { pathsUnder, type FieldsPart, type ListPart } from './form-layout.ts';

/** First fields of a goods line in drop-ship orders (1), label orders (2) and declarations (7). */
export const skuLineFirst = ['Sku', 'Quantity', 'DeclareNameEn', 'DeclareNameCn', 'DeclareValue', 'Weight', 'HsCode'];

/** Duty and details of the sale of a goods line. */
const saleFields = [
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
  ...saleFields,
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
  ...saleFields,
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
const identityFields = [
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

export const recipient = (parentPath: string): FieldsPart => ({
  name: 'recipient',
  fields: pathsUnder(parentPath, contactFields),
});

export const labelRecipientMore = (parentPath: string, moreFields: readonly string[]): FieldsPart => ({
  name: 'recipientMore',
  fields: [...pathsUnder(parentPath, ['HouseNumber', 'Street2', 'Email', ...identityFields]), ...moreFields],
});

export const recipientMore = (parentPath: string, moreFields: readonly string[] = []): FieldsPart => ({
  name: 'recipientMore',
  fields: [
    ...pathsUnder(parentPath, [
      'HouseNumber',
      'Street2',
      'District',
      'Department',
      'ShortAddress',
      'Email',
      ...identityFields,
    ]),
    ...moreFields,
  ],
});

const senderFields = [
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

export const labelSender = (parentPath: string): FieldsPart => ({
  name: 'sender',
  fields: pathsUnder(parentPath, senderFields),
});

export const sender = (parentPath: string): FieldsPart => ({
  name: 'sender',
  fields: pathsUnder(parentPath, [...senderFields, 'District', 'Department']),
});

const partyFields = [
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
export const labelTradeParties = (parentPath: string): FieldsPart[] => [
  { name: 'exporter', fields: pathsUnder(`${parentPath}.ExportsInfo`, partyFields) },
  { name: 'importer', fields: pathsUnder(`${parentPath}.ImportsInfo`, partyFields) },
];

export const tradeParties = (parentPath: string): FieldsPart[] => [
  { name: 'exporter', fields: pathsUnder(`${parentPath}.ExportsInfo`, [...partyFields, 'Department']) },
  { name: 'importer', fields: pathsUnder(`${parentPath}.ImportsInfo`, [...partyFields, 'Department']) },
];

export const sizeFields = ['Length', 'Width', 'Height'];

/** First fields of a drop-ship (1) or label order (2), which nearly every parcel needs. */
export const parcelFirst: readonly FieldsPart[] = [
  { name: 'order', fields: pathsUnder('Package', ['PackageId', 'ServiceCode', 'Weight']) },
  recipient('Package.ShipToAddress'),
];

/**
 * Goods of the parcel at `parentPath`; their total weight is shown beside the parcel's own. `more`: fields of an
 * expanded line.
 */
export const parcelGoods = (parentPath: string, more: readonly string[]): ListPart => ({
  name: 'goods',
  list: joinPaths(parentPath, 'Skus'),
  columns: skuLineFirst,
  more,
  piecesColumn: 'Quantity',
  weightColumn: 'Weight',
  isWeightPerPiece: true,
  declaredTotals: { weight: joinPaths(parentPath, 'Weight') },
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
  columns: ['CustomContainerNo', 'Weight', ...sizeFields],
  more: [],
  numberColumn: 'CustomContainerNo',
  weightColumn: 'Weight',
  nested: {
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
    piecesColumn: 'Quantity',
    weightColumn: 'Weight',
    isWeightPerPiece: true,
    declaredTotals: { weight: 'Weight' },
  },
};
