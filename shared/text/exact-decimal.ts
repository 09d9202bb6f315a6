/** A decimal number without loss: `units` / 10 ** `scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

/** An amount of one currency, as exact decimal text. */
export interface CurrencyTotal {
  Currency: string;
  Amount: string;
}

// Long enough for every double, short enough that a hostile exponent costs nothing.
const form = /^([+-]?)(\d{0,400})(?:\.(\d{0,400}))?(?:e([+-]?\d{1,3}))?$/i;

/**
 * A finite JSON number, by its shortest text, or a decimal text as exactly what it says. Null for anything else, as a text with
 * a thousands separator, whose meaning would be a guess.
 */
export function readDecimal(value: unknown): Decimal | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = form.exec(String(value).trim());
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const units = BigInt(`${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  const signed = sign === '-' ? -units : units;
  return scale < 0 ? { units: signed * 10n ** BigInt(-scale), scale: 0 } : { units: signed, scale };
}

/** The shortest plain text of a decimal: no exponent, no zeros that say nothing, no `-0`. */
export function writeDecimal({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const unitsAt = ({ units, scale }: Decimal, finer: number): bigint => units * 10n ** BigInt(finer - scale);

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale };
}

/** Below zero where `one` is less, above where it is more. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const scale = Math.max(one.scale, other.scale);
  const difference = unitsAt(one, scale) - unitsAt(other, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const zero: Decimal = { units: 0n, scale: 0 };

/** The exact sum of numbers and decimal texts, as plain decimal text. Throws RangeError where one is no decimal number. */
export function exactSum(values: Iterable<number | string>): string {
  let sum = zero;
  for (const value of values) {
    const decimal = readDecimal(value);
    if (!decimal) throw new RangeError('not a decimal number');
    sum = addDecimals(sum, decimal);
  }
  return writeDecimal(sum);
}

/**
 * One exact total for each currency, in the order they first come; currencies are never added to each other, and no currency
 * is one of its own. `unread` counts amounts that are no numbers: then no total is the whole.
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
    if (decimal) sums.set(currency, addDecimals(sums.get(currency) ?? zero, decimal));
    else unread += 1;
  }
  return { totals: [...sums].map(([Currency, sum]) => ({ Currency, Amount: writeDecimal(sum) })), unread };
}
