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
      return { value: text === 'true' };
    case 'text':
    case 'date':
      return { value: text };
    case 'object':
    case 'list':
      return { value: undefined };
  }
}

/** A value as it is typed and shown in a field. */
export function writeField(value: unknown, locale: string): string {
  if (typeof value === 'number') return writeNumber(value, decimalSignOf(locale));
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value : '';
}
