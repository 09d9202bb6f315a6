import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { decimalSignOf, readNumber, writeNumber } from './read-number.ts';

export interface ReadIssue {
  code: string;
  params: Record<string, string | number>;
  message: string;
}
/** undefined: nothing filled in, the field is left out */
export type ReadValue = { value: string | number | boolean | undefined } | { issue: ReadIssue };

/** The value of what was typed into a field; its limits are the contract's business and not looked at here. */
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
    case 'text':
    case 'date':
      return { value: text };
    case 'object':
    case 'list':
      return { value: undefined };
  }
}

const yes: ReadonlySet<string> = new Set(['true', 'yes', 'y', '1', '是']);
const no: ReadonlySet<string> = new Set(['false', 'no', 'n', '0', '否']);

/** A text from elsewhere as a field of this type is typed: `yes` in a flag is `true`. What says nothing clear stays as it is. */
export function asTypedIn(field: Pick<FieldDescription, 'type'> | undefined, text: string): string {
  const word = text.normalize('NFKC').trim().toLowerCase();
  if (field?.type !== 'flag') return text;
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : text;
}

/** A value as it is typed and shown in a field. */
export function writeField(value: unknown, locale: string): string {
  if (typeof value === 'number') return writeNumber(value, decimalSignOf(locale));
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}
