import { sku as contract } from '../service/sku.ts';
import { positiveIfGiven } from './advice-rules.ts';
import { createDefaults, type CreateRecord } from './create-record.ts';
import { sizeFields } from './form/form-fields.ts';

/** Endpoint 15. */
export const sku = {
  ...createDefaults,
  number: 15,
  kind: 'sku',
  plural: 'SKUs',
  name: 'createSku',
  title: 'Create SKU',
  path: '/v1/merchantSkus',
  body: contract,
  key: { kind: 'Sku', path: ['Sku'] },
  creationProof: 'taken',
  goods: [[]],
  neededFields: {},
  advice: positiveIfGiven([], ...sizeFields),
  varyingFields: [
    'ProductName',
    'ProductDescription',
    'Weight',
    ...['Length', 'Width', 'Height'],
    ...['DeclareName', 'DeclareNameCn', 'DeclareValue', 'HsCode'],
  ],
  pricing: null,
  form: {
    first: [
      { name: 'product', fields: ['Sku', 'ProductName', 'ProductDescription', 'Weight', ...sizeFields] },
      {
        name: 'declared',
        fields: ['DeclareName', 'DeclareNameCn', 'DeclareValue', 'HsCode', 'ProductFlag', 'ProductAttribute'],
      },
    ],
    choices: [],
    lists: [],
    folded: [
      {
        name: 'productMore',
        fields: [
          'CustomStorageNo',
          'ProductModel',
          'ProductCategory',
          'ProductSize',
          'Brand',
          'Material',
          'MaterialCN',
          'Condition',
          'ProductAmountWarn',
          'ProductRemark',
        ],
      },
      { name: 'customs', fields: ['RealDeclareValue', 'ImportHsCode'] },
      { name: 'picture', fields: ['ProductImage', 'Suffix'] },
      { name: 'producer', fields: ['ProducerSellerName', 'ProducerSellerCreditCode'] },
    ],
    foldedLists: [],
  },
} as const satisfies CreateRecord;
