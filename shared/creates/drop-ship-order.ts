import { dropShipOrder as contract, dropShipOrderQuery } from '../service/drop-ship-order.ts';
import { dropShipRecord } from '../service/drop-ship-record.ts';
import type { CreateRecord } from './create-record.ts';
import { dropShipParcel } from './drop-ship-parcel.ts';
import { under } from './form/form-layout.ts';
import { recipient, recipientMore, sender, sizes, tradeParties } from './form/party-fields.ts';
import { dropShipLineFirst, dropShipLineMore } from './form/sku-line-fields.ts';

/** Endpoint 1. */
export const dropShipOrder = {
  ...dropShipParcel,
  number: 1,
  kind: 'drop-ship-order',
  plural: 'Drop-ship orders',
  name: 'createDropShipOrder',
  title: 'Create drop-ship order',
  path: '/v1/directExpressOrders',
  query: dropShipOrderQuery,
  body: contract,
  reply: dropShipRecord,
  form: {
    first: [
      { name: 'order', fields: under('Package', ['PackageId', 'ServiceCode', 'Weight']) },
      recipient('Package.ShipToAddress'),
    ],
    choices: [],
    lists: [
      {
        name: 'goods',
        list: 'Package.Skus',
        columns: dropShipLineFirst,
        more: dropShipLineMore,
        pieces: 'Quantity',
        weight: 'Weight',
        each: true,
        declared: { weight: 'Package.Weight' },
      },
    ],
    folded: [
      { name: 'size', fields: under('Package', [...sizes, 'WeightUnit']) },
      recipientMore('Package.ShipToAddress', ['Package.LockerId']),
      {
        name: 'money',
        fields: under('Package', [
          'SellPrice',
          'SellPriceCurrency',
          'CodAmount',
          'CodAmountStr',
          'Duty.Value',
          'Duty.Currency',
          'DutyTaxRate',
          'VatCode',
          'GoodsValueType',
          'DeclareMode',
        ]),
      },
      {
        name: 'platform',
        fields: under('Package', ['PlatformOrderNo', 'PlatformPaymentNo', 'SalesPlatform', 'OtherSalesPlatform']),
      },
      { name: 'delivery', fields: under('Package', ['IsSignature', 'SignatureType', 'IsHazmat']) },
      {
        name: 'ownLabel',
        fields: under('Package', ['CarrierName', 'ImportTrackingNumber', 'ImportLabel', 'Custom']),
      },
      sender('Package.Sender'),
      ...tradeParties('Package'),
      { name: 'handling', fields: ['Location', 'Package.Remark', 'Remark', 'SubmitLater', 'Package.IsCreateNewOrder'] },
    ],
    foldedLists: [],
  },
} as const satisfies CreateRecord;
