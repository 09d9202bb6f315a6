import {
  importInputs,
  type ImportBadRow,
  type ImportChecked,
  type ImportOpened,
  type ImportRan,
} from '../import/import-steps.ts';
import type { DeskFile } from './desk-state.ts';
import { defineProcedure, commandId, id, operator } from './procedure.ts';
import { z } from 'zod';

export interface ImportRow {
  /** row of the spreadsheet, the header being 1; first and last row of an order with several */
  row: number;
  lastRow?: number;
  state: 'queued' | 'problem';
  id?: string;
  key?: string;
  already?: boolean;
  warnings?: { column: string; message: string; row?: number }[];
  problems?: { column: string | null; message: string; row?: number }[];
}

/** Import of spreadsheets as entries: a file in one call, or step by step on a screen. Rows of the desk contract. */
export const importProcedures = {
  'import.file': defineProcedure<{ rows: ImportRow[]; queued: number; refused: number; ignoredColumns: string[] }>()(
    'desk',
    { from: 'host' },
    () =>
      z.strictObject({
        path: z.string().min(1).max(4096),
        /** kind of the orders; if omitted, that of the known format, else guessed from the header */
        as: z.string().min(1).max(50).optional(),
        encoding: z.string().max(20).default('utf-8'),
        /** id of a known format, or `none`; if omitted, recognised by the header */
        format: z.string().min(1).max(60).optional(),
        /** content of a mapping file, which takes the place of a known format */
        map: z.string().max(1_000_000).optional(),
        operator,
        /**
         * a person sends all orders of the file, although the service may have ones that were withdrawn under their
         * keys
         */
        decided: z.boolean().default(false),
      }),
  ),
  /**
   * opens a spreadsheet sent by a screen; the desk keeps it until it is closed or a day old. `bad-file` if it cannot be
   * read
   */
  'import.open': defineProcedure<ImportOpened>()('desk', { file: 'base64' }, () => importInputs.open),
  /** stores the mapping for these columns and checks every row against the contract; queues nothing */
  'import.check': defineProcedure<ImportChecked>()('desk', () =>
    z.strictObject({
      importId: id,
      mapping: importInputs.mapping,
      corrections: importInputs.corrections.default([]),
      answers: importInputs.answers.default([]),
    }),
  ),
  /** checks the order of one row with the corrections so far, while it is typed; no problems if it is valid */
  'import.checkRow': defineProcedure<ImportBadRow>()('desk', () =>
    z.strictObject({
      importId: id,
      mapping: importInputs.mapping,
      row: z.int(),
      corrections: importInputs.corrections.default([]),
      answers: importInputs.answers.default([]),
    }),
  ),
  /**
   * queues the valid rows that are not queued yet; invalid rows stay. Can be called again after corrections, with a new
   * command id
   */
  'import.run': defineProcedure<ImportRan>()('desk', () =>
    z.strictObject({
      commandId,
      importId: id,
      mapping: importInputs.mapping,
      corrections: importInputs.corrections.default([]),
      answers: importInputs.answers.default([]),
      operator,
      /**
       * a person sends the orders that an earlier run held back with `maybe-taken`, although the service may have ones
       * that were withdrawn under their keys
       */
      decided: z.boolean().default(false),
    }),
  ),
  /** stops a run between two slices, keeping what is queued; or, given its `openingId`, the reading of a file */
  'import.cancel': defineProcedure<{ importId: string }>()('desk', { whenStopped: 'always' }, () =>
    z.strictObject({ importId: id }),
  ),
  /** the rows that were not queued, as a spreadsheet with a column of reasons */
  'import.rest': defineProcedure<DeskFile>()('desk', () =>
    z.strictObject({
      importId: id,
      mapping: importInputs.mapping,
      corrections: importInputs.corrections.default([]),
      answers: importInputs.answers.default([]),
      as: z.enum(['csv', 'xlsx']),
    }),
  ),
  'import.close': defineProcedure<{ importId: string }>()('desk', { whenStopped: 'always' }, () =>
    z.strictObject({ importId: id }),
  ),
} as const;
