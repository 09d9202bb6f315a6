import type { CurrencyTotal } from '../../shared/text/exact-decimal.ts';
import { choices } from '../state/choices.svelte.ts';

const steps = [
  { unit: 'day', ms: 86_400_000, from: 172_800_000 },
  { unit: 'hour', ms: 3_600_000, from: 7_200_000 },
  { unit: 'minute', ms: 60_000, from: 100_000 },
  { unit: 'second', ms: 1000, from: 0 },
] as const;

function step(ms: number) {
  return steps.find(({ from }) => Math.abs(ms) >= from) ?? steps[3];
}

// making an Intl formatter costs a thousand times its use
const made = new Map<string, unknown>();
function once<T>(key: string, make: () => T, is: (value: unknown) => value is T): T {
  const known = made.get(key);
  if (is(known)) return known;
  const fresh = make();
  made.set(key, fresh);
  return fresh;
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(choices.locale, options);
  return once(`date ${choices.locale} ${JSON.stringify(options)}`, make, (v) => v instanceof Intl.DateTimeFormat);
}

function numbers(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const make = () => new Intl.NumberFormat(locale, options);
  return once(`number ${locale} ${JSON.stringify(options)}`, make, (v) => v instanceof Intl.NumberFormat);
}

/** The person's own way of writing where it is one of the screen's language, as British English is. */
const dialect = (): string =>
  choices.locale.split('-')[0] === choices.language.split('-')[0] ? choices.locale : choices.language;

const isNumeral = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Decimals the formatter can write; one with more is shown as it is. */
const maxDecimals = 100;

/** How many decimals amounts of a currency are written with; two where nobody knows the currency. */
function decimalsOf(currency: string): number {
  if (!/^[A-Za-z]{3}$/.test(currency)) return 2;
  return numbers('en', { style: 'currency', currency }).resolvedOptions().minimumFractionDigits ?? 2;
}

/** Numbers, dates and times in the person's own way; words of time in the language of the screen. All times are ms. */
export const format = {
  /** several things in one sentence */
  list(things: readonly string[]): string {
    const make = () => new Intl.ListFormat(choices.language, { type: 'conjunction' });
    return once(`list ${choices.language}`, make, (v) => v instanceof Intl.ListFormat).format(things);
  },
  number: (value: number): string => numbers(choices.locale, { maximumFractionDigits: 20 }).format(value),
  /** A decimal text with every digit it has, and at least `least` decimals; a text that is none stays as it is. */
  exact(decimal: string, least = 0): string {
    const decimals = decimal.length - `${decimal}.`.indexOf('.') - 1;
    if (!isNumeral(decimal) || decimals > maxDecimals) return decimal;
    const options = { minimumFractionDigits: least, maximumFractionDigits: Math.max(least, decimals, 0) };
    return numbers(choices.locale, options).format(decimal);
  },
  /** An amount as people write that currency: `0.3` USD is `0.30`, `12` JPY is `12`. The code of the currency stands beside. */
  amount: ({ Amount, Currency }: CurrencyTotal): string => format.exact(Amount, decimalsOf(Currency)),
  /** with one decimal at most, as a figure that is only about so much */
  tenths: (value: number): string => numbers(choices.locale, { maximumFractionDigits: 1 }).format(value),
  /** 0 to 1, as a percentage */
  share: (share: number): string => numbers(choices.locale, { style: 'percent' }).format(share),
  /** a day of the desk's calendar, given as its midnight in UTC */
  day: (ms: number): string => dates({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(ms),
  /** `Monday 23 November`, of a time; in words, so in the language of the screen */
  longDay(ms: number): string {
    const options = { weekday: 'long', day: 'numeric', month: 'long' } as const;
    const make = () => new Intl.DateTimeFormat(dialect(), options);
    return once(`long day ${dialect()}`, make, (v) => v instanceof Intl.DateTimeFormat).format(ms);
  },
  time: (ms: number): string => dates({ timeStyle: 'short' }).format(ms),
  dateTime: (ms: number): string => dates({ dateStyle: 'medium', timeStyle: 'medium' }).format(ms),
  /** A date, and the time where it is told, as the clocks at a place showed it, `offset` minutes ahead of UTC. */
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
  /** `4 min`, for an age or a length of time */
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
