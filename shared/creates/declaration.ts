import { declaration as contract } from '../service/declare.ts';
import { positiveIfGiven, requirePositive, requireEntries, requireRecipient } from './advice-rules.ts';
import { changingGoodsFields, changingRecipientFields, createDefaults, type CreateRecord } from './create-record.ts';
import { parcelGoods, recipient, recipientMore, sender, sizeFields, dropShipLineMore } from './form/form-fields.ts';

/** Endpoint 7; its Weight is in grams. */
export const declaration = {
  ...createDefaults,
  number: 7,
  kind: 'declaration',
  plural: 'Declarations',
  name: 'declarePackage',
  title: 'Package declare',
  path: '/v1/directExpressOrders/declare',
  body: contract,
  statuses: [],
  units: { Weight: 'g' },
  key: { kind: 'PackageId', path: ['PackageId'], borrowed: true },
  repeat: 'send-again',
  // a package is created before it is declared
  needs: [{ kind: 'PackageId', path: ['PackageId'] }],
  creationProof: 'taken',
  recipient: ['ShipToAddress'],
  goods: [['Skus', '*']],
  neededFields: { country: ['ShipToAddress.Country'], goods: ['Skus'] },
  advice: [
    ...requireRecipient([]),
    requireEntries(['Skus'], 'The declaration has no goods.'),
    ...positiveIfGiven([], 'Weight', ...sizeFields),
    ...requirePositive(['Skus', '*'], 'Quantity'),
  ],
  varyingFields: ['Weight', ...changingRecipientFields(''), ...changingGoodsFields('Skus')],
  pricing: { endpoint: 17, sizes: [] },
  form: {
    first: [{ name: 'order', fields: ['PackageId', 'TrackingNumber', 'Weight'] }, recipient('ShipToAddress')],
    choices: [],
    lists: [parcelGoods('', dropShipLineMore)],
    folded: [
      { name: 'size', fields: sizeFields },
      { name: 'handling', fields: ['ServiceCode', 'VatCode', 'IOSS'] },
      recipientMore('ShipToAddress'),
      sender('Sender'),
    ],
    foldedLists: [],
  },
} as const satisfies CreateRecord;
