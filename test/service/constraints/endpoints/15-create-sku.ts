import { breach, legal } from '../by-hand.ts';
import { set } from '../change.ts';
import { decimal, length, one, required, strings, table, text } from '../field-table.ts';
import { declareName, fiveToTwentyAscii, sixToFiftyDigitsOrNone } from '../patterns.ts';
import type { EndpointList } from '../request-case.ts';

const minimal = {
  endpoint: 15,
  body: {
    Sku: '',
    ProductName: '',
    ProductDescription: '',
    Weight: 1,
    Length: 0,
    Width: 0,
    Height: 0,
    DeclareName: 'a',
    DeclareValue: 0,
    ProductFlag: 'Simple',
    ProductAttribute: 'GeneralCargo',
  },
};

const full = {
  endpoint: 15,
  body: {
    Sku: 'LAMP-7',
    CustomStorageNo: 'ST-0007',
    ProductName: 'Desk lamp',
    HsCode: '940521',
    ProductDescription: 'A lamp for a desk',
    Weight: 850,
    Length: 30.5,
    Width: 20.25,
    Height: 10,
    DeclareName: 'Desk lamp',
    DeclareNameCn: '台灯',
    DeclareValue: 9.99,
    RealDeclareValue: 9.5,
    Condition: 'new',
    ProductFlag: 'Simple',
    ProductAttribute: 'GeneralCargo',
    ProductModel: 'L7',
    ProductAmountWarn: 20,
    ProductCategory: 'Lighting',
    Brand: 'Licht',
    Material: 'steel',
    MaterialCN: '钢',
    ImportHsCode: '9405210090',
    ProductRemark: 'with bulb',
    ProductImage: 'aW1hZ2U=',
    Suffix: 'png',
    ProductSize: 'S',
    ProducerSellerName: 'Lampenbau Beispiel',
    ProducerSellerCreditCode: '91440300MA5EXAMPLE',
  },
};

export const createSku: EndpointList = {
  endpoint: 15,
  body: table(
    'body of 15',
    'body',
    required('Sku', length(100)),
    one('CustomStorageNo', { is: 'string', shortest: 5, longest: 20, pattern: fiveToTwentyAscii }),
    required('ProductName', length(100)),
    one('HsCode', { is: 'string', pattern: sixToFiftyDigitsOrNone }),
    required('ProductDescription', length(2000)),
    required('Weight', { is: 'integer', from: 1, to: 2_147_483_647 }),
    required('Length', decimal(8, 2)),
    required('Width', decimal(8, 2)),
    required('Height', decimal(8, 2)),
    required('DeclareName', length(100, declareName)),
    one('DeclareNameCn', length(100)),
    required('DeclareValue', decimal(18, 2)),
    one('RealDeclareValue', { is: 'decimal' }),
    strings('Condition'),
    required('ProductFlag', text),
    required('ProductAttribute', text),
    one('ProductModel', length(150)),
    one('ProductAmountWarn', { is: 'integer', from: 0, to: 2_147_483_647 }),
    one('ProductCategory', length(50)),
    strings('Brand'),
    one('Material', length(150)),
    one('MaterialCN', length(150)),
    one('ImportHsCode', { is: 'string', pattern: sixToFiftyDigitsOrNone }),
    one('ProductRemark', length(255)),
    strings('ProductImage', 'Suffix', 'ProductSize'),
    one('ProducerSellerName', length(50)),
    one('ProducerSellerCreditCode', length(18)),
  ),
  minimal,
  full,
  accepts: [
    legal('the values of ProductFlag are open', set(full, 'body', '$.ProductFlag', 'Bundle')),
    legal('the values of ProductAttribute are open', set(full, 'body', '$.ProductAttribute', 'Battery')),
    legal(
      "the search result's limit of 50 for Material is not this one",
      set(full, 'body', '$.Material', 'x'.repeat(51)),
    ),
    legal("the search result's length 6-10 of ImportHsCode is not this one", {
      ...set(full, 'body', '$.ImportHsCode', '1'.repeat(11)),
    }),
    legal("the point and the plus of DeclareName are the create's own", set(full, 'body', '$.DeclareName', 'a.+')),
  ],
  refuses: [
    breach('unknown name', 'body', '$.ApprovalStatus', 'a field of the search result', {
      ...set(full, 'body', '$.ApprovalStatus', 'Approved'),
    }),
    breach(
      'unknown name',
      'body',
      '$.VerifyState',
      'a field of the search result',
      set(full, 'body', '$.VerifyState', 'x'),
    ),
  ],
  doubts: [],
  sent: [
    { why: 'nothing is added', request: minimal, method: 'POST', path: '/v1/merchantSkus', body: minimal.body },
    { why: 'everything as given', request: full, method: 'POST', path: '/v1/merchantSkus', body: full.body },
  ],
};
