import { z } from 'zod';
import type { CreateKind } from '../creates/create-kinds.ts';
import type { Lack } from '../creates/lacks.ts';
import { maxImportBase64, maxImportColumns } from './import-limit.ts';

/**
 * A spreadsheet on its way to entries, step by step: open, map, check, run. Columns are counted from 0, rows as in the
 * spreadsheet (the header is row 1). An order has one row, or several where its lists stand in rows; it is named by its first.
 */
export const importInputs = {
  open: z.strictObject({
    /** file name, for its ending and for the person */
    name: z.string().min(1).max(500),
    /** content, of a file of at most `maxImportBytes` */
    base64: z.string().max(maxImportBase64),
    /** kind of the orders; not given: guessed from the header */
    as: z.string().min(1).max(50).optional(),
    /** of a CSV; a byte order mark wins */
    encoding: z.string().max(20).default('utf-8'),
    /** of a workbook with several; the first when not given */
    sheet: z.string().max(100).optional(),
    /** made by the screen: `import.cancel` stops the reading by it, before the import has an id of its own */
    openingId: z.string().min(1).max(64).optional(),
  }),
  /** per column the path of its field (`$.Package.PackageId`, `$.Skus[*].Sku` of the line in the row), or null: not imported */
  mapping: z.array(z.string().max(200).nullable()).max(maxImportColumns),
  /** cells put right on the screen: row, column, text */
  corrections: z
    .array(z.strictObject({ row: z.int(), column: z.int().min(0), text: z.string().max(1_000_000) }))
    .max(100_000),
};

export type ImportMapping = z.infer<typeof importInputs.mapping>;
export type ImportCorrection = z.infer<typeof importInputs.corrections>[number];

export interface ImportOpened {
  importId: string;
  name: string;
  as: CreateKind;
  /** nobody said so: the header did */
  guessed: boolean;
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

/** What is to be said of one cell, or of the order where `column` is null. */
export interface ImportCellProblem {
  row: number;
  column: number | null;
  /** JSONPath of the field in the request's body, where it is about one */
  path: string | null;
  code: string;
  params: Record<string, string | number>;
  message: string;
}

/** An order that is not to be queued as it stands. */
export interface ImportBadRow {
  row: number;
  lastRow: number;
  key: string | null;
  /** its first row, those with a problem and those that were corrected, at most 50 */
  lines: { row: number; cells: string[] }[];
  problems: ImportCellProblem[];
  /** what it lacks to make sense; asked about where it has no problem */
  lacks: Lack[];
}

/** Orders that could be queued and make no sense to anybody: a person is asked before. */
export interface ImportSenseless {
  lack: Lack;
  orders: number;
  /** their first rows, at most the first 10 */
  rows: number[];
}

export interface ImportChecked {
  /** orders that would be queued, and those queued by an earlier run of this import */
  good: number;
  queued: number;
  bad: number;
  /** at most the first 1,000 */
  badRows: ImportBadRow[];
  /** the first good ones, as they would be sent */
  preview: { row: number; lastRow: number; key: string | null; body: Record<string, unknown> }[];
  /** advice, and filled columns that the kind of order lacks: said once per column, with the number of rows */
  warnings: (ImportCellProblem & { rows: number })[];
  /** of the good ones */
  senseless: ImportSenseless[];
}

export interface ImportRan {
  queued: number;
  /** captured before, nothing added */
  already: number;
  bad: number;
  badRows: ImportBadRow[];
  cancelled: boolean;
}
