import type { CreateNumber } from '../../shared/service/endpoints.ts';
import { checkCells, type CellRemark, type CheckedCells } from './check-cells.ts';
import type { Column } from './read-header.ts';
import type { Cell } from './table.ts';

export interface RowRemark {
  column: string | null;
  message: string;
}

/** A row of a spreadsheet as the request it asks for; with problems it is not to be queued. */
export interface CheckedRow extends Omit<CheckedCells, 'warnings' | 'problems'> {
  /** as in the spreadsheet, the header being 1 */
  row: number;
  warnings: RowRemark[];
  problems: RowRemark[];
}

/** Reads one row against the contract; remarks name their columns. Never throws. */
export function checkRow(
  cells: readonly Cell[],
  row: number,
  columns: readonly Column[],
  endpoint: CreateNumber,
): CheckedRow {
  const { warnings, problems, ...checked } = checkCells(cells, columns, endpoint);
  const named = ({ column, path, message }: CellRemark): RowRemark => ({
    column: (column === null ? undefined : columns[column]?.name) ?? lastName(path),
    message,
  });
  return { row, ...checked, warnings: warnings.map(named), problems: problems.map(named) };
}

const lastName = (path: string | null): string | null => /[^.$[\]']+(?=\W*$)/.exec(path ?? '')?.[0] ?? null;
