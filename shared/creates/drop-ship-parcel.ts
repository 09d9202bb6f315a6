import {
  above,
  givenAbove,
  hasEntries,
  inCurrency,
  makesAnother,
  ofPackage,
  sentTo,
  submitsLater,
  type AdvicePiece,
} from './advice-pieces.ts';
import { ofParcel } from './changes.ts';
import { usual } from './create-record.ts';
import { sizes } from './form/party-fields.ts';

/** Paths that an order with a Package needs to make sense. */
export const senseOfParcel = {
  recipient: ['Package.ShipToAddress.Contact'],
  country: ['Package.ShipToAddress.Country'],
  goods: ['Package.Skus'],
} as const;

const advice: readonly AdvicePiece[] = [
  ...sentTo(['Package']),
  hasEntries(['Package', 'Skus'], 'The package has no goods.'),
  ...givenAbove(['Package'], 'Weight'),
  ...above(['Package'], ...sizes),
  ...givenAbove(['Package', 'Skus', '*'], 'Quantity'),
  ...ofPackage,
  inCurrency(['Package', 'Duty']),
  inCurrency(['Package', 'Skus', '*', 'Duty']),
  inCurrency(['Package', 'Skus', '*', 'NewDeclareValue']),
  makesAnother,
  submitsLater,
];

/** Common part of drop-ship orders (1) and label orders (2). */
export const dropShipParcel = {
  ...usual,
  replyKind: 'record',
  statuses: [200, 400],
  key: { kind: 'PackageId', path: ['Package', 'PackageId'] },
  repeat: 'ask-status',
  outcome: [16],
  mayBeEmptyReply: false,
  recordSays: ['ServiceCode', 'Country'],
  parcel: ['Package'],
  label: 'brought',
  recipient: ['Package', 'ShipToAddress'],
  goods: [['Package', 'Skus', '*']],
  sense: senseOfParcel,
  advice,
  changes: ofParcel,
  priced: { by: 17, sizes: ['Package'] },
} as const;
