import { readDate } from '../../shared/text/read-date.ts';
import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { decimalSignOf, readNumber, writeNumber } from './read-number.ts';

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
