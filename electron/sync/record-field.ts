import { valueAt } from '../../shared/service/value-at.ts';

/** A non-empty text of a record, or null. A safe integer is read as text; a larger number would lose digits. */
export function textAt(record: unknown, name: string): string | null {
  const value = valueAt(record, [name]);
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  return text === '' ? null : text;
}

export function flagAt(record: unknown, name: string): boolean | null {
  const value = valueAt(record, [name]);
  return typeof value === 'boolean' ? value : null;
}

/** Whether two names are equal ignoring case; services write ids and codes in their own case. */
export const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
