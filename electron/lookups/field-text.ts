import { valueAt } from '../../shared/service/value-at.ts';
import { readDecimal, writeDecimal } from '../../shared/text/exact-decimal.ts';
import { isObject, plainText, textOfPage } from '../delivery/service/read-json.ts';

/** A text of the service as one plain line, without tags, at most 500 characters. */
export const plainLine = (text: string): string => (/<[a-z!/][^>]*>/i.test(text) ? textOfPage(text) : plainText(text));

/** A field of an answer as one plain line; '' if its value is no text, number or boolean. */
export function plainLineAt(record: unknown, name: string): string {
  const value = valueAt(record, [name]);
  if (typeof value === 'string') return plainLine(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A numeric field, or a text of a number, as exact decimal text; null otherwise. */
export function decimalAt(record: unknown, name: string): string | null {
  const decimal = readDecimal(valueAt(record, [name]));
  return decimal && writeDecimal(decimal);
}

/** The objects in a list field; none if it is not a list. */
export function recordsAt(record: unknown, name: string): Record<string, unknown>[] {
  const value = valueAt(record, [name]);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Several fields by name, each as one line. */
export function plainLinesOf<N extends string>(record: unknown, names: readonly N[]): Record<N, string> {
  return Object.fromEntries(names.map((name) => [name, plainLineAt(record, name)])) as Record<N, string>;
}
