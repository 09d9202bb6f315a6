import type { ImportCellProblem } from '../../shared/import/import-steps.ts';
import { readColumnPath } from '../../shared/path/path.ts';
import { checkCells, type CheckedCells, type ReadColumns } from './check-cells.ts';
import type { Line } from './place-cells.ts';

export interface RowRemark {
  column: string | null;
  message: string;
  /** where the order has several rows */
  row?: number;
}

/** An order of a spreadsheet as the request it asks for; with problems it is not to be queued. */
export interface CheckedRow extends Omit<CheckedCells, 'warnings' | 'problems'> {
  /** its first row, as in the spreadsheet, the header being 1 */
  row: number;
  /** its last, where it has several */
  lastRow?: number;
  warnings: RowRemark[];
  problems: RowRemark[];
}

/** Reads the rows of one order against the contract; remarks name their columns. Never throws. */
export function checkRow(lines: readonly Line[], reading: ReadColumns): CheckedRow {
  const { warnings, problems, ...checked } = checkCells(lines, reading);
  const several = lines.length > 1;
  const named = ({ row, column, path, message }: ImportCellProblem): RowRemark => ({
    column: (column === null ? undefined : reading.columns[column]?.name) ?? lastStep(path),
    message,
    ...(several && { row }),
  });
  return {
    row: lines[0]?.row ?? 0,
    ...(several && { lastRow: lines.at(-1)?.row ?? 0 }),
    ...checked,
    warnings: warnings.map(named),
    problems: problems.map(named),
  };
}

const lastStep = (path: string | null): string | null => String(readColumnPath(path ?? '')?.at(-1) ?? '') || null;
