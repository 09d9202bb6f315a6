import { boxOrder as contract } from '../service/box-order.ts';
import { requireRecipient, boxGoodsPaths, boxAdvice } from './advice-rules.ts';
import { changingBoxFields, changingRecipientFields, createDefaults, type CreateRecord } from './create-record.ts';
import { boxes, recipient, recipientMore, sender } from './form/form-fields.ts';

/** Endpoint 6. */
export const boxOrder = {
  ...createDefaults,
  number: 6,
  kind: 'box-order',
  plural: 'Box orders',
  name: 'createBoxOrder',
  title: 'Create drop-ship order with boxes',
  path: '/v1/directExpressOrdersHaveBox',
  body: contract,
  key: { kind: 'PackageId', path: ['PackageId'] },
  outcome: [18],
  recipient: ['ShipToAddress'],
  goods: boxGoodsPaths,
  neededFields: {
    recipient: ['ShipToAddress.Contact'],
    country: ['ShipToAddress.Country'],
    goods: ['ContainerInfos'],
  },
  advice: [...requireRecipient([]), ...boxAdvice],
  varyingFields: [...changingRecipientFields(''), ...changingBoxFields],
  pricing: { endpoint: 17, onlyBox: 'ContainerInfos' },
  form: {
    first: [{ name: 'order', fields: ['PackageId', 'ServiceCode', 'Location'] }, recipient('ShipToAddress')],
    choices: [],
    lists: [boxes],
    folded: [
      recipientMore('ShipToAddress'),
      { name: 'handling', fields: ['Custom', 'VatCode', 'Remark'] },
      sender('ShipperInfo'),
    ],
    foldedLists: [],
  },
} as const satisfies CreateRecord;
