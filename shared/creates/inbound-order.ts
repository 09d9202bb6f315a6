import { inboundOrder as contract, inboundOrderReceipt } from '../service/inbound-order.ts';
import { positiveIfGiven, requirePositive, requireEntries, submitsLaterRule } from './advice-rules.ts';
import { changingGoodsFields, createDefaults, type CreateRecord } from './create-record.ts';
import { sizeFields } from './form/form-fields.ts';

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
  needs: [{ kind: 'Sku', path: ['Containers', '*', 'Skus', '*', 'Sku'] }],
  mayBeEmptyReply: false,
  creationProof: 'handling',
  goods: [['Containers', '*', 'Skus', '*']],
  neededFields: { goods: ['Containers'] },
  advice: [
    requireEntries(['Containers'], 'The order has no containers.'),
    ...positiveIfGiven(['Containers', '*'], 'Weight', ...sizeFields),
    ...requirePositive(['Containers', '*', 'Skus', '*'], 'Quantity'),
    submitsLaterRule,
  ],
  varyingFields: ['PlanArriveDate', 'Containers[].Weight', ...changingGoodsFields('Containers[].Skus')],
  pricing: { endpoint: 14, boxes: 'Containers', warehouse: ['WarehouseId'] },
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
        columns: ['CustomContainerNo', 'Weight', ...sizeFields],
        more: [],
        numberColumn: 'CustomContainerNo',
        weightColumn: 'Weight',
        nested: {
          name: 'inBox',
          list: 'Skus',
          columns: ['Sku', 'Quantity', 'StorageNo', 'HsCode'],
          more: [],
          piecesColumn: 'Quantity',
          nested: {
            name: 'productDetails',
            list: 'ProductDetails',
            columns: ['DeclareNameEN', 'DeclareNameCN', 'Quantity', 'DeclareValue', 'Weight', 'HsCode'],
            more: ['SellingValue', 'MaterialEN', 'MaterialCN', 'PurposeEN', 'PurposeCN', 'BrandName', 'Packing'],
            piecesColumn: 'Quantity',
            weightColumn: 'Weight',
            isWeightPerPiece: true,
            declaredTotals: { pieces: 'Quantity' },
          },
        },
      },
    ],
    folded: [{ name: 'handling', fields: ['VatNo', 'RefOutboundOrderNo', 'SubmitLater'] }],
    foldedLists: [],
  },
} as const satisfies CreateRecord;
