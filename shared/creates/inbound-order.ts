import { inboundOrder as contract, inboundOrderReceipt } from '../service/inbound-order.ts';
import { positiveIfGiven, requirePositive, requireEntries, submitsLater } from './advice-rules.ts';
import { changingGoodsFields, createDefaults, type CreateRecord } from './create-record.ts';
import { sizes } from './form/form-fields.ts';

/** Endpoint 4. */
export const inboundOrder = {
  ...createDefaults,
  number: 4,
  kind: 'inbound-order',
  plural: 'Inbound orders',
  name: 'createInboundOrder',
  title: 'Create inbound order',
  path: '/v1/inboundOrders',
  body: contract,
  reply: inboundOrderReceipt,
  replyKind: 'record',
  key: { kind: 'ShipmentId', path: ['ShipmentId'] },
  outcome: [3],
  // a SKU is created before an inbound order that uses it
  needs: [{ kind: 'Sku', at: ['Containers', '*', 'Skus', '*', 'Sku'] }],
  mayBeEmptyReply: false,
  madeBy: 'handling',
  goods: [['Containers', '*', 'Skus', '*']],
  sense: { goods: ['Containers'] },
  advice: [
    requireEntries(['Containers'], 'The order has no containers.'),
    ...positiveIfGiven(['Containers', '*'], 'Weight', ...sizes),
    ...requirePositive(['Containers', '*', 'Skus', '*'], 'Quantity'),
    submitsLater,
  ],
  changes: ['PlanArriveDate', 'Containers[].Weight', ...changingGoodsFields('Containers[].Skus')],
  priced: { by: 14, boxes: 'Containers', warehouse: ['WarehouseId'] },
  form: {
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
  },
} as const satisfies CreateRecord;
