import { valueAt } from '../service/value-at.ts';
import { sizes } from './form/form-fields.ts';

export type AdviceCode =
  | 'nothing-filled'
  | 'no-entries'
  | 'not-positive'
  | 'no-currency'
  | 'makes-another'
  | 'submits-later'
  | 'details-without-flag';

/** A rule for one thing that makes no sense at a counter although the interface document allows it. */
export interface AdviceRule {
  /** Path of the value; `*` is every entry of a list. */
  at: readonly string[];
  code: AdviceCode;
  message: string;
  worth: (value: unknown, body: unknown) => boolean;
}

const blank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');
const noEntries = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);
const notPositive = (value: unknown): boolean => typeof value === 'number' && value <= 0;
const missingOrNotPositive = (value: unknown): boolean => value === undefined || notPositive(value);
const isTrue = (value: unknown): boolean => value === true;
const valueAlone = (value: unknown): boolean =>
  valueAt(value, ['Value']) !== undefined && blank(valueAt(value, ['Currency']));

const addressed: readonly [name: string, message: string][] = [
  ['Contact', 'The recipient has no name: the label would have none either.'],
  ['Country', 'The recipient has no country.'],
  ['City', 'The recipient has no city.'],
  ['Street1', 'The recipient has no street.'],
];

/** Requires a recipient with an address within `at`. */
export const requireRecipient = (at: readonly string[]): AdviceRule[] =>
  addressed.map(([name, message]) => ({
    at: [...at, 'ShipToAddress', name],
    code: 'nothing-filled',
    message,
    worth: blank,
  }));

export const requireEntries = (at: readonly string[], message: string): AdviceRule => ({
  at,
  code: 'no-entries',
  message,
  worth: noEntries,
});

const positive = (within: readonly string[], names: readonly string[], worth: AdviceRule['worth']): AdviceRule[] =>
  names.map((name) => ({
    at: [...within, name],
    code: 'not-positive',
    message: `${name} is not above zero.`,
    worth,
  }));

/** Requires numbers to be above zero if given. */
export const positiveIfGiven = (within: readonly string[], ...names: string[]): AdviceRule[] =>
  positive(within, names, notPositive);

/** Requires numbers to be given and above zero. */
export const requirePositive = (within: readonly string[], ...names: string[]): AdviceRule[] =>
  positive(within, names, missingOrNotPositive);

/** Advice on the Package of an order sent by a service. */
export const packageAdvice: readonly AdviceRule[] = [
  {
    at: ['Package', 'ServiceCode'],
    code: 'nothing-filled',
    message: 'The package names no service.',
    worth: blank,
  },
  {
    at: ['Package', 'SellPriceCurrency'],
    code: 'no-currency',
    message: 'SellPrice has no currency.',
    worth: (value, body) => blank(value) && valueAt(body, ['Package', 'SellPrice']) !== undefined,
  },
];

/** Requires an amount of money to have its currency. */
export const requireCurrency = (at: readonly string[]): AdviceRule => ({
  at,
  code: 'no-currency',
  message: `${at.at(-1)} has no currency.`,
  worth: valueAlone,
});

export const makesAnother: AdviceRule = {
  at: ['Package', 'IsCreateNewOrder'],
  code: 'makes-another',
  message: 'IsCreateNewOrder makes an order even where one exists: if its answer is lost, a person must decide.',
  worth: isTrue,
};

export const submitsLater: AdviceRule = {
  at: ['SubmitLater'],
  code: 'submits-later',
  message: 'With SubmitLater the order is not submitted, and must be submitted elsewhere.',
  worth: isTrue,
};

/** Details that count only if a flag of the body is true. */
export const requireFlag = (flag: string, details: string, message: string): AdviceRule => ({
  at: [details],
  code: 'details-without-flag',
  message,
  worth: (value, body) => value !== undefined && valueAt(body, [flag]) !== true,
});

/** Advice on the boxes of a box order (6) and of an FBA order (9). */
export const boxAdvice: readonly AdviceRule[] = [
  requireEntries(['ContainerInfos'], 'The order has no boxes.'),
  ...positiveIfGiven(['ContainerInfos', '*'], 'Weight', ...sizes),
  ...requirePositive(['ContainerInfos', '*', 'SkuInfos', '*'], 'Quantity'),
];

export const boxGoodsPaths = [['ContainerInfos', '*', 'SkuInfos', '*']] as const;
