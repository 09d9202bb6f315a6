import { z } from 'zod';
import type { DeskFile } from './desk-state.ts';
import {
  importInputs,
  type ImportBadRow,
  type ImportChecked,
  type ImportOpened,
  type ImportRan,
} from '../import/import-steps.ts';
import { asks } from './procedure.ts';
import { commandId, id, operator } from './procedure-inputs.ts';

export interface ImportRow {
  /** row of the spreadsheet, the header being 1; the first and the last of an order with several */
  row: number;
  lastRow?: number;
  state: 'queued' | 'problem';
  id?: string;
  key?: string;
  already?: boolean;
  warnings?: { column: string; message: string; row?: number }[];
  problems?: { column: string | null; message: string; row?: number }[];
}

/** Spreadsheets that become entries: a file at once, or step by step on a screen. Rows of the desk contract. */
export const importProcedures = {
  'import.file': asks<{ rows: ImportRow[]; queued: number; refused: number; ignoredColumns: string[] }>()('desk', () =>
    z.strictObject({
      path: z.string().min(1).max(4096),
      as: z.string().min(1).max(50),
      encoding: z.string().max(20).default('utf-8'),
      operator,
    }),
  ),
  /** opens a spreadsheet sent by a screen; the desk keeps it until closed or a day old. `bad-file` when it cannot be read */
  'import.open': asks<ImportOpened>()('desk', () => importInputs.open),
  /** remembers the mapping for these columns, and reads every row against the contract; queues nothing */
  'import.check': asks<ImportChecked>()('desk', () =>
    z.strictObject({
      importId: id,
      mapping: importInputs.mapping,
      corrections: importInputs.corrections.default([]),
    }),
  ),
  /** the order of one row as corrected so far, at once, while it is typed; its problems, none when it is good */
  'import.checkRow': asks<ImportBadRow>()('desk', () =>
    z.strictObject({
      importId: id,
      mapping: importInputs.mapping,
      row: z.int(),
      corrections: importInputs.corrections.default([]),
    }),
  ),
  /** queues the good rows not queued yet; the bad stay. May be called again after corrections, with a new command */
  'import.run': asks<ImportRan>()('desk', () =>
    z.strictObject({
      commandId,
      importId: id,
      mapping: importInputs.mapping,
      corrections: importInputs.corrections.default([]),
      operator,
    }),
  ),
  /** stops a run between two slices, what is queued stays queued; or, by its `openingId`, the reading of a file */
  'import.cancel': asks<{ importId: string }>()('desk', () => z.strictObject({ importId: id })),
  /** the rows that were not queued, as a spreadsheet with a column of reasons */
  'import.rest': asks<DeskFile>()('desk', () =>
    z.strictObject({
      importId: id,
      mapping: importInputs.mapping,
      corrections: importInputs.corrections.default([]),
      as: z.enum(['csv', 'xlsx']),
    }),
  ),
  'import.close': asks<{ importId: string }>()('desk', () => z.strictObject({ importId: id })),
} as const;
