import * as z from 'zod';

// The document's "ISO 8601 date-times (with an optional UTC offset)" does not say which of the standard's many formats.
// Accepted: the extended format with a T; seconds and their fraction optional; offset Z, +hh:mm or +hh. Not accepted: a
// date without a time, week and ordinal dates, the basic format without dashes, the leap second.
export const DATE_TIME =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)?(Z|[+-]([01]\d|2[0-3])(:[0-5]\d)?)?$/;

/** Whether a text is a date-time of an existing day (section Conventions, type `date`). */
export function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return day <= daysInMonth(year, month);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * The field types of the interface document, each a zod schema whose rule is also available as data: forms, spreadsheet
 * import and the OpenAPI document take their limits from `ruleOf`, the check uses the schema.
 */

/**
 * What a field accepts. Lengths are in characters (code points); `digits` and `places` are those of Decimal(digits,
 * places).
 */
export interface FieldRule {
  type: 'text' | 'number' | 'integer' | 'decimal' | 'flag' | 'date';
  minLength?: number;
  maxLength?: number;
  pattern?: RegExp;
  /** What the pattern requires, in plain English. */
  form?: string;
  min?: number;
  max?: number;
  digits?: number;
  places?: number;
  /** Values that the document shows as examples; never a complete list. */
  examples?: readonly string[];
}

const rules = new WeakMap<z.core.$ZodType, FieldRule>();

/** The rule of a leaf schema from this file; undefined for objects and lists. */
export const ruleOf = (schema: z.core.$ZodType): FieldRule | undefined => rules.get(schema);

type Breach = { code: string } & Record<string, string | number>;

function withRule<S extends z.ZodType>(schema: S, rule: FieldRule, breachOf: (value: z.output<S>) => Breach | null): S {
  const checked = schema.check((payload) => {
    const breach = breachOf(payload.value);
    if (breach) payload.issues.push({ code: 'custom', input: payload.value, params: breach });
  });
  rules.set(checked, rule);
  return checked;
}

export const characters = (text: string): number => [...text].length;

// The document gives lengths without a unit. Characters (Unicode code points) are counted, as in JSON Schema, so that
// names with rare ideographs are not cut short; a service that counts UTF-16 units refuses such a text itself.
function textBreach(text: string, rule: FieldRule): Breach | null {
  const { minLength = 0, maxLength = Infinity, pattern, form = '' } = rule;
  const length = text.length > maxLength || minLength > 0 ? characters(text) : text.length;
  if (length > maxLength) return { code: 'too-long', max: maxLength, length };
  if (length === 0 && minLength === 1) return { code: 'empty' };
  if (length < minLength) return { code: 'too-short', min: minLength, length };
  if (pattern && !pattern.test(text)) return { code: 'pattern', pattern: pattern.source, form };
  return null;
}

function rangeBreach(value: number, { min = -Infinity, max = Infinity }: FieldRule): Breach | null {
  if (value < min) return { code: 'too-small', min };
  if (value > max) return { code: 'too-big', max };
  return null;
}

type TextLimits = Pick<FieldRule, 'minLength' | 'maxLength' | 'examples'> &
  (Required<Pick<FieldRule, 'pattern' | 'form'>> | { pattern?: never });

/**
 * Shares one schema among all fields with the same limits: hundreds of fields have only a few limits, and creating
 * schemas is the most expensive part of the program's start.
 */
function memoized<L extends object, S>(createSchema: (limits: L) => S): (limits?: L) => S {
  const cache = new Map<string, S>();
  return (limits = {} as L) => {
    // patterns are not shared: two with the same source may differ in flags
    if ('pattern' in limits) return createSchema(limits);
    const cacheKey = JSON.stringify(limits);
    const schema = cache.get(cacheKey) ?? createSchema(limits);
    cache.set(cacheKey, schema);
    return schema;
  };
}

