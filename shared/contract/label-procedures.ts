import { z } from 'zod';
import type { DeskFile } from './desk-state.ts';
import type { LabelProblem } from '../labels/label-layout.ts';
import { maxLogoBytes, type LogoFault } from '../labels/logo.ts';
import { labelLists, type LabelList, type LabelPreview, type LabelRow } from '../labels/label-lists.ts';
import { rasterSchema } from '../printing/known-printer.ts';
import { sheetCounts, sheetPaperNames } from '../printing/label-sizes.ts';
import { settingsSchema } from '../settings/settings.ts';
import { asks } from './procedure.ts';
import { commandId, id, ids, nothing, operator } from './procedure-inputs.ts';

/** Labels as one file for a person or a printer, and those that must not come out as they are. */
export interface LabelsMade {
  file: DeskFile;
  labels: number;
  /** of a label that goes to a print dialog */
  widthMm: number;
  heightMm: number;
  problems: { id: string; key: string; message: string }[];
}

/** Labels on paper of an office printer: how many there are on a sheet, and at which of them printing begins. */
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
export const labelLooks = labelSettings.keyof().options;

/** Labels and other paper. Rows of the desk contract. */
export const labelProcedures = {
  /** of each list how many, `maxLabelsCounted` and one at most */
  'labels.counts': asks<Record<LabelList, number>>()('reader', () => nothing),
  /** a page of a list, oldest first: beyond `after`, or before `before` the nearest to it; `next` where it goes on beyond the page */
  'labels.page': asks<{ rows: LabelRow[]; next: number | null }>()('reader', () =>
    z.strictObject({
      list: z.enum(labelLists),
      after: z.int().optional(),
      before: z.int().optional(),
      limit: z.int().min(1).max(1000).default(100),
      search: z.string().max(200).default(''),
    }),
  ),
  /** which of these stand on a list, in no order */
  'labels.among': asks<{ seqs: number[] }>()('reader', () =>
    z.strictObject({ list: z.enum(labelLists), seqs: z.array(z.int()).min(1).max(10_000) }),
  ),
  /** every label of a list, for what a person does with all of them; to look at a list is `labels.page` */
  'labels.seqs': asks<{ seqs: number[] }>()('reader', () =>
    z.strictObject({ list: z.enum(labelLists), search: z.string().max(200).default('') }),
  ),
  'labels.rows': asks<{ rows: LabelRow[] }>()('reader', () =>
    z.strictObject({ seqs: z.array(z.int()).min(1).max(500) }),
  ),
  /** looks at the labels that these bring along, for some seconds at most: those that cannot be printed, and why; `left`: the last of them were not looked at */
  'labels.brought': asks<{ found: { id: string; problems: LabelProblem[] }[]; left: number }>()('reader', () =>
    z.strictObject({ ids: z.array(z.string().max(100)).min(1).max(500) }),
  ),
  /** `dpi`: of the printer it is to go to, for whose dots its codes are laid out; left out: 203 */
  'labels.preview': asks<LabelPreview>()('reader', () =>
    z.strictObject({ id, operator, dpi: rasterSchema.shape.dpi.optional() }),
  ),
  /** the label of a made-up order, by these settings in the place of those that are kept */
  'labels.sample': asks<LabelPreview>()('reader', () => labelSettings.partial()),
  /** the dots of a PNG (base64), for the setting `labelLogo`, or why they can be none */
  'labels.logo': asks<{ logo: string } | { fault: LogoFault }>()('reader', () =>
    z.strictObject({ png: z.string().max(Math.ceil(maxLogoBytes / 3) * 4) }),
  ),
  /** the label of an order as it is being typed, without a number; one that it brings along on the usual paper, with what is wrong with it. Nothing is fetched */
  'labels.draft': asks<LabelPreview>()('reader', () =>
    z.strictObject({ body: z.record(z.string(), z.unknown()), operator }),
  ),
  /** one PDF of these labels, in this order, served by the host; labels that cannot be drawn are left out and named */
  'labels.document': asks<LabelsMade>()('reader', () =>
    z.strictObject({ ids, reversed: z.boolean().default(false), sheet: labelSheet.optional(), operator }),
  ),
  /** the same as one page for the print dialog of the host, which asks for it; not for screens */
  'labels.paper': asks<LabelsMade>()('reader', () =>
    z.strictObject({ ids, reversed: z.boolean().default(false), sheet: labelSheet.optional(), operator }),
  ),
  /**
   * opens the print dialog of the host with these labels, and answers when the person and the printer have; only where
   * `desk.state` says `printers`. Handed to the printer is not out of it: a person says so by `labels.printed`. `printer` where
   * nothing was handed over; params: reason `busy`, `no-printer` or `failed`, with what the system said as `said`
   */
  'labels.print': asks<{ end: 'handed-over' | 'cancelled'; labels: number; problems: LabelsMade['problems'] }>()(
    'desk',
    () => z.strictObject({ ids, reversed: z.boolean().default(false), sheet: labelSheet.optional(), operator }),
  ),
  /**
   * opens the print dialog of the host with a page the screens drew, on this paper unless the person chooses another; as `labels.print`
   * otherwise. The page is HTML with its styles within: no script of it runs, and it can fetch nothing
   */
  'sheet.print': asks<{ end: 'handed-over' | 'cancelled' }>()('desk', () =>
    z.strictObject({ page: z.string().min(1).max(16_000_000), on: z.enum(sheetPaperNames).default('A4') }),
  ),
  /** ends what files of labels are being made: they answer `cancelled`; `stopped`: how many there were */
  'labels.stop': asks<{ stopped: number }>()('reader', () => z.strictObject({})),
  /** a person says that these came out of the printer; `reason`: why those that were on paper before were printed once more */
  'labels.printed': asks<{ ids: string[] }>()('desk', () =>
    z.strictObject({ commandId, ids, reason: z.string().max(500).default(''), operator }),
  ),
  /** a person says that these, which may have come out, never did: they are ready again. `wrong-state` where one is not `unconfirmed` */
  'labels.notPrinted': asks<{ ids: string[] }>()('desk', () => z.strictObject({ commandId, ids, operator })),
  'labels.pdf': asks<{ path: string; labels: number; problems: { id: string; key: string; message: string }[] }>()(
    'reader',
    () =>
      z.strictObject({
        path: z.string().min(1).max(4096),
        ids: ids.optional(),
        sheet: labelSheet.optional(),
        operator,
      }),
  ),
} as const;
