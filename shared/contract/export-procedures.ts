import { createKinds } from '../creates/kinds.ts';
import { entryLists } from '../outbox/states.ts';
import type { UnitSettings } from '../service/unit-of-field.ts';
import type { DeskFile } from './desk-state.ts';
import { entryFilter } from './entry-procedures.ts';
import { defineProcedure } from './procedure.ts';
import { z } from 'zod';

export const tableFormats = ['csv', 'xlsx'] as const;
export type TableFormat = (typeof tableFormats)[number];
export type TableCell = string | number | null;

const format = z.enum(tableFormats);
const kind = z.enum(createKinds);

/** Exports as spreadsheets. Rows of the desk contract. */
export const exportProcedures = {
  /**
   * entries as a spreadsheet, served by the host: orders of one kind in the import format, oldest first, or without
   * `kind` the facts of each entry. Entries of other kinds are left out and counted; entries that cannot be written are
   * listed
   */
  'entries.export': defineProcedure<{
    file: DeskFile;
    entries: number;
    otherKinds: number;
    problems: { id: string; key: string; message: string }[];
  }>()('reader', () =>
    z.strictObject({
      kind: kind.optional(),
      as: format,
      /** these entries, or all of a list as in `entries.seqs` */
      of: z.union([
        z.strictObject({ seqs: z.array(z.int()).min(1).max(1_000_000) }),
        z.strictObject({ list: z.enum(entryLists), ...entryFilter }),
      ]),
    }),
  ),
  /** units from the folder's settings, as used in headings and templates */
  'export.units': defineProcedure<UnitSettings>()('reader', () => z.strictObject({})),
  /** an empty spreadsheet for orders of a kind; a workbook explains the columns on a second sheet */
  'import.template': defineProcedure<DeskFile>()('reader', () =>
    z.strictObject({ kind, as: format, language: z.enum(['en', 'zh-CN']).default('en') }),
  ),
  /**
   * a table of a screen as a file, its header row first, all rows of equal length; texts are escaped so that none is
   * read as a formula
   */
  'table.file': defineProcedure<DeskFile>()('desk', () =>
    z.strictObject({
      name: z.string().trim().min(1).max(100),
      as: format,
      rows: z
        .array(z.array(z.union([z.string().max(4000), z.number(), z.null()])).max(60))
        .min(1)
        .max(20_001),
    }),
  ),
} as const;
