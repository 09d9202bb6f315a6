import { z } from 'zod';
import { createKinds } from '../creates/kinds.ts';
import type { DeskFile } from './desk-state.ts';
import { entryLists } from '../outbox/lists.ts';
import { narrowing } from './entry-filter.ts';
import { asks } from './procedure.ts';
import type { UnitSettings } from '../service/unit-of-field.ts';

export const tableForms = ['csv', 'xlsx'] as const;
export type TableForm = (typeof tableForms)[number];
export type TableCell = string | number | null;

const as = z.enum(tableForms);
const kind = z.enum(createKinds);

/** What a screen asks for as a spreadsheet. Rows of the desk contract. */
export const exportProcedures = {
  /**
   * entries as a spreadsheet, served by the host: orders of one kind in the form the import reads, the oldest first, or without a
   * kind the facts of each entry. Entries of other kinds are left out and counted, what cannot be written is named
   */
  'entries.export': asks<{
    file: DeskFile;
    entries: number;
    otherKinds: number;
    problems: { id: string; key: string; message: string }[];
  }>()('reader', () =>
    z.strictObject({
      kind: kind.optional(),
      as,
      /** these entries, or all of a list as `entries.seqs` has them */
      of: z.union([
        z.strictObject({ seqs: z.array(z.int()).min(1).max(1_000_000) }),
        z.strictObject({ list: z.enum(entryLists), ...narrowing }),
      ]),
    }),
  ),
  /** units of the folder's settings, as headings and templates name them */
  'export.units': asks<UnitSettings>()('reader', () => z.strictObject({})),
  /** an empty spreadsheet for orders of a kind; a workbook says on a second sheet what goes in */
  'import.template': asks<DeskFile>()('reader', () =>
    z.strictObject({ kind, as, language: z.enum(['en', 'zh-CN']).default('en') }),
  ),
  /** a table as a screen shows it, its head first and every row as long, as a file; its texts are guarded against being formulas */
  'table.file': asks<DeskFile>()('desk', () =>
    z.strictObject({
      name: z.string().trim().min(1).max(100),
      as,
      rows: z
        .array(z.array(z.union([z.string().max(4000), z.number(), z.null()])).max(60))
        .min(1)
        .max(20_001),
    }),
  ),
} as const;
