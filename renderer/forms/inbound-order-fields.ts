import type { FormFields } from './form-fields.ts';
import { sizes } from './party-fields.ts';

/** Endpoint 4. */
export const inboundOrderFields: FormFields = {
  endpoint: 4,
  first: [
    {
      name: 'order',
      fields: ['ShipmentId', 'WarehouseId', 'ShippingType', 'PlanArriveDate', 'Location', 'Remark'],
    },
  ],
  choices: [],
  lists: [
    {
      name: 'containers',
      list: 'Containers',
      columns: ['CustomContainerNo', 'Weight', ...sizes],
      more: [],
      numbered: 'CustomContainerNo',
      weight: 'Weight',
      within: {
        name: 'inBox',
        list: 'Skus',
        columns: ['Sku', 'Quantity', 'StorageNo', 'HsCode'],
        more: [],
        pieces: 'Quantity',
        within: {
          name: 'productDetails',
          list: 'ProductDetails',
          columns: ['DeclareNameEN', 'DeclareNameCN', 'Quantity', 'DeclareValue', 'Weight', 'HsCode'],
          more: ['SellingValue', 'MaterialEN', 'MaterialCN', 'PurposeEN', 'PurposeCN', 'BrandName', 'Packing'],
          pieces: 'Quantity',
          weight: 'Weight',
          each: true,
          declared: { pieces: 'Quantity' },
        },
      },
    },
  ],
  folded: [{ name: 'handling', fields: ['VatNo', 'RefOutboundOrderNo', 'SubmitLater'] }],
  foldedLists: [],
};
