import { fileContent } from '../contract/file-content.ts';
import type { CreateKind } from '../creates/create-kinds.ts';
import type { MissingPart } from '../creates/create-record.ts';
import { maxImportBytes, maxImportColumns } from './import-limit.ts';
import type { ImportQuestion } from './import-questions.ts';
import { z } from 'zod';

/**
 * A spreadsheet on its way to entries, step by step: open, map, check, run. Columns are counted from 0, rows as in the
 * spreadsheet (the header is row 1). An order has one row, or several if its lists have rows; it is identified by its
 * first.
 */
export const importInputs = {
  open: z.strictObject({
    /** File name, for its extension and for display. */
    name: z.string().min(1).max(500),
    base64: fileContent(maxImportBytes),
    /** Kind of the orders; if omitted, guessed from the header. */
    as: z.string().min(1).max(50).optional(),
    /** Encoding of a CSV file. `utf-8`: a file that is not UTF-8 is read by what its text looks like. */
    encoding: z.string().max(20).default('utf-8'),
    /** Sheet of a workbook with several; default: the one with the most headings that are understood. */
    sheet: z.string().max(100).optional(),
    /** Id of a known format; `none`: by the headings alone. If omitted, recognised by the header. */
    format: z.string().min(1).max(60).optional(),
    /** Id made by the screen: `import.cancel` stops reading by it before the import has its own id. */
    openingId: z.string().min(1).max(64).optional(),
  }),
  /**
   * Per column, the path of its field (`$.Package.PackageId`; `$.Skus[*].Sku` for the line in the row), or null if it
   * is not imported. A part of a field is written behind it, `$.Package.ShipToAddress.Contact#last`.
   */
  mapping: z.array(z.string().max(200).nullable()).max(maxImportColumns),
  /** Cells corrected on the screen: row, column, text. */
  corrections: z
    .array(z.strictObject({ row: z.int(), column: z.int().min(0), text: z.string().max(1_000_000) }))
    .max(100_000),
  /** Answers to the questions of a check, by their ids. */
  answers: z.array(z.strictObject({ question: z.string().max(400), choice: z.string().max(500) })).max(10_000),
};

export type ImportMapping = z.infer<typeof importInputs.mapping>;
export type ImportAnswer = z.infer<typeof importInputs.answers>[number];
export type ImportCorrection = z.infer<typeof importInputs.corrections>[number];

export interface ImportOpened {
  importId: string;
  name: string;
  as: CreateKind;
  /** The kind was guessed from the header. */
  guessed: boolean;
  sheets: string[];
  sheet: string | null;
  /** The known format that the file is read as, and all of them. */
  format: { id: string; title: string } | null;
  formats: { id: string; title: string }[];
  /** Number of data rows, without the header. */
  rows: number;
  columns: { name: string; filled: number; samples: string[] }[];
  /** Fields a column can be mapped to, in display order. */
  fields: { path: string; required: boolean }[];
  /** From the last import with these columns, else guessed by name. */
  mapping: ImportMapping;
  remembered: boolean;
}

/** A problem of one cell, or of the order if `column` is null. */
export interface ImportCellProblem {
  row: number;
  column: number | null;
  /** JSONPath of the field in the request's body, if it concerns one. */
  path: string | null;
  code: string;
  params: Record<string, string | number>;
  message: string;
}

/** Why a person is asked before an order is queued: what it lacks, or letters that no font of the label has. */
export type ImportDoubt = MissingPart | 'letters';

/** An order that cannot be queued as it is. */
export interface ImportBadRow {
  row: number;
  lastRow: number;
  key: string | null;
  /** Its first row, those with a problem and those corrected, at most 50. */
  lines: { row: number; cells: string[] }[];
  problems: ImportCellProblem[];
  /** What a person is asked about if it has no problem. */
  lacks: ImportDoubt[];
}

/** Valid orders that make no sense, or whose label cannot be drawn; a person is asked before they are queued. */
export interface ImportSenseless {
  lack: ImportDoubt;
  orders: number;
  /** Their first rows, at most 10. */
  rows: number[];
}

export interface ImportChecked {
  /** Orders that would be queued, and those queued by an earlier run of this import. */
  good: number;
  queued: number;
  bad: number;
  /** At most the first 1,000. */
  badRows: ImportBadRow[];
  /** The first valid orders, as they would be sent. */
  preview: { row: number; lastRow: number; key: string | null; body: Record<string, unknown> }[];
  /** Advice, and filled columns that this kind of order lacks: once per column, with the number of rows. */
  warnings: (ImportCellProblem & { rows: number })[];
  /** Of the valid orders. */
  senseless: ImportSenseless[];
  /** Orders that wait for an answer; they are neither good nor bad. */
  asked: number;
  questions: ImportQuestion[];
}

export interface ImportRan {
  queued: number;
  /** Captured before; nothing added. */
  already: number;
  bad: number;
  badRows: ImportBadRow[];
  /** Orders that wait for an answer. */
  asked: number;
  questions: ImportQuestion[];
  cancelled: boolean;
}
