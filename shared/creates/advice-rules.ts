import { valueAt } from '../service/value-at.ts';
import { sizeFields } from './form/form-fields.ts';

export type AdviceCode =
  | 'nothing-filled'
  | 'no-entries'
  | 'not-positive'
  | 'no-currency'
  | 'makes-another'
  | 'submits-later'
  | 'details-without-flag';

/**
 * A rule for a value that makes no sense at a counter although the interface document allows it. `applies`: whether the
 * advice is given for a value.
 */
export interface AdviceRule {
  /** Path of the value; `*` is every entry of a list. */
  path: readonly string[];
  code: AdviceCode;
  message: string;
  applies: (value: unknown, body: unknown) => boolean;
}

const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');
const hasNoEntries = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);
const isNotPositive = (value: unknown): boolean => typeof value === 'number' && value <= 0;
const isMissingOrNotPositive = (value: unknown): boolean => value === undefined || isNotPositive(value);
const isTrue = (value: unknown): boolean => value === true;
const hasValueWithoutCurrency = (value: unknown): boolean =>
  valueAt(value, ['Value']) !== undefined && isBlank(valueAt(value, ['Currency']));

const addressFields: readonly [name: string, message: string][] = [
  ['Contact', 'The recipient has no name: the label would have none either.'],
  ['Country', 'The recipient has no country.'],
  ['City', 'The recipient has no city.'],
  ['Street1', 'The recipient has no street.'],
];

/** Requires a recipient with an address within the object at `parentPath`. */
export const requireRecipient = (parentPath: readonly string[]): AdviceRule[] =>
  addressFields.map(([name, message]) => ({
    path: [...parentPath, 'ShipToAddress', name],
    code: 'nothing-filled',
    message,
    applies: isBlank,
  }));

export const requireEntries = (path: readonly string[], message: string): AdviceRule => ({
  path,
  code: 'no-entries',
  message,
  applies: hasNoEntries,
});

const positiveRules = (
  parentPath: readonly string[],
  names: readonly string[],
  applies: AdviceRule['applies'],
): AdviceRule[] =>
  names.map((name) => ({
    path: [...parentPath, name],
    code: 'not-positive',
    message: `${name} is not above zero.`,
    applies,
  }));

/** Requires numbers to be above zero if given. */
export const positiveIfGiven = (parentPath: readonly string[], ...names: string[]): AdviceRule[] =>
  positiveRules(parentPath, names, isNotPositive);

/** Requires numbers to be given and above zero. */
export const requirePositive = (parentPath: readonly string[], ...names: string[]): AdviceRule[] =>
  positiveRules(parentPath, names, isMissingOrNotPositive);

/** Advice on the Package of an order shipped by a carrier's service. */
export const packageAdvice: readonly AdviceRule[] = [
  {
    path: ['Package', 'ServiceCode'],
    code: 'nothing-filled',
    message: 'The package names no service.',
    applies: isBlank,
  },
  {
    path: ['Package', 'SellPriceCurrency'],
    code: 'no-currency',
    message: 'SellPrice has no currency.',
    applies: (value, body) => isBlank(value) && valueAt(body, ['Package', 'SellPrice']) !== undefined,
  },
];

/** Requires an amount of money to have its currency. */
export const requireCurrency = (path: readonly string[]): AdviceRule => ({
  path,
  code: 'no-currency',
  message: `${path.at(-1)} has no currency.`,
  applies: hasValueWithoutCurrency,
});

export const makesAnotherRule: AdviceRule = {
  path: ['Package', 'IsCreateNewOrder'],
  code: 'makes-another',
  message: 'IsCreateNewOrder makes an order even where one exists: if its answer is lost, a person must decide.',
  applies: isTrue,
};

export const submitsLaterRule: AdviceRule = {
  path: ['SubmitLater'],
  code: 'submits-later',
  message: 'With SubmitLater the order is not submitted, and must be submitted elsewhere.',
  applies: isTrue,
};

/** Details that count only if a flag of the body is true. */
export const requireFlag = (flag: string, details: string, message: string): AdviceRule => ({
  path: [details],
  code: 'details-without-flag',
  message,
  applies: (value, body) => value !== undefined && valueAt(body, [flag]) !== true,
});

/** Advice on the boxes of a box order (6) and of an FBA order (9). */
export const boxAdvice: readonly AdviceRule[] = [
  requireEntries(['ContainerInfos'], 'The order has no boxes.'),
  ...positiveIfGiven(['ContainerInfos', '*'], 'Weight', ...sizeFields),
  ...requirePositive(['ContainerInfos', '*', 'SkuInfos', '*'], 'Quantity'),
];

export const boxGoodsPaths = [['ContainerInfos', '*', 'SkuInfos', '*']] as const;
