import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { readDate } from '../../shared/text/read-date.ts';

export type NumberReading =
  | { value: number }
  | { code: 'not-a-number' | 'not-safe-integer' | 'doubtful-number'; params: Record<string, string | number> };

const maxDigits = 15;

const signOfLocale = new Map<string, '.' | ','>();

/** The decimal sign of a locale, `.` or `,`. */
export function decimalSignOf(locale: string): '.' | ',' {
  const cachedSign = signOfLocale.get(locale);
  if (cachedSign) return cachedSign;
  // Cached: called for every number of a form, and a formatter costs more than the rest of reading one.
  const part = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal');
  const sign = part?.value === ',' ? ',' : '.';
  signOfLocale.set(locale, sign);
  return sign;
}

/**
 * Reads a number as people write it: full-width digits of an input method, a point or a comma as decimal sign, grouped
 * thousands. A single sign that is not the user's own decimal sign, followed by three digits, is ambiguous: the result
 * is `doubtful-number`, and the user is asked.
 */
export function readNumber(input: string, ownSign: '.' | ','): NumberReading {
  const text = input
    .normalize('NFKC')
    .replace(/[\u2019'\u00a0\u202f ](?=\d{3}(\D|$))/g, '')
    .trim();
  if (/^[+-]?\d+$/.test(text)) return parseCanonical(text);
  const singleSignMatch = /^([+-]?\d*)([.,])(\d+)$/.exec(text);
  if (singleSignMatch) {
    const [, integerPart = '', sign = '', fractionPart = ''] = singleSignMatch;
    const looksGrouped = fractionPart.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(integerPart);
    if (looksGrouped && sign !== ownSign) return doubtfulNumber(integerPart, fractionPart);
    return parseCanonical(`${integerPart || '0'}.${fractionPart}`);
  }
  const groupedMatch = /^([+-]?\d{1,3}(?:([.,])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/.exec(text);
  const [, integerPart = '', groupSign = '', sign, fractionPart = '0'] = groupedMatch ?? [];
  if (!groupedMatch || sign === groupSign) return { code: 'not-a-number', params: {} };
  return parseCanonical(`${integerPart.replaceAll(groupSign, '')}.${fractionPart}`);
}

function parseCanonical(canonical: string): NumberReading {
  const digits = canonical
    .replace(/^[+-]?0*\.?0*/, '')
    .replace('.', '')
    .replace(/0+$/, '');
  if (digits.length > maxDigits) return { code: 'not-safe-integer', params: {} };
  return { value: Number(canonical.replace(/^([+-]?)\./, '$10.')) };
}

function doubtfulNumber(integerPart: string, fractionPart: string): NumberReading {
  const small = Number(`${integerPart}.${fractionPart}`);
  const large = Number(`${integerPart}${fractionPart}`);
  // Neither text can be misread: one has a fourth decimal, the other no grouping.
  return {
    code: 'doubtful-number',
    params: { small, large, smallText: `${integerPart}.${fractionPart}0`, largeText: `${integerPart}${fractionPart}` },
  };
}

/** Formats a number for editing, with the user's own decimal sign and no grouping. */
export function writeNumber(value: number, ownSign: '.' | ','): string {
  const ungrouped = value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
  return ungrouped.replace('.', ownSign);
}

export interface FieldIssue {
  code: string;
  params: Record<string, string | number>;
  message: string;
}
/** An undefined value means blank: the field is omitted. */
export type FieldReading = { value: string | number | boolean | string[] | undefined } | { issue: FieldIssue };

/** Parses the text of a field. Limits are checked by the contract, not here. */
export function readField(field: Pick<FieldDescription, 'type'>, text: string, locale: string): FieldReading {
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
      return { value: splitListText(text) };
    case 'object':
      return { value: undefined };
  }
}

const listSeparators = /[\s,;\u3001\uff0c\uff1b]+/;

/** Splits the texts of a list, typed in one field and separated by commas, spaces or line breaks. */
export const splitListText = (text: string): string[] => text.split(listSeparators).filter((one) => one !== '');

/** The last text of a list: the one being typed. */
export const lastListText = (text: string): string => text.split(listSeparators).at(-1) ?? '';

const yesWords: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', '是']);
const noWords: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', '否']);

/**
 * Converts external text to what is typed in a field of this type: `yes` in a flag is `true`. Unclear text is returned
 * unchanged.
 */
export function toFieldText(field: Pick<FieldDescription, 'type'> | undefined, text: string): string {
  const word = text.normalize('NFKC').trim().toLowerCase();
  if (field?.type !== 'flag') return text;
  return yesWords.has(word) ? 'true' : noWords.has(word) ? 'false' : text;
}

/** Formats a value as it is typed and shown in a field. */
export function writeField(value: unknown, locale: string): string {
  if (typeof value === 'number') return writeNumber(value, decimalSignOf(locale));
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}
