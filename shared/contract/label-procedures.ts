import type { LabelProblem } from '../labels/label-layout.ts';
import { labelLists, type LabelList, type LabelPreview, type LabelRow } from '../labels/label-lists.ts';
import { maxLogoBytes, type LogoFault } from '../labels/logo.ts';
import { paperSchema } from '../paper/paper.ts';
import { rasterSchema } from '../printing/configured-printer.ts';
import { sheetCounts, sheetPaperNames } from '../printing/label-sizes.ts';
import { settingsSchema } from '../settings/settings.ts';
import type { DeskFile } from './desk-state.ts';
import { fileContent } from './file-content.ts';
import { defineProcedure, commandId, id, ids, noInput, operator } from './procedure.ts';
import { z } from 'zod';

/** Printed documents for office printers, with the texts of a screen. Rows of the desk contract. */
export const paperProcedures = {
  /** as a PDF */
  'paper.file': defineProcedure<DeskFile>()('reader', () =>
    z.strictObject({ name: z.string().trim().min(1).max(100), paper: paperSchema }),
  ),
  /**
   * as images of its pages, for a screen and its print dialog; `before`: number of pages that precede it on the same
   * screen
   */
  'paper.pages': defineProcedure<{ pages: string[]; widthMm: number; heightMm: number }>()('reader', () =>
    z.strictObject({ paper: paperSchema, before: z.int().min(0).max(10_000).default(0) }),
  ),
} as const;

/** Labels as one file for a person or a printer, and the labels with problems. */
export interface LabelFile {
  file: DeskFile;
  labels: number;
  /** what was drawn of each of these labels, to be recorded once a person confirms that it was printed */
  drawn: DrawnContent[];
  /** pages, or places of sheets, that they take: an own label may have several */
  places: number;
  /** size of a label for a print dialog */
  widthMm: number;
  heightMm: number;
  problems: LabelFault[];
}

/** A problem of a label of a file. `stops`: it is not in the file; otherwise it is, and something on it is not right. */
export interface LabelFault {
  id: string;
  key: string;
  message: string;
  stops: boolean;
}

/** What a label shows: the number, and the order as it was then. */
const drawnContent = z.strictObject({
  id,
  number: z.string().min(1).max(100),
  provisional: z.boolean(),
  /** SHA-256 of the request */
  content: z.string().regex(/^[0-9a-f]{64}$/),
});
export type DrawnContent = z.infer<typeof drawnContent>;

/** Labels on sheets of an office printer: labels per sheet, and the position of the first label (from 1). */
const labelSheet = z
  .strictObject({
    paper: z.enum(sheetPaperNames),
    count: z.literal(sheetCounts),
    begin: z.int().min(1).default(1),
  })
  .refine(({ count, begin }) => begin <= count, { path: ['begin'] });

const labelSettings = settingsSchema.pick({
  labelSize: true,
  labelSender: true,
  labelContents: true,
  labelCustom: true,
  labelLogo: true,
});
export const labelLayoutSettings = labelSettings.keyof().options;

