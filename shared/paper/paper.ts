import { sheetPaperNames } from '../printing/label-sizes.ts';
import { z } from 'zod';

const text = z.string().max(400);

const column = z.strictObject({
  head: text,
  /** Share of the table's width, relative to the other columns. */
  share: z.number().min(0.1).max(100),
  align: z.enum(['start', 'end']).default('start'),
});

const table = z
  .strictObject({
    title: text.default(''),
    columns: z.array(column).min(1).max(14),
    rows: z.array(z.array(text).max(14)).max(20_000),
    /** The last row is the sum of the others. */
    sum: z.boolean().default(false),
  })
  .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length), { path: ['rows'] });

/**
 * A printout for people, in their words: a report, or the sheet of a handover. Laid out from the top on as many pages
 * as needed: the title with the barcode beside it, facts, tables, and lines to sign on.
 */
export const paperSchema = z.strictObject({
  on: z.enum(sheetPaperNames).default('A4'),
  title: text.min(1),
  /** Large text at the top of every page, such as PRACTICE; empty for none. */
  mark: text.default(''),
  /** Printed as Code 128, with its text below; empty for none. */
  code: z
    .string()
    .max(40)
    .regex(/^[ -~]*$/)
    .default(''),
  facts: z
    .array(z.tuple([text, text]))
    .max(40)
    .default([]),
  tables: z.array(table).max(12).default([]),
  /** One line per signature, with this text below. */
  signatures: z.array(text).max(6).default([]),
  /** At the foot of every page, beside the page number. */
  foot: text.default(''),
});
export type Paper = z.output<typeof paperSchema>;
export type PaperInput = z.input<typeof paperSchema>;
export type PaperTable = Paper['tables'][number];
