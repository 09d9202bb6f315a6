import { outboundOrder as contract } from '../service/outbound-order.ts';
import {
  requirePositive,
  requireEntries,
  makesAnotherRule,
  packageAdvice,
  requireRecipient,
  submitsLaterRule,
} from './advice-rules.ts';
import { changingGoodsFields, changingRecipientFields, createDefaults, type CreateRecord } from './create-record.ts';
import { neededParcelFields } from './drop-ship-parcel.ts';
import { recipient, recipientMore, tradeParties } from './form/form-fields.ts';
import { pathsUnder } from './form/form-layout.ts';

/** Endpoint 10. */
export const outboundOrder = {
  ...createDefaults,
  number: 10,
  kind: 'outbound-order',
  plural: 'Outbound orders',
  name: 'createOutboundOrder',
  title: 'Create outbound order',
  path: '/v1/outboundOrders',
  body: contract,
  key: { kind: 'PackageId', path: ['Package', 'PackageId'] },
  outcome: [11],
  // the inbound order it refers to is created first
  needs: [{ kind: 'ShipmentId', path: ['Package', 'RefInboundOrderInfo', 'ShipmentId'] }],
  parcel: ['Package'],
  label: 'brought',
  recipient: ['Package', 'ShipToAddress'],
  goods: [['Package', 'Skus', '*']],
  neededFields: neededParcelFields,
  advice: [
    ...requireRecipient(['Package']),
    requireEntries(['Package', 'Skus'], 'The package has no goods.'),
    ...requirePositive(['Package', 'Skus', '*'], 'Quantity'),
    ...packageAdvice,
    makesAnotherRule,
    submitsLaterRule,
  ],
  varyingFields: [...changingRecipientFields('Package'), ...changingGoodsFields('Package.Skus')],
  pricing: { endpoint: 17, warehouse: ['WarehouseId'] },
  form: {
    first: [
      { name: 'order', fields: ['Package.PackageId', 'WarehouseId', 'Package.ServiceCode'] },
      recipient('Package.ShipToAddress'),
    ],
    choices: [],
    lists: [
      {
        name: 'goods',
        list: 'Package.Skus',
        columns: ['Sku', 'Quantity', 'StorageNo', 'ProductName', 'Price', 'HsCode'],
        more: ['FNSKU', 'PlatformItemId', 'PlatformTransactionId'],
        piecesColumn: 'Quantity',
      },
    ],
    folded: [
      recipientMore('Package.ShipToAddress'),
      {
        name: 'money',
        fields: pathsUnder('Package', ['SellPrice', 'SellPriceCurrency', 'CodAmount', 'VatCode']),
      },
      {
        name: 'platform',
        fields: ['Channel', ...pathsUnder('Package', ['PlatformOrderNo', 'SalesPlatform', 'PreSale'])],
      },
      {
        name: 'ownLabel',
        fields: pathsUnder('Package', [
          'CarrierName',
          'CarrierService',
          'ImportTrackingNumber',
          'ImportLabel',
          'ImportLabel2',
        ]),
      },
      ...tradeParties('Package'),
      {
        name: 'handling',
        fields: [
          'ShipmentDeadline',
          'Package.ShipmentId',
          'Package.Remark',
          'Remark',
          'SubmitLater',
          'Package.IsCreateNewOrder',
        ],
      },
      { name: 'inboundReference', fields: ['Package.RefInboundOrderInfo.ShipmentId'] },
    ],
    foldedLists: [
      {
        name: 'inboundMappings',
        list: 'Package.RefInboundOrderInfo.RefInboundOrderMappings',
        columns: ['CustomContainerNo', 'StorageNo', 'Sku'],
        more: [],
      },
    ],
  },
} as const satisfies CreateRecord;
