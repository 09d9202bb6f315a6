import {
  positiveIfGiven,
  requirePositive,
  requireEntries,
  requireCurrency,
  makesAnotherRule,
  packageAdvice,
  requireRecipient,
  submitsLaterRule,
  type AdviceRule,
} from './advice-rules.ts';
import { changingParcelFields, createDefaults } from './create-record.ts';
import { sizeFields } from './form/form-fields.ts';

/** Paths that an order with a Package needs to make sense. */
export const neededParcelFields = {
  recipient: ['Package.ShipToAddress.Contact'],
  country: ['Package.ShipToAddress.Country'],
  goods: ['Package.Skus'],
} as const;

const advice: readonly AdviceRule[] = [
  ...requireRecipient(['Package']),
  requireEntries(['Package', 'Skus'], 'The package has no goods.'),
  ...requirePositive(['Package'], 'Weight'),
  ...positiveIfGiven(['Package'], ...sizeFields),
  ...requirePositive(['Package', 'Skus', '*'], 'Quantity'),
  ...packageAdvice,
  requireCurrency(['Package', 'Duty']),
  requireCurrency(['Package', 'Skus', '*', 'Duty']),
  requireCurrency(['Package', 'Skus', '*', 'NewDeclareValue']),
  makesAnotherRule,
  submitsLaterRule,
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
  fieldsInRecord: ['ServiceCode', 'Country'],
  parcel: ['Package'],
  label: 'brought',
  recipient: ['Package', 'ShipToAddress'],
  goods: [['Package', 'Skus', '*']],
  neededFields: neededParcelFields,
  advice,
  varyingFields: changingParcelFields,
  pricing: { endpoint: 17, sizes: ['Package'] },
} as const;
