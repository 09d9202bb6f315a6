import { isDateTime } from '../service/date-time.ts';

/** `taken`: another spelling than the contract's was read, which is to be told. */
export type ReadDate =
  | { value: string; taken: boolean }
  | { code: 'two-dates'; params: { text: string; first: string; second: string } }
  | { code: 'short-year'; params: Record<string, never> };

const clock = /^[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const yearFirst = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?(.*)$/;
const yearLast = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})(.*)$/;
/** no spelling of a date is longer */
const longest = 40;

/**
 * A date and time as people write it, for a field of the contract's type `date`, as ISO 8601; a day alone is its first moment. Other
 * spellings are read where they can mean one day only; 05/06/2026 can be two, and both are told. What is no date comes back as it is.
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

/** Null for a day or a time that does not exist. */
function dayOf(year: string, month = '', day = '', rest = ''): ReadDate | null {
  const [all, hours = '0', minutes = '0', seconds = '0'] = clock.exec(rest) ?? [];
  if (rest.trim() !== '' && all === undefined) return null;
  const value = `${iso(year, month, day)}T${[hours, minutes, seconds].map(two).join(':')}`;
  return isDateTime(value) ? { value, taken: true } : null;
}

const two = (digits: string): string => digits.padStart(2, '0');
const iso = (year: string, month: string, day: string): string => `${year}-${two(month)}-${two(day)}`;

const namesTime = /(Date|Time|Birthday|Deadline)$/;

/** Whether a field that takes any text names a day in it, which is sent as it is written and read by others. */
export const namesDay = (name: string): boolean => namesTime.test(name);
