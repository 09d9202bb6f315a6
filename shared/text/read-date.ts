import { isDateTime } from '../service/field.ts';

/** `isConverted`: the text was not in the contract's format, so the user is shown how it was read. */
export type ReadDate =
  | { value: string; isConverted: boolean }
  | { code: 'two-dates'; params: { text: string; first: string; second: string } }
  | { code: 'short-year'; params: Record<string, never> };

const timePattern = /^[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const yearFirstPattern = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?(.*)$/;
const yearLastPattern = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})(.*)$/;
/** Longer texts are not dates. */
const maxLength = 40;

/**
 * Parses a date and time as people write it, for a field of contract type `date`, into ISO 8601; a day alone becomes
 * its first moment. Other formats are accepted only if they mean one day; 05/06/2026 may mean two, and both are
 * returned. Text that is not a date is returned unchanged.
 */
export function readDate(input: string): ReadDate {
  const trimmed = input.trim();
  if (isDateTime(trimmed)) return { value: trimmed, isConverted: false };
  const unchanged: ReadDate = { value: input, isConverted: false };
  if (trimmed.length > maxLength) return unchanged;
  const text = trimmed.normalize('NFKC');
  if (isDateTime(text)) return { value: text, isConverted: true };
  const [, year, month, day, leadingTime] = yearFirstPattern.exec(text) ?? [];
  if (year !== undefined) return dayOf(year, month, day, leadingTime) ?? unchanged;
  const [, firstNumber = '', secondNumber = '', yearDigits = '', trailingTime] = yearLastPattern.exec(text) ?? [];
  if (yearDigits === '') return unchanged;
  if (yearDigits.length === 2) return { code: 'short-year', params: {} };
  if (Number(firstNumber) <= 12 && Number(secondNumber) <= 12 && Number(firstNumber) !== Number(secondNumber))
    return {
      code: 'two-dates',
      params: {
        text,
        first: isoDay(yearDigits, secondNumber, firstNumber),
        second: isoDay(yearDigits, firstNumber, secondNumber),
      },
    };
  return (
    (Number(firstNumber) > 12
      ? dayOf(yearDigits, secondNumber, firstNumber, trailingTime)
      : dayOf(yearDigits, firstNumber, secondNumber, trailingTime)) ?? unchanged
  );
}

/** Null if the day or time does not exist. */
function dayOf(year: string, month = '', day = '', timeText = ''): ReadDate | null {
  const [matched, hours = '0', minutes = '0', seconds = '0'] = timePattern.exec(timeText) ?? [];
  if (timeText.trim() !== '' && matched === undefined) return null;
  const value = `${isoDay(year, month, day)}T${[hours, minutes, seconds].map(twoDigits).join(':')}`;
  return isDateTime(value) ? { value, isConverted: true } : null;
}

const twoDigits = (digits: string): string => digits.padStart(2, '0');
const isoDay = (year: string, month: string, day: string): string => `${year}-${twoDigits(month)}-${twoDigits(day)}`;

const dateNamePattern = /(Date|Time|Birthday|Deadline)$/;

/** Whether a free-text field holds a date by its name. Its text is sent unchanged and interpreted by the service. */
export const isDateField = (name: string): boolean => dateNamePattern.test(name);