/** Labels and other paper. Rows of the desk contract. */
export const labelProcedures = {
  /** number of labels on each list, at most `maxLabelsCounted` + 1 */
  'labels.counts': defineProcedure<Record<LabelList, number>>()('reader', () => noInput),
  /**
   * a page of a list, oldest first: the labels after `after`, or the nearest before `before`; `next`: start of the next
   * page, or null
   */
  'labels.page': defineProcedure<{ rows: LabelRow[]; next: number | null }>()('reader', () =>
    z.strictObject({
      list: z.enum(labelLists),
      after: z.int().optional(),
      before: z.int().optional(),
      limit: z.int().min(1).max(1000).default(100),
      search: z.string().max(200).default(''),
    }),
  ),
  /** those of these labels that are on a list, in no order */
  'labels.among': defineProcedure<{ seqs: number[] }>()('reader', () =>
    z.strictObject({ list: z.enum(labelLists), seqs: z.array(z.int()).min(1).max(10_000) }),
  ),
  /** every label of a list, for bulk actions; to show a list use `labels.page` */
  'labels.seqs': defineProcedure<{ seqs: number[] }>()('reader', () =>
    z.strictObject({ list: z.enum(labelLists), search: z.string().max(200).default('') }),
  ),
  'labels.rows': defineProcedure<{ rows: LabelRow[] }>()('reader', () =>
    z.strictObject({ seqs: z.array(z.int()).min(1).max(500) }),
  ),
  /**
   * checks the own labels of these orders, for a few seconds at most: those that cannot be printed (`stops`) or not
   * completely, and why; `left`: number of orders at the end that were not checked. `dpi`: resolution of the printer,
   * for which bars may be too fine; default 203
   */
  'labels.brought': defineProcedure<{ found: { id: string; problems: LabelProblem[] }[]; left: number }>()(
    'reader',
    () =>
      z.strictObject({
        ids: z.array(z.string().max(100)).min(1).max(500),
        dpi: rasterSchema.shape.dpi.optional(),
      }),
  ),
  /** `dpi`: resolution of the printer, to whose dots the codes are aligned; default 203 */
  'labels.preview': defineProcedure<LabelPreview>()('reader', () =>
    z.strictObject({ id, operator, dpi: rasterSchema.shape.dpi.optional() }),
  ),
  /** the label of a sample order, with these settings overriding the stored ones */
  'labels.sample': defineProcedure<LabelPreview>()('reader', () => labelSettings.partial()),
  /** the dots of a PNG for the setting `labelLogo`, or why it cannot be a logo */
  'labels.logo': defineProcedure<{ logo: string } | { fault: LogoFault }>()('reader', { file: 'png' }, () =>
    z.strictObject({ png: fileContent(maxLogoBytes) }),
  ),
  /**
   * the label of an order while it is typed, without a number; an own label on the default paper, with its problems.
   * Fetches nothing
   */
  'labels.draft': defineProcedure<LabelPreview>()('reader', () =>
    z.strictObject({ body: z.record(z.string(), z.unknown()), operator }),
  ),
  /** one PDF of these labels in this order, served by the host; labels that cannot be drawn are left out and listed */
  'labels.document': defineProcedure<LabelFile>()('reader', () =>
    z.strictObject({ ids, reversed: z.boolean().default(false), sheet: labelSheet.optional(), operator }),
  ),
  /** the same as one page for the host's print dialog; called by the host, not by screens */
  'labels.paper': defineProcedure<LabelFile>()('reader', { from: 'host' }, () =>
    z.strictObject({ ids, reversed: z.boolean().default(false), sheet: labelSheet.optional(), operator }),
  ),
  /**
   * opens the host's print dialog with these labels, and answers when the person and the printer are finished; only if
   * `desk.state` has `printers`. Handed over does not mean printed: a person confirms that by `labels.printed`.
   * `printer` if nothing was handed over; params: reason `busy`, `no-printer` or `failed`, and the system's message as
   * `said`
   */
  'labels.print': defineProcedure<{
    end: 'handed-over' | 'cancelled';
    labels: number;
    drawn: DrawnContent[];
    places: number;
    problems: LabelFault[];
  }>()('desk', { by: 'host' }, () =>
    z.strictObject({ ids, reversed: z.boolean().default(false), sheet: labelSheet.optional(), operator }),
  ),
  /**
   * opens the host's print dialog with a page drawn by a screen, on this paper unless the person chooses another;
   * otherwise as `labels.print`. The page is HTML with inline styles: its scripts do not run, and it can fetch nothing
   */
  'sheet.print': defineProcedure<{ end: 'handed-over' | 'cancelled' }>()('desk', { by: 'host' }, () =>
    z.strictObject({ page: z.string().min(1).max(16_000_000), on: z.enum(sheetPaperNames).default('A4') }),
  ),
  /** cancels all label files in progress: their calls answer `cancelled`; `stopped`: how many */
  'labels.stop': defineProcedure<{ stopped: number }>()('reader', () => z.strictObject({})),
  /**
   * a person confirms that these were printed; `reason`: why labels that were already on paper were reprinted; `drawn`:
   * what is on the paper, as the answer of the drawing has it. A label without it counts as drawn from its order as it
   * is now
   */
  'labels.printed': defineProcedure<{ ids: string[] }>()('desk', () =>
    z.strictObject({
      commandId,
      ids,
      drawn: z.array(drawnContent).max(10_000).default([]),
      reason: z.string().max(500).default(''),
      operator,
    }),
  ),
  /**
   * a person confirms that these unconfirmed labels were not printed: they become ready again. `wrong-state` if one is
   * not `unconfirmed`
   */
  'labels.notPrinted': defineProcedure<{ ids: string[] }>()('desk', () => z.strictObject({ commandId, ids, operator })),
  'labels.pdf': defineProcedure<{
    path: string;
    labels: number;
    problems: LabelFault[];
  }>()('reader', { from: 'host' }, () =>
    z.strictObject({
      path: z.string().min(1).max(4096),
      ids: ids.optional(),
      sheet: labelSheet.optional(),
      operator,
    }),
  ),
} as const;
