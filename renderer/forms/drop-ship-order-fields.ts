import { under, type FormFields } from './form-fields.ts';
import { recipient, recipientMore, sender, sizes, tradeParties } from './party-fields.ts';
import { dropShipLineFirst, dropShipLineMore } from './sku-line-fields.ts';

/** Endpoint 1. */
export const dropShipOrderFields: FormFields = {
  endpoint: 1,
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
};
