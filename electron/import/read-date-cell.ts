import { readDate } from '../../shared/text/read-date.ts';
import { shownCell, type Cell } from './table.ts';

export type DateTrouble = 'two-dates' | 'short-year';
type Note = { code: DateTrouble | 'sent-as-date'; params: Record<string, string | number>; message: string };
type ReadDateCell = { value: unknown; warning?: Note } | { problem: Note };

/** The date and time of a cell as people write it, or as a spreadsheet keeps it; read otherwise than it stands there, it is told. */
export function readDateCell(cell: Exclude<Cell, null>): ReadDateCell {
  if (cell instanceof Date) return takenAs(cell.toISOString().replace(/\.000Z$/, ''));
  const read = readDate(shownCell(cell));
  if ('value' in read) return read.taken ? takenAs(read.value) : { value: read.value.trim() };
  const { code, params } = read;
  const message =
    code === 'short-year'
      ? 'Write the year with four digits, as 2026-12-31T08:00.'
      : `${params.text} can be ${params.first} or ${params.second}. Write the one that is meant.`;
  return { problem: { code, params, message } };
}

const takenAs = (value: string): ReadDateCell => ({
  value,
  warning: { code: 'sent-as-date', params: { value }, message: `It is sent as ${value}.` },
});
