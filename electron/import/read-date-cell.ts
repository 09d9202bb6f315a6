import { isDateTime } from '../../shared/service/date-time.ts';
import { shownCell, type Cell } from './table.ts';

export type DateTrouble = 'two-dates' | 'short-year';
type Note = { code: DateTrouble | 'sent-as-date'; params: Record<string, string | number>; message: string };
type ReadDate = { value: unknown; warning?: Note } | { problem: Note };

const clock = /^[T\s]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const yearFirst = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?(.*)$/;
const yearLast = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})(.*)$/;

/**
 * A date and time of a contract's `date` field, as ISO 8601. Other spellings are taken where they can mean one day only, and
 * told; 05/06/2026 can be two, and is a problem that names both.
 */
export function readDateCell(cell: Exclude<Cell, null>): ReadDate {
  if (cell instanceof Date) return takenAs(cell.toISOString().replace(/\.000Z$/, ''));
  const text = shownCell(cell).trim();
  if (isDateTime(text)) return { value: text };
  const [, year, month, day, time] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return dayOf(text, year, month, day, time);
  const [, one = '', two = '', last = '', after] = yearLast.exec(text) ?? [];
  if (last === '') return { value: text };
  if (last.length === 2) return asks('short-year', 'Write the year with four digits, as 2026-12-31T08:00.', {});
  if (Number(one) <= 12 && Number(two) <= 12 && Number(one) !== Number(two)) {
    const [first, second] = [iso(last, two, one), iso(last, one, two)];
    const message = `${text} can be ${first} or ${second}. Write the one that is meant.`;
    return asks('two-dates', message, { text, first, second });
  }
  return Number(one) > 12 ? dayOf(text, last, two, one, after) : dayOf(text, last, one, two, after);
}

function dayOf(text: string, year: string, month = '', day = '', rest = ''): ReadDate {
  const [all, hours = '0', minutes = '0', seconds = '0'] = clock.exec(rest) ?? [];
  const time = rest.trim() === '' || all !== undefined ? [hours, minutes, seconds].map(two).join(':') : null;
  const value = `${iso(year, month, day)}T${time}`;
  // whatever else it is, the contract's check says it
  return time !== null && isDateTime(value) ? takenAs(value) : { value: text };
}

const two = (digits: string): string => digits.padStart(2, '0');
const iso = (year: string, month: string, day: string): string => `${year}-${two(month)}-${two(day)}`;

const takenAs = (value: string): ReadDate => ({
  value,
  warning: { code: 'sent-as-date', params: { value }, message: `It is sent as ${value}.` },
});

const asks = (code: DateTrouble, message: string, params: Note['params']): ReadDate => ({
  problem: { code, params, message },
});
