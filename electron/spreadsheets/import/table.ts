import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import type { FileFault } from '../../../shared/import/file-faults.ts';

/** The problem of a file that is refused as a whole; nothing was queued. */
export function badFile(reason: FileFault, message: string): ProblemError {
  return problem('bad-file', message, { reason });
}

/** Displayed content of a cell without value: the error of a formula, or a formula that was never calculated. */
export interface MissingValue {
  shown: string;
}

/** A cell as stored in the file; null if empty. In a CSV all cells are text. */
export type Cell = string | number | boolean | Date | MissingValue | null;

/** All rows of a spreadsheet from the header on, including empty ones, so that row n of the file is `table[n - 1]`. */
export type Table = Cell[][];

export const isBlank = (cell: Cell | undefined): cell is null | undefined =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** The cell as displayed in a list: its text, a date as ISO 8601. */
export function shownCell(cell: Cell | undefined): string {
  if (isBlank(cell)) return '';
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '');
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return typeof cell === 'object' ? cell.shown : String(cell);
}

/** Whether two filled cells have the same displayed text. */
export const sameCell = (one: Cell, other: Cell): boolean =>
  one !== null && other !== null && shownCell(one) === shownCell(other);

/** One row of an order, numbered as in the spreadsheet. */
export interface Line {
  row: number;
  cells: readonly Cell[];
}
