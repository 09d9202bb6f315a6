import { outboundOrder as contract } from '../service/outbound-order.ts';
import { givenAbove, hasEntries, makesAnother, ofPackage, sentTo, submitsLater } from './advice-pieces.ts';
import { goodsIn, toPerson } from './changes.ts';
import { usual, type CreateRecord } from './create-record.ts';
import { senseOfParcel } from './drop-ship-parcel.ts';
import { under } from './form/form-layout.ts';
import { recipient, recipientMore, tradeParties } from './form/party-fields.ts';

/** Endpoint 10. */
export const outboundOrder = {
  ...usual,
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
  needs: [{ kind: 'ShipmentId', at: ['Package', 'RefInboundOrderInfo', 'ShipmentId'] }],
  parcel: ['Package'],
  label: 'brought',
  recipient: ['Package', 'ShipToAddress'],
  goods: [['Package', 'Skus', '*']],
  sense: senseOfParcel,
  advice: [
    ...sentTo(['Package']),
    hasEntries(['Package', 'Skus'], 'The package has no goods.'),
    ...givenAbove(['Package', 'Skus', '*'], 'Quantity'),
    ...ofPackage,
    makesAnother,
    submitsLater,
  ],
  changes: [...toPerson('Package'), ...goodsIn('Package.Skus')],
  priced: { by: 17, warehouse: ['WarehouseId'] },
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
        pieces: 'Quantity',
      },
    ],
    folded: [
      recipientMore('Package.ShipToAddress'),
      {
        name: 'money',
        fields: under('Package', ['SellPrice', 'SellPriceCurrency', 'CodAmount', 'VatCode']),
      },
      { name: 'platform', fields: ['Channel', ...under('Package', ['PlatformOrderNo', 'SalesPlatform', 'PreSale'])] },
      {
        name: 'ownLabel',
        fields: under('Package', [
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
