import { isDateTime } from '../service/field.ts';

/** `taken`: the text was not in the contract's format, so the user is shown how it was read. */
export type ReadDate =
  | { value: string; taken: boolean }
  | { code: 'two-dates'; params: { text: string; first: string; second: string } }
  | { code: 'short-year'; params: Record<string, never> };

const clock = /^[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const yearFirst = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?(.*)$/;
const yearLast = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})(.*)$/;
/** Longer than any date. */
const longest = 40;

/**
 * Parses a date and time as people write it, for a field of contract type `date`, into ISO 8601; a day alone becomes
 * its first moment. Other formats are accepted only if they mean one day; 05/06/2026 may mean two, and both are
 * returned. Text that is not a date is returned unchanged.
 */
export function readDate(written: string): ReadDate {
  const trimmed = written.trim();
  if (isDateTime(trimmed)) return { value: trimmed, taken: false };
  const asIs: ReadDate = { value: written, taken: false };
  if (trimmed.length > longest) return asIs;
  const text = trimmed.normalize('NFKC');
  if (isDateTime(text)) return { value: text, taken: true };
  const [, year, month, day, time] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return dayOf(year, month, day, time) ?? asIs;
  const [, one = '', two = '', last = '', after] = yearLast.exec(text) ?? [];
  if (last === '') return asIs;
  if (last.length === 2) return { code: 'short-year', params: {} };
  if (Number(one) <= 12 && Number(two) <= 12 && Number(one) !== Number(two))
    return { code: 'two-dates', params: { text, first: iso(last, two, one), second: iso(last, one, two) } };
  return (Number(one) > 12 ? dayOf(last, two, one, after) : dayOf(last, one, two, after)) ?? asIs;
}

/** Null if the day or time does not exist. */
function dayOf(year: string, month = '', day = '', rest = ''): ReadDate | null {
  const [all, hours = '0', minutes = '0', seconds = '0'] = clock.exec(rest) ?? [];
  if (rest.trim() !== '' && all === undefined) return null;
  const value = `${iso(year, month, day)}T${[hours, minutes, seconds].map(two).join(':')}`;
  return isDateTime(value) ? { value, taken: true } : null;
}

const two = (digits: string): string => digits.padStart(2, '0');
const iso = (year: string, month: string, day: string): string => `${year}-${two(month)}-${two(day)}`;

const namesTime = /(Date|Time|Birthday|Deadline)$/;

/** Whether a free-text field holds a date, which is sent as written and interpreted by others. */
export const isDateField = (name: string): boolean => namesTime.test(name);
