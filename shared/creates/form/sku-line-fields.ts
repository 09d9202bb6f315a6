import { under } from './form-layout.ts';

/** What comes first in a line of goods of drop-ship orders (1), label orders (2) and declarations (7). */
export const skuLineFirst = ['Sku', 'Quantity', 'DeclareNameEn', 'DeclareNameCn', 'DeclareValue', 'Weight', 'HsCode'];

/** Duty, and where and as what it was sold. */
const asSold = [
  ...under('Duty', ['Value', 'Currency']),
  'DutyTaxRate',
  'ProductCategories',
  'ProductDescription',
  'SaleURL',
  'ProductLink',
  'PlatformItemId',
  'PlatformTransactionId',
];

/** The rest of such a line in a label order. */
export const labelLineMore = [
  'ProductName',
  'Price',
  'MaterialEN',
  ...under('NewDeclareValue', ['Value', 'Currency']),
  ...under('ExportsDeclareValue', ['Value', 'Currency']),
  ...asSold,
];

/** The same of drop-ship orders and declarations. */
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
  ...under('NewDeclareValue', ['Value', 'Currency']),
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
