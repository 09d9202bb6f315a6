import { batchOutboundOrder as contract, batchOutboundReceipt } from '../service/batch-outbound.ts';
import { requirePositive, requireFlag, requireRecipient } from './advice-rules.ts';
import { changingGoodsFields, changingRecipientFields, createDefaults, type CreateRecord } from './create-record.ts';
import { recipient, recipientMore } from './form/form-fields.ts';
import type { ChoicePart } from './form/form-layout.ts';

const skuColumns = ['Sku', 'StorageNo', 'Quantity'];

/** Rules 1 to 3 of endpoint 8 in the interface document: the form asks about packing and palletizing. */
const packing: ChoicePart = {
  name: 'packing',
  flag: 'IsBoxed',
  list: 'BoxDetails',
  options: [
    { name: 'unsaid', flag: '', sendsList: false },
    { name: 'free', flag: 'true', sendsList: false },
    { name: 'given', flag: 'true', sendsList: true },
    { name: 'each', flag: 'false', sendsList: false },
  ],
};

const palletizing: ChoicePart = {
  name: 'palletizing',
  flag: 'IsPallet',
  list: 'PalletDetails',
  options: [
    { name: 'unsaid', flag: '', sendsList: false },
    { name: 'no', flag: 'false', sendsList: false },
    { name: 'free', flag: 'true', sendsList: false },
    { name: 'given', flag: 'true', sendsList: true },
  ],
};

/** Endpoint 8; the spelling of WareHouseCode is the service's. */
export const batchOutboundOrder = {
  ...createDefaults,
  number: 8,
  kind: 'batch-outbound-order',
  plural: 'Batch outbound orders',
  name: 'createBatchOutboundOrder',
  title: 'Create batch outbound order',
  path: '/v1/batchOutboundOrder',
  body: contract,
  reply: batchOutboundReceipt,
  replyKind: 'record',
  key: { kind: 'CustomerOrderNo', path: ['CustomerOrderNo'] },
  mayBeEmptyReply: false,
  creationProof: 'receipt',
  recipient: ['ShipToAddress'],
  goods: [
    ['SkuDetails', '*'],
    ['BoxDetails', '*', 'SkuDetails', '*'],
  ],
  neededFields: {
    recipient: ['ShipToAddress.Contact'],
    country: ['ShipToAddress.Country'],
    goods: ['SkuDetails', 'BoxDetails', 'PalletDetails', 'SkuRelabelDetails'],
  },
  advice: [
    ...requireRecipient([]),
    ...requirePositive(['SkuDetails', '*'], 'Quantity'),
    requireFlag('IsPallet', 'PalletDetails', 'Pallet details are given, but IsPallet is not true.'),
    requireFlag('IsBoxed', 'BoxDetails', 'Box details are given, but IsBoxed is not true.'),
  ],
  varyingFields: [
    ...changingRecipientFields(''),
    ...changingGoodsFields('SkuDetails'),
    ...changingGoodsFields('BoxDetails[].SkuDetails'),
  ],
  pricing: { endpoint: 17, warehouse: ['WareHouseCode'] },
  form: {
    first: [{ name: 'order', fields: ['CustomerOrderNo', 'WareHouseCode', 'ServiceCode'] }, recipient('ShipToAddress')],
    choices: [packing, palletizing],
    lists: [
      { name: 'goods', list: 'SkuDetails', columns: skuColumns, more: [], piecesColumn: 'Quantity' },
      {
        name: 'boxes',
        list: 'BoxDetails',
        columns: ['BoxNo', 'BoxType'],
        more: [],
        numberColumn: 'BoxNo',
        nested: { name: 'inBox', list: 'SkuDetails', columns: skuColumns, more: [], piecesColumn: 'Quantity' },
      },
      {
        name: 'pallets',
        list: 'PalletDetails',
        columns: ['PalletNo'],
        more: [],
        numberColumn: 'PalletNo',
        nested: {
          name: 'onPallet',
          list: 'PalletizingDetails',
          columns: ['Code', 'Quantity'],
          more: [],
          piecesColumn: 'Quantity',
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
        piecesColumn: 'Quantity',
      },
    ],
  },
} as const satisfies CreateRecord;
