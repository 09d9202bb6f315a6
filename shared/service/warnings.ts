/**
 * Advice of the desk: what makes no sense at a counter although the interface document allows it. Advice never stops an entry
 * and is no rule of the contract; those are in the schemas.
 */
import type { EndpointNumber } from './endpoint.ts';
import { jsonPath } from './issue.ts';
import { valueAt, valuesAt } from './value-at.ts';

export type AdviceCode =
  | 'nothing-filled'
  | 'no-entries'
  | 'not-positive'
  | 'no-currency'
  | 'makes-another'
  | 'submits-later'
  | 'details-without-flag';

export interface Advice {
  /** JSONPath in the body */
  path: string;
  code: AdviceCode;
  params: Record<string, string | number>;
  message: string;
}

interface Piece {
  on: readonly EndpointNumber[];
  /** Where to look; `*` is every entry of a list. */
  at: readonly string[];
  code: AdviceCode;
  message: string;
  worth: (value: unknown, body: unknown) => boolean;
}

const dropShip = [1, 2] as const;
const inPackage = [1, 2, 10] as const;
const atTop = [6, 7, 8] as const;

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

const recipient: readonly Piece[] = addressed.flatMap(([name, message]) => [
  { on: inPackage, at: ['Package', 'ShipToAddress', name], code: 'nothing-filled', message, worth: blank },
  { on: atTop, at: ['ShipToAddress', name], code: 'nothing-filled', message, worth: blank },
]);

const positive = (
  on: readonly EndpointNumber[],
  within: readonly string[],
  names: readonly string[],
  worth = notPositive,
): Piece[] =>
  names.map((name) => ({
    on,
    at: [...within, name],
    code: 'not-positive',
    message: `${name} is not above zero.`,
    worth,
  }));

const sizes = ['Length', 'Width', 'Height'];

const measures: readonly Piece[] = [
  ...positive(dropShip, ['Package'], ['Weight'], missingOrNotPositive),
  ...positive(dropShip, ['Package'], sizes),
  ...positive([7], [], ['Weight', ...sizes]),
  ...positive([15], [], sizes),
  ...positive([6, 9], ['ContainerInfos', '*'], ['Weight', ...sizes]),
  ...positive([4], ['Containers', '*'], ['Weight', ...sizes]),
  ...positive(inPackage, ['Package', 'Skus', '*'], ['Quantity'], missingOrNotPositive),
  ...positive([7], ['Skus', '*'], ['Quantity'], missingOrNotPositive),
  ...positive([6, 9], ['ContainerInfos', '*', 'SkuInfos', '*'], ['Quantity'], missingOrNotPositive),
  ...positive([4], ['Containers', '*', 'Skus', '*'], ['Quantity'], missingOrNotPositive),
  ...positive([8], ['SkuDetails', '*'], ['Quantity'], missingOrNotPositive),
];

const goods: readonly Piece[] = (
  [
    [inPackage, ['Package', 'Skus'], 'The package has no goods.'],
    [[7], ['Skus'], 'The declaration has no goods.'],
    [[6, 9], ['ContainerInfos'], 'The order has no boxes.'],
    [[4], ['Containers'], 'The order has no containers.'],
  ] as const
).map(([on, at, message]) => ({ on, at, code: 'no-entries', message, worth: noEntries }));

const others: readonly Piece[] = [
  {
    on: inPackage,
    at: ['Package', 'ServiceCode'],
    code: 'nothing-filled',
    message: 'The package names no service.',
    worth: blank,
  },
  {
    on: inPackage,
    at: ['Package', 'SellPriceCurrency'],
    code: 'no-currency',
    message: 'SellPrice has no currency.',
    worth: (value, body) => blank(value) && valueAt(body, ['Package', 'SellPrice']) !== undefined,
  },
  ...[
    ['Package', 'Duty'],
    ['Package', 'Skus', '*', 'Duty'],
    ['Package', 'Skus', '*', 'NewDeclareValue'],
  ].map((at): Piece => ({
    on: dropShip,
    at,
    code: 'no-currency',
    message: `${at.at(-1)} has no currency.`,
    worth: valueAlone,
  })),
  {
    on: inPackage,
    at: ['Package', 'IsCreateNewOrder'],
    code: 'makes-another',
    message: 'IsCreateNewOrder makes an order even where one exists: if its answer is lost, a person must decide.',
    worth: isTrue,
  },
  {
    on: [1, 2, 4, 10],
    at: ['SubmitLater'],
    code: 'submits-later',
    message: 'With SubmitLater the order is not submitted, and must be submitted elsewhere.',
    worth: isTrue,
  },
  {
    on: [8],
    at: ['PalletDetails'],
    code: 'details-without-flag',
    message: 'Pallet details are given, but IsPallet is not true.',
    worth: (value, body) => value !== undefined && valueAt(body, ['IsPallet']) !== true,
  },
  {
    on: [8],
    at: ['BoxDetails'],
    code: 'details-without-flag',
    message: 'Box details are given, but IsBoxed is not true.',
    worth: (value, body) => value !== undefined && valueAt(body, ['IsBoxed']) !== true,
  },
];

const pieces = [...recipient, ...goods, ...measures, ...others];

/** Advice on a create's body that breaks no rule; an empty list for most, and for reads. */
export function adviseOn(number: EndpointNumber, body: unknown): Advice[] {
  return pieces
    .filter(({ on }) => on.includes(number))
    .flatMap(({ at, code, message, worth }) =>
      valuesAt(body, at)
        .filter(({ value }) => worth(value, body))
        .map(({ path }) => ({ path: jsonPath(path), code, params: { field: String(at.at(-1)) }, message })),
    );
}
