import { integers, listOf, one, strings, table } from '../field-table.ts';

export const skuDetail = table(
  'SKU detail of a batch outbound order',
  'line',
  strings('Sku', 'StorageNo'),
  integers('Quantity'),
);

export const skuRelabelDetail = table(
  'relabel detail of a batch outbound order',
  'line',
  strings('OriginalSku', 'OriginalStorageNo', 'NewStorageNo'),
  integers('Quantity'),
);

export const boxDetail = table(
  'box detail of a batch outbound order',
  'box',
  strings('BoxNo', 'BoxType'),
  one('SkuDetails', listOf(skuDetail)),
);

const palletizingDetail = table('piece on a pallet', 'line', strings('Code'), integers('Quantity'));

export const palletDetail = table(
  'pallet of a batch outbound order',
  'box',
  strings('PalletNo'),
  one('PalletizingDetails', listOf(palletizingDetail)),
);

export const fullSkuDetail = { Sku: 'LAMP-7', StorageNo: 'ST-0007', Quantity: 3 };

export const fullSkuRelabelDetail = {
  OriginalSku: 'LAMP-7',
  OriginalStorageNo: 'ST-0007',
  NewStorageNo: 'ST-0008',
  Quantity: 1,
};

export const fullBoxDetail = { BoxNo: 'B-1', BoxType: 'carton', SkuDetails: [fullSkuDetail, fullSkuDetail] };

const fullPalletizingDetail = { Code: 'B-1', Quantity: 1 };

export const fullPalletDetail = {
  PalletNo: 'P-1',
  PalletizingDetails: [fullPalletizingDetail, fullPalletizingDetail],
};
