import { pathsUnder } from './form-layout.ts';

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
