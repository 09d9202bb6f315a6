import { join } from '../../path/path.ts';
import { pathsUnder, type FieldsPart, type ListPart } from './form-layout.ts';
import { recipient } from './party-fields.ts';
import { skuLineFirst } from './sku-line-fields.ts';

/** First fields of a drop-ship (1) or label order (2), which nearly every parcel needs. */
export const parcelFirst: readonly FieldsPart[] = [
  { name: 'order', fields: pathsUnder('Package', ['PackageId', 'ServiceCode', 'Weight']) },
  recipient('Package.ShipToAddress'),
];

/**
 * Goods of the parcel at path `at`, whose sum is shown beside the parcel's own weight. `more`: fields of an expanded
 * line.
 */
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
  fields: pathsUnder('Package', [
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

/** A label that the carrier has already made. */
export const ownLabel: FieldsPart = {
  name: 'ownLabel',
  fields: pathsUnder('Package', ['CarrierName', 'ImportTrackingNumber', 'ImportLabel', 'Custom']),
};

export const parcelHandling: FieldsPart = {
  name: 'handling',
  fields: ['Location', 'Package.Remark', 'Remark', 'SubmitLater', 'Package.IsCreateNewOrder'],
};
