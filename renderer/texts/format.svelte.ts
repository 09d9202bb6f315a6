import type { CurrencyTotal } from '../../shared/text/exact-decimal.ts';
import { choices } from '../choices/choices.svelte.ts';

const steps = [
  { unit: 'day', ms: 86_400_000, from: 172_800_000 },
  { unit: 'hour', ms: 3_600_000, from: 7_200_000 },
  { unit: 'minute', ms: 60_000, from: 100_000 },
  { unit: 'second', ms: 1000, from: 0 },
] as const;

function step(ms: number) {
  return steps.find(({ from }) => Math.abs(ms) >= from) ?? steps[3];
}

// creating an Intl formatter costs a thousand times its use
const made = new Map<string, unknown>();
function once<T>(key: string, make: () => T, is: (value: unknown) => value is T): T {
  const known = made.get(key);
  if (is(known)) return known;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(choices.dateLocale, options);
  return once(`date ${choices.dateLocale} ${JSON.stringify(options)}`, make, (v) => v instanceof Intl.DateTimeFormat);
}

function numbers(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const make = () => new Intl.NumberFormat(locale, options);
  return once(`number ${locale} ${JSON.stringify(options)}`, make, (v) => v instanceof Intl.NumberFormat);
}

/**
 * The user's locale if it has the language of the screen, such as British English; otherwise the language of the
 * screen.
 */
const dialect = (): string =>
  choices.locale.split('-')[0] === choices.language.split('-')[0] ? choices.locale : choices.language;

const isNumeral = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Maximum decimals of the formatter; a number with more is shown unformatted. */
const maxDecimals = 100;

/** Number of decimals of a currency; two if the currency is unknown. */
function decimalsOf(currency: string): number {
  if (!/^[A-Za-z]{3}$/.test(currency)) return 2;
  return numbers('en', { style: 'currency', currency }).resolvedOptions().minimumFractionDigits ?? 2;
}

/**
 * Formats numbers in the user's locale, dates and times in `choices.dateLocale`, and words of time in the language of
 * the screen. All times are ms.
 */
export const format = {
  /** joins several things for a sentence */
  list(things: readonly string[]): string {
    const make = () => new Intl.ListFormat(choices.language, { type: 'conjunction' });
    return once(`list ${choices.language}`, make, (v) => v instanceof Intl.ListFormat).format(things);
  },
  number: (value: number): string => numbers(choices.locale, { maximumFractionDigits: 20 }).format(value),
  /**
   * A decimal text with all its digits and at least `least` decimals; a text that is not a decimal is returned
   * unchanged.
   */
  exact(decimal: string, least = 0): string {
    const decimals = decimal.length - `${decimal}.`.indexOf('.') - 1;
    if (!isNumeral(decimal) || decimals > maxDecimals) return decimal;
    const options = { minimumFractionDigits: least, maximumFractionDigits: Math.max(least, decimals, 0) };
    return numbers(choices.locale, options).format(decimal);
  },
  /**
   * An amount with the decimals of its currency: `0.3` USD is `0.30`, `12` JPY is `12`. The currency code is shown
   * beside it.
   */
  amount: ({ Amount, Currency }: CurrencyTotal): string => format.exact(Amount, decimalsOf(Currency)),
  /** a day of the desk's calendar, passed as its midnight in UTC */
  day: (ms: number): string => dates({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(ms),
  /** the day of a time as `Monday 23 November`, in the language of the screen because it has words */
  longDay(ms: number): string {
    const options = { weekday: 'long', day: 'numeric', month: 'long' } as const;
    const make = () => new Intl.DateTimeFormat(dialect(), options);
    return once(`long day ${dialect()}`, make, (v) => v instanceof Intl.DateTimeFormat).format(ms);
  },
  time: (ms: number): string => dates({ timeStyle: 'short' }).format(ms),
  dateTime: (ms: number): string => dates({ dateStyle: 'medium', timeStyle: 'medium' }).format(ms),
  /** A date, optionally with time, in the local time of a place `offset` minutes ahead of UTC. */
  atPlace(ms: number, offset: number, withTime: boolean): string {
    const date = { dateStyle: 'medium', timeZone: 'UTC' } as const;
    return dates(withTime ? { ...date, timeStyle: 'short' } : date).format(ms + offset * 60_000);
  },
  /** `in 4 seconds`, `3 minutes ago` */
  from(ms: number, now: number): string {
    const { unit, ms: size } = step(ms - now);
    const count = ms >= now ? Math.ceil((ms - now) / size) : -Math.floor((now - ms) / size);
    const make = () => new Intl.RelativeTimeFormat(choices.language, { numeric: 'auto' });
    const relative = once(`relative ${choices.language}`, make, (v) => v instanceof Intl.RelativeTimeFormat);
    return relative.format(count, unit);
  },
  /** `4 min`, for an age or a duration */
  span(ms: number): string {
    const { unit, ms: size } = step(ms);
    const options = { style: 'unit', unit, unitDisplay: 'short' } as const;
    return numbers(choices.language, options).format(Math.max(0, Math.floor(ms / size)));
  },
  bytes(count: number): string {
    const [unit, size] = count >= 1_000_000 ? (['megabyte', 1_000_000] as const) : (['kilobyte', 1000] as const);
    const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
    return numbers(choices.locale, options).format(count / size);
  },
};
