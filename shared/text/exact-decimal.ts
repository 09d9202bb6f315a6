import Big from 'big.js';

/** An exact decimal number, from big.js: small, without dependencies, exact for sums and products. */
export type Decimal = Big;

/** An amount of one currency, as exact decimal text. */
export interface CurrencyTotal {
  Currency: string;
  Amount: string;
}

// Long enough for every double, short enough that a hostile exponent is cheap.
const decimalPattern = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:e[+-]?\d{1,3})?$/i;

/**
 * Parses a finite JSON number by its shortest text, or a decimal text exactly. Null for anything else, such as a text
 * with a thousands separator, whose meaning would be a guess.
 */
export function readDecimal(value: unknown): Decimal | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const text = String(value).trim();
  return decimalPattern.test(text) ? new Big(text.replace(/^\+/, '')) : null;
}

/** The shortest plain text of a decimal: no exponent, no redundant zeros, no `-0`. */
export const writeDecimal = (decimal: Decimal): string => (decimal.eq(0) ? '0' : decimal.toFixed());

/** Negative if `one` is less, positive if it is greater, 0 if they are equal. */
export const compareDecimals = (one: Decimal, other: Decimal): number => one.cmp(other);

const zero: Decimal = new Big(0);

/**
 * The exact sum of numbers and decimal texts, as plain decimal text. Throws RangeError if one is not a decimal number.
 */
export function exactSum(values: Iterable<number | string>): string {
  let sum = zero;
  for (const value of values) {
    const decimal = readDecimal(value);
    if (!decimal) throw new RangeError('not a decimal number');
    sum = sum.plus(decimal);
  }
  return writeDecimal(sum);
}

/**
 * One exact total per currency, in order of first appearance; amounts without a currency are totalled separately.
 * `unread` counts amounts that are not numbers: if it is not 0, the totals are incomplete.
 */
export function currencyTotals(amounts: Iterable<{ Amount?: unknown; Currency?: unknown }>): {
  totals: CurrencyTotal[];
  unread: number;
} {
  const sums = new Map<string, Decimal>();
  let unread = 0;
  for (const { Amount, Currency } of amounts) {
    const decimal = readDecimal(Amount);
    const currency = typeof Currency === 'string' ? Currency.trim() : '';
    if (decimal) sums.set(currency, (sums.get(currency) ?? zero).plus(decimal));
    else unread += 1;
  }
  return { totals: [...sums].map(([Currency, sum]) => ({ Currency, Amount: writeDecimal(sum) })), unread };
}
