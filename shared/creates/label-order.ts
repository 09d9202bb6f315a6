import { labelOrder as contract } from '../service/drop-ship-order.ts';
import { labelOrderRecord } from '../service/drop-ship-record.ts';
import type { CreateRecord } from './create-record.ts';
import { dropShipParcel, senseOfParcel } from './drop-ship-parcel.ts';
import { under } from './form/form-layout.ts';
import { labelRecipientMore, labelSender, labelTradeParties, recipient, sizes } from './form/party-fields.ts';

/** Endpoint 2: its label is drawn here. */
export const labelOrder = {
  ...dropShipParcel,
  number: 2,
  kind: 'label-order',
  plural: 'Label orders',
  name: 'createLabelOrder',
  title: 'Create drop-ship label order',
  path: '/v1/directExpressLabelOrders',
  body: contract,
  reply: labelOrderRecord,
  sense: { ...senseOfParcel, address: ['Package.ShipToAddress.Street1', 'Package.ShipToAddress.City'] },
  // what nearly every parcel has comes first
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
        columns: ['Sku', 'Quantity', 'DeclareNameEn', 'DeclareNameCn', 'DeclareValue', 'Weight', 'HsCode'],
        more: [
          'ProductName',
          'Price',
          'MaterialEN',
          ...under('NewDeclareValue', ['Value', 'Currency']),
          ...under('ExportsDeclareValue', ['Value', 'Currency']),
          ...under('Duty', ['Value', 'Currency']),
          'DutyTaxRate',
          'ProductCategories',
          'ProductDescription',
          'SaleURL',
          'ProductLink',
          'PlatformItemId',
          'PlatformTransactionId',
        ],
        pieces: 'Quantity',
        weight: 'Weight',
        each: true,
        declared: { weight: 'Package.Weight' },
      },
    ],
    folded: [
      { name: 'size', fields: under('Package', sizes) },
      labelRecipientMore('Package.ShipToAddress', ['Package.LockerId']),
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
        ]),
      },
      { name: 'platform', fields: under('Package', ['SalesPlatform', 'OtherSalesPlatform']) },
      {
        name: 'ownLabel',
        fields: under('Package', ['CarrierName', 'ImportTrackingNumber', 'ImportLabel', 'Custom']),
      },
      labelSender('Package.Sender'),
      ...labelTradeParties('Package'),
      { name: 'handling', fields: ['Location', 'Package.Remark', 'Remark', 'SubmitLater', 'Package.IsCreateNewOrder'] },
    ],
    foldedLists: [],
  },
} as const satisfies CreateRecord;
