import { problem, type ProblemError } from '../../../shared/contract/problem.ts';
import type { FileFault } from '../../../shared/import/file-faults.ts';

/** The problem of a file that is refused as a whole; nothing was queued. */
export function badFile(reason: FileFault, message: string): ProblemError {
  return problem('bad-file', message, { reason });
}

/** A cell without value, and what it shows: the error of a formula, or `=` for a formula that was never calculated. */
export interface MissingValue {
  shown: string;
}

/** A cell as stored in the file; null if empty. In a CSV all cells are text. */
export type Cell = string | number | boolean | Date | MissingValue | null;

/** All rows of a spreadsheet, including empty ones, so that row n of the file is `table[n - 1]`. */
export type Table = Cell[][];

export const isBlank = (cell: Cell | undefined): cell is null | undefined =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** The text of a cell, as shown in lists and problems: of a date, its ISO 8601 form. */
export function displayText(cell: Cell | undefined): string {
  if (isBlank(cell)) return '';
  if (cell instanceof Date) return cell.toISOString().replace('T00:00:00.000Z', '');
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return typeof cell === 'object' ? cell.shown : String(cell);
}

/** Whether two filled cells have the same displayed text. */
export const hasSameText = (one: Cell, other: Cell): boolean =>
  one !== null && other !== null && displayText(one) === displayText(other);

/** One row of the table, with its number in the spreadsheet; an order has one or several. */
export interface Line {
  row: number;
  cells: readonly Cell[];
}
