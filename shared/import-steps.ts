import { z } from 'zod';

/**
 * A spreadsheet on its way to entries, step by step: open, map, check, run. Columns are counted from 0, rows as in the
 * spreadsheet (the header is row 1).
 */
export const importInputs = {
  open: z.strictObject({
    /** file name, for its ending and for the person */
    name: z.string().min(1).max(500),
    /** content, at most 48 MiB of file */
    base64: z.string().max(67_200_000),
    as: z.string().min(1).max(50),
    /** of a CSV; a byte order mark wins */
    encoding: z.string().max(20).default('utf-8'),
    /** of a workbook with several; the first when not given */
    sheet: z.string().max(100).optional(),
  }),
  /** per column the path of its field (`$.Package.PackageId`), or null: not imported */
  mapping: z.array(z.string().max(200).nullable()).max(1000),
  /** cells put right on the screen: row, column, text */
  corrections: z
    .array(z.strictObject({ row: z.int(), column: z.int().min(0), text: z.string().max(20_000) }))
    .max(100_000),
};

export type ImportMapping = z.infer<typeof importInputs.mapping>;
export type ImportCorrection = z.infer<typeof importInputs.corrections>[number];

export interface ImportOpened {
  importId: string;
  name: string;
  as: string;
  sheets: string[];
  sheet: string | null;
  /** data rows, the header not counted */
  rows: number;
  columns: { name: string; filled: number; samples: string[] }[];
  /** fields a column can go to, in the order to offer them */
  fields: { path: string; required: boolean }[];
  /** from the last import with these columns, else guessed by name */
  mapping: ImportMapping;
  remembered: boolean;
}

export interface ImportCellProblem {
  /** null: about the row as a whole */
  column: number | null;
  path: string | null;
  code: string;
  params: Record<string, string | number>;
  message: string;
}

export interface ImportBadRow {
  row: number;
  cells: string[];
  problems: ImportCellProblem[];
}

export interface ImportChecked {
  /** rows that would be queued, and rows queued by an earlier run of this import */
  good: number;
  queued: number;
  bad: number;
  /** at most the first 1,000 */
  badRows: ImportBadRow[];
  /** advice, and filled columns that the kind of order lacks: said once per column, with the number of rows */
  warnings: (ImportCellProblem & { rows: number })[];
}

export interface ImportRan {
  queued: number;
  /** captured before, nothing added */
  already: number;
  bad: number;
  badRows: ImportBadRow[];
  cancelled: boolean;
}
