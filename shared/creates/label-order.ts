import { labelOrder as contract } from '../service/drop-ship-order.ts';
import { labelOrderRecord } from '../service/drop-ship-record.ts';
import type { CreateRecord } from './create-record.ts';
import { dropShipParcel, neededParcelFields } from './drop-ship-parcel.ts';
import {
  ownLabel,
  parcelFirst,
  parcelGoods,
  parcelHandling,
  parcelMoney,
  labelRecipientMore,
  labelSender,
  labelTradeParties,
  sizeFields,
  labelLineMore,
} from './form/form-fields.ts';
import { pathsUnder } from './form/form-layout.ts';

/** Endpoint 2. */
export const labelOrder = {
  ...dropShipParcel,
  number: 2,
  kind: 'label-order',
  plural: 'Label orders',
  label: 'drawn',
  name: 'createLabelOrder',
  title: 'Create drop-ship label order',
  path: '/v1/directExpressLabelOrders',
  body: contract,
  reply: labelOrderRecord,
  neededFields: { ...neededParcelFields, address: ['Package.ShipToAddress.Street1', 'Package.ShipToAddress.City'] },
  form: {
    first: parcelFirst,
    choices: [],
    lists: [parcelGoods('Package', labelLineMore)],
    folded: [
      { name: 'size', fields: pathsUnder('Package', sizeFields) },
      labelRecipientMore('Package.ShipToAddress', ['Package.LockerId']),
      parcelMoney(),
      { name: 'platform', fields: pathsUnder('Package', ['SalesPlatform', 'OtherSalesPlatform']) },
      ownLabel,
      labelSender('Package.Sender'),
      ...labelTradeParties('Package'),
      parcelHandling,
    ],
    foldedLists: [],
  },
} as const satisfies CreateRecord;
