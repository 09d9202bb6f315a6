import { dropShipOrder as contract, dropShipOrderQuery } from '../service/drop-ship-order.ts';
import { dropShipRecord } from '../service/drop-ship-record.ts';
import type { CreateRecord } from './create-record.ts';
import { dropShipParcel } from './drop-ship-parcel.ts';
import {
  ownLabel,
  parcelFirst,
  parcelGoods,
  parcelHandling,
  parcelMoney,
  recipientMore,
  sender,
  sizeFields,
  tradeParties,
  dropShipLineMore,
} from './form/form-fields.ts';
import { pathsUnder } from './form/form-layout.ts';

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
    first: parcelFirst,
    choices: [],
    lists: [parcelGoods('Package', dropShipLineMore)],
    folded: [
      { name: 'size', fields: pathsUnder('Package', [...sizeFields, 'WeightUnit']) },
      recipientMore('Package.ShipToAddress', ['Package.LockerId']),
      parcelMoney('DeclareMode'),
      {
        name: 'platform',
        fields: pathsUnder('Package', ['PlatformOrderNo', 'PlatformPaymentNo', 'SalesPlatform', 'OtherSalesPlatform']),
      },
      { name: 'delivery', fields: pathsUnder('Package', ['IsSignature', 'SignatureType', 'IsHazmat']) },
      ownLabel,
      sender('Package.Sender'),
      ...tradeParties('Package'),
      parcelHandling,
    ],
    foldedLists: [],
  },
} as const satisfies CreateRecord;
