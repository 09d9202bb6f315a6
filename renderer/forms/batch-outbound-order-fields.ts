import type { ChoicePart, FormFields } from './form-fields.ts';
import { recipient, recipientMore } from './party-fields.ts';

const skuColumns = ['Sku', 'StorageNo', 'Quantity'];

/** Rules 1 to 3 of endpoint 8, asked as two questions. */
const packing: ChoicePart = {
  name: 'packing',
  flag: 'IsBoxed',
  list: 'BoxDetails',
  options: [
    { name: 'unsaid', flag: '', listed: false },
    { name: 'free', flag: 'true', listed: false },
    { name: 'given', flag: 'true', listed: true },
    { name: 'each', flag: 'false', listed: false },
  ],
};

const palletizing: ChoicePart = {
  name: 'palletizing',
  flag: 'IsPallet',
  list: 'PalletDetails',
  options: [
    { name: 'unsaid', flag: '', listed: false },
    { name: 'no', flag: 'false', listed: false },
    { name: 'free', flag: 'true', listed: false },
    { name: 'given', flag: 'true', listed: true },
  ],
};

/** Endpoint 8; WareHouseCode is spelled as given. */
export const batchOutboundOrderFields: FormFields = {
  endpoint: 8,
  first: [{ name: 'order', fields: ['CustomerOrderNo', 'WareHouseCode', 'ServiceCode'] }, recipient('ShipToAddress')],
  choices: [packing, palletizing],
  lists: [
    { name: 'goods', list: 'SkuDetails', columns: skuColumns, more: [], pieces: 'Quantity' },
    {
      name: 'boxes',
      list: 'BoxDetails',
      columns: ['BoxNo', 'BoxType'],
      more: [],
      numbered: 'BoxNo',
      within: { name: 'inBox', list: 'SkuDetails', columns: skuColumns, more: [], pieces: 'Quantity' },
    },
    {
      name: 'pallets',
      list: 'PalletDetails',
      columns: ['PalletNo'],
      more: [],
      numbered: 'PalletNo',
      within: {
        name: 'onPallet',
        list: 'PalletizingDetails',
        columns: ['Code', 'Quantity'],
        more: [],
        pieces: 'Quantity',
      },
    },
  ],
  folded: [
    recipientMore('ShipToAddress'),
    {
      name: 'handling',
      fields: ['CarrierName', 'CarrierService', 'Priority', 'ShipmentId', 'ReferenceId', 'ScheduledTime', 'Remark'],
    },
  ],
  foldedLists: [
    {
      name: 'relabelling',
      list: 'SkuRelabelDetails',
      columns: ['OriginalSku', 'OriginalStorageNo', 'NewStorageNo', 'Quantity'],
      more: [],
      pieces: 'Quantity',
    },
  ],
};
