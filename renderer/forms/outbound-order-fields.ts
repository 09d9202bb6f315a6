import { under, type FormFields } from './form-fields.ts';
import { recipient, recipientMore, tradeParties } from './party-fields.ts';

/** Endpoint 10. */
export const outboundOrderFields: FormFields = {
  endpoint: 10,
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
};
