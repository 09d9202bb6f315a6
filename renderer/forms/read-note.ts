import { isDateField, readDate } from '../../shared/text/read-date.ts';
import type { FieldDescription } from '../../shared/service/describe-fields.ts';
import { t } from '../texts/say.svelte.ts';
import { decimalSignOf, readNumber, writeNumber } from './read-number.ts';

/**
 * How a typed number or date is interpreted, if that differs from the text: `1.234,5` is read as 1234,5, `24.12.2026`
 * as 2026-12-24T00:00:00.
 */
export function interpretationNote(
  { type, name }: Pick<FieldDescription, 'type' | 'name'>,
  text: string,
  locale: string,
): string | undefined {
  if (text.trim() === '') return undefined;
  switch (type) {
    case 'number':
    case 'integer':
    case 'decimal':
      return numberNote(text, locale);
    case 'date':
    case 'text':
      return dateNote(type, name, text);
    default:
      return undefined;
  }
}

function numberNote(text: string, locale: string): string | undefined {
  const own = decimalSignOf(locale);
  const read = readNumber(text, own);
  if (!('value' in read)) return undefined;
  const plain = writeNumber(read.value, own);
  return plain === text.trim() ? undefined : t().form.reads({ value: plain });
}

function dateNote(type: 'date' | 'text', name: string, text: string): string | undefined {
  if (type === 'text' && !isDateField(name)) return undefined;
  const read = readDate(text);
  if (type === 'text') return 'code' in read ? t().form.adviceText['two-dates'] : undefined;
  return 'value' in read && read.taken ? t().form.reads({ value: read.value }) : undefined;
}
