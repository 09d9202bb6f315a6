import { pathsOf, under, type FormFields } from './form-fields.ts';
import { labelRecipientMore, labelSender, labelTradeParties, recipient, sizes } from './party-fields.ts';

/** Endpoint 2: what nearly every parcel has comes first. */
export const labelOrderFields: FormFields = {
  endpoint: 2,
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
};

export const labelOrderPaths: readonly string[] = pathsOf(labelOrderFields);
