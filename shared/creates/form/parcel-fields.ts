import { join } from '../../path/path.ts';
import { under, type FieldsPart, type ListPart } from './form-layout.ts';
import { recipient } from './party-fields.ts';
import { skuLineFirst } from './sku-line-fields.ts';

/** What nearly every parcel of a drop-ship (1) or label order (2) has, which comes first. */
export const parcelFirst: readonly FieldsPart[] = [
  { name: 'order', fields: under('Package', ['PackageId', 'ServiceCode', 'Weight']) },
  recipient('Package.ShipToAddress'),
];

/** The goods of a parcel in `at`, beside whose weight the parcel's own stands. `more`: what opens with a line. */
export const parcelGoods = (at: string, more: readonly string[]): ListPart => ({
  name: 'goods',
  list: join(at, 'Skus'),
  columns: skuLineFirst,
  more,
  pieces: 'Quantity',
  weight: 'Weight',
  each: true,
  declared: { weight: join(at, 'Weight') },
});

export const parcelMoney = (...more: string[]): FieldsPart => ({
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
    ...more,
  ]),
});

/** A label that the carrier made already. */
export const ownLabel: FieldsPart = {
  name: 'ownLabel',
  fields: under('Package', ['CarrierName', 'ImportTrackingNumber', 'ImportLabel', 'Custom']),
};

export const parcelHandling: FieldsPart = {
  name: 'handling',
  fields: ['Location', 'Package.Remark', 'Remark', 'SubmitLater', 'Package.IsCreateNewOrder'],
};
