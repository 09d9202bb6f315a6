import {
  positiveIfGiven,
  requirePositive,
  requireEntries,
  requireCurrency,
  makesAnother,
  packageAdvice,
  requireRecipient,
  submitsLater,
  type AdviceRule,
} from './advice-rules.ts';
import { changingParcelFields, createDefaults } from './create-record.ts';
import { sizes } from './form/form-fields.ts';

/** Paths that an order with a Package needs to make sense. */
export const senseOfParcel = {
  recipient: ['Package.ShipToAddress.Contact'],
  country: ['Package.ShipToAddress.Country'],
  goods: ['Package.Skus'],
} as const;

const advice: readonly AdviceRule[] = [
  ...requireRecipient(['Package']),
  requireEntries(['Package', 'Skus'], 'The package has no goods.'),
  ...requirePositive(['Package'], 'Weight'),
  ...positiveIfGiven(['Package'], ...sizes),
  ...requirePositive(['Package', 'Skus', '*'], 'Quantity'),
  ...packageAdvice,
  requireCurrency(['Package', 'Duty']),
  requireCurrency(['Package', 'Skus', '*', 'Duty']),
  requireCurrency(['Package', 'Skus', '*', 'NewDeclareValue']),
  makesAnother,
  submitsLater,
];

/** Common part of drop-ship orders (1) and label orders (2). */
export const dropShipParcel = {
  ...createDefaults,
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
  changes: changingParcelFields,
  priced: { by: 17, sizes: ['Package'] },
} as const;
