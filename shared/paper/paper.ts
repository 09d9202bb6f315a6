import { sheetPaperNames } from '../printing/label-sizes.ts';
import { z } from 'zod';

const shortText = z.string().max(400);

const column = z.strictObject({
  head: shortText,
  /** Share of the table's width, relative to the other columns. */
  share: z.number().min(0.1).max(100),
  align: z.enum(['start', 'end']).default('start'),
});

const table = z
  .strictObject({
    title: shortText.default(''),
    columns: z.array(column).min(1).max(14),
    rows: z.array(z.array(shortText).max(14)).max(20_000),
    /** The last row is the sum of the others. */
    sum: z.boolean().default(false),
  })
  .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length), { path: ['rows'] });

/**
 * A printed document for people: a report, or the sheet of a handover. It has as many pages as needed: the title with
 * the barcode beside it, facts, tables, and lines for signatures. `on`: the paper; `facts`: pairs of name and value.
 */
export const paperSchema = z.strictObject({
  on: z.enum(sheetPaperNames).default('A4'),
  title: shortText.min(1),
  /** Large text at the top of every page, such as PRACTICE; empty for none. */
  mark: shortText.default(''),
  /** Printed as Code 128, with its text below; empty for none. */
  code: z
    .string()
    .max(40)
    .regex(/^[ -~]*$/)
    .default(''),
  facts: z
    .array(z.tuple([shortText, shortText]))
    .max(40)
    .default([]),
  tables: z.array(table).max(12).default([]),
  /** One line per signature, with this text below. */
  signatures: z.array(shortText).max(6).default([]),
  /** At the foot of every page, beside the page number. */
  foot: shortText.default(''),
});
export type Paper = z.output<typeof paperSchema>;
export type PaperInput = z.input<typeof paperSchema>;
export type PaperTable = Paper['tables'][number];
