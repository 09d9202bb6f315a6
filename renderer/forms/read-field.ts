import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { readDate } from '../../shared/text/read-date.ts';

export type ReadNumber =
  | { value: number }
  | { code: 'not-a-number' | 'not-safe-integer' | 'doubtful-number'; params: Record<string, string | number> };

const maxDigits = 15;

const signs = new Map<string, '.' | ','>();

/** The decimal sign of a locale, `.` or `,`. */
export function decimalSignOf(locale: string): '.' | ',' {
  const known = signs.get(locale);
  if (known) return known;
  // Cached: called for every number of a form, and a formatter costs more than the rest of reading one.
  const part = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal');
  const sign = part?.value === ',' ? ',' : '.';
  signs.set(locale, sign);
  return sign;
}

/**
 * Reads a number as people write it: full-width digits of an input method, a point or a comma as decimal sign, grouped
 * thousands. A single sign that is not the user's own decimal sign, followed by three digits, is ambiguous: the result
 * is `doubtful-number`, and the user is asked.
 */
export function readNumber(written: string, own: '.' | ','): ReadNumber {
  const text = written
    .normalize('NFKC')
    .replace(/[\u2019'\u00a0\u202f ](?=\d{3}(\D|$))/g, '')
    .trim();
  if (/^[+-]?\d+$/.test(text)) return numberOf(text);
  const single = /^([+-]?\d*)([.,])(\d+)$/.exec(text);
  if (single) {
    const [, whole = '', sign = '', rest = ''] = single;
    const groupable = rest.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(whole);
    if (groupable && sign !== own) return doubtful(whole, rest);
    return numberOf(`${whole || '0'}.${rest}`);
  }
  const grouped = /^([+-]?\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(text);
  const [, whole = '', group = '', sign, rest = '0'] = grouped ?? [];
  if (!grouped || sign === group) return { code: 'not-a-number', params: {} };
  return numberOf(`${whole.replaceAll(group, '')}.${rest}`);
}

function numberOf(canonical: string): ReadNumber {
  const digits = canonical
    .replace(/^[+-]?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '');
  if (digits.length > maxDigits) return { code: 'not-safe-integer', params: {} };
  return { value: Number(canonical.replace(/^([+-]?)\./, '$10.')) };
}

function doubtful(whole: string, rest: string): ReadNumber {
  const small = Number(`${whole}.${rest}`);
  const large = Number(`${whole}${rest}`);
  // Neither form can be misread: one has a fourth decimal, the other no grouping.
  return {
    code: 'doubtful-number',
    params: { small, large, smallText: `${whole}.${rest}0`, largeText: `${whole}${rest}` },
  };
}

/** Formats a number for editing, with the user's own decimal sign and no grouping. */
export function writeNumber(value: number, own: '.' | ','): string {
  const plain = value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
  return plain.replace('.', own);
}

export interface ReadIssue {
  code: string;
  params: Record<string, string | number>;
  message: string;
}
/** An undefined value means blank: the field is omitted. */
export type ReadValue = { value: string | number | boolean | string[] | undefined } | { issue: ReadIssue };

/** Parses the text of a field. Limits are checked by the contract, not here. */
export function readField(field: Pick<FieldDescription, 'type'>, text: string, locale: string): ReadValue {
  if (text.trim() === '') return { value: undefined };
  switch (field.type) {
    case 'number':
    case 'integer':
    case 'decimal': {
      const read = readNumber(text, decimalSignOf(locale));
      return 'value' in read ? read : { issue: { code: read.code, params: read.params, message: read.code } };
    }
    case 'flag':
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { issue: { code: 'not-yes-or-no', params: {}, message: 'Yes or no.' } };
    case 'date': {
      const read = readDate(text);
      return 'value' in read ? { value: read.value } : { issue: { ...read, message: read.code } };
    }
    case 'text':
      return { value: text };
    case 'list':
      return { value: textsOf(text) };
    case 'object':
      return { value: undefined };
  }
}

const between = /[\s,;\u3001\uff0c\uff1b]+/;

/** Splits the texts of a list, typed in one field and separated by commas, spaces or line breaks. */
export const textsOf = (text: string): string[] => text.split(between).filter((one) => one !== '');

/** The last text of a list, which is being typed. */
export const textAtEnd = (text: string): string => text.split(between).at(-1) ?? '';

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', '是']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', '否']);

/**
 * Converts external text to what is typed in a field of this type: `yes` in a flag is `true`. Unclear text is returned
 * unchanged.
 */
export function asTypedIn(field: Pick<FieldDescription, 'type'> | undefined, text: string): string {
  const word = text.normalize('NFKC').trim().toLowerCase();
  if (field?.type !== 'flag') return text;
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : text;
}

/** Formats a value as it is typed and shown in a field. */
export function writeField(value: unknown, locale: string): string {
  if (typeof value === 'number') return writeNumber(value, decimalSignOf(locale));
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}
