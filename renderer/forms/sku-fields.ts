import type { FormFields } from './form-fields.ts';
import { sizes } from './party-fields.ts';

/** Endpoint 15. */
export const skuFields: FormFields = {
  endpoint: 15,
  first: [
    { name: 'product', fields: ['Sku', 'ProductName', 'ProductDescription', 'Weight', ...sizes] },
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
};