/** Text. Empty text is accepted even in a required field, unless a minimum or a pattern forbids it. */
export const text = memoized((limits: TextLimits): z.ZodString => {
  const rule: FieldRule = { type: 'text', ...limits };
  return withRule(z.string(), rule, (value) => textBreach(value, rule));
});

/**
 * A number, or a decimal without stated digits: any finite number. Negative values are allowed, because the document
 * gives no minimum.
 */
export const number = memoized((limits: Pick<FieldRule, 'min' | 'max'>): z.ZodNumber => {
  const rule: FieldRule = { type: 'number', ...limits };
  return withRule(z.number(), rule, (value) => rangeBreach(value, rule));
});

/** A whole number that a double holds exactly. */
export const integer = memoized((limits: Pick<FieldRule, 'min' | 'max'>): z.ZodInt => {
  const rule: FieldRule = { type: 'integer', ...limits };
  return withRule(z.int(), rule, (value) => rangeBreach(value, rule));
});

// "Decimal 8,2" is read as in databases: at most 8 digits, 2 of them after the point, so at most 999999.99 in size.
// Decimal 18,2 exceeds the precision of a double: the digits counted are those of the shortest decimal text, which is
// what is sent.
export const decimal = (digits: number, places: number): z.ZodNumber => decimalSchema({ digits, places });

const decimalSchema = memoized(({ digits, places }: { digits: number; places: number }) => {
  const rule: FieldRule = { type: 'decimal', digits, places };
  const limit = 10 ** (digits - places);
  return withRule(z.number(), rule, (value) => {
    const size = decimalSize(value);
    if (size.whole > digits - places) {
      return value > 0 ? { code: 'too-big', below: limit } : { code: 'too-small', above: -limit };
    }
    return size.places > places ? { code: 'too-many-decimals', places } : null;
  });
});

export const flag = memoized((): z.ZodBoolean => withRule(z.boolean(), { type: 'flag' }, () => null));

/** A field typed `date` in the document: an ISO 8601 date-time with an optional offset. */
export const date = memoized((): z.ZodString =>
  withRule(z.string(), { type: 'date' }, (value) => (isDateTime(value) ? null : { code: 'bad-date' })),
);

const listLimits = new WeakMap<z.core.$ZodType, number>();

export const listLimitOf = (schema: z.core.$ZodType): number | undefined => listLimits.get(schema);

/** A list. A required list may be empty, because the document states no minimum anywhere. */
export function list<S extends z.ZodType>(item: S, maxItems?: number): z.ZodArray<S> {
  const items = z.array(item);
  if (maxItems === undefined) return items;
  const checked = items.check((payload) => {
    const count = payload.value.length;
    const params = { code: 'too-many', max: maxItems, count };
    if (count > maxItems) payload.issues.push({ code: 'custom', input: payload.value, params });
  });
  listLimits.set(checked, maxItems);
  return checked;
}

/** An object of a request: only these names, in this spelling. */
export const request = z.strictObject;

const optionals = new WeakMap<z.core.$ZodType, z.ZodOptional>();

function optional(schema: z.core.$ZodType): z.ZodOptional {
  const optionalSchema = optionals.get(schema) ?? z.optional(schema);
  optionals.set(schema, optionalSchema);
  return optionalSchema;
}

type AllOptional<S extends z.core.$ZodLooseShape> = { [Name in keyof S]: z.ZodOptional<S[Name]> };

/** An object of a reply: every field may be absent, and unknown fields are allowed. */
export function record<S extends z.core.$ZodLooseShape>(shape: S) {
  const fields = Object.entries<z.core.$ZodType>(shape).map(([name, schema]) => [name, optional(schema)] as const);
  return z.looseObject(Object.fromEntries(fields) as AllOptional<S>);
}

/** Digits of the shortest decimal text of a finite number before and after its point, not counting a leading zero. */
function decimalSize(value: number): { whole: number; places: number } {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toString().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent);
  return {
    whole: Math.max(0, (whole === '0' ? 0 : whole.length) + shift),
    places: Math.max(0, fraction.length - shift),
  };
}
