import type { ImportBadRow } from '../../../shared/import/import-steps.ts';
import type { SheetChoices, SheetHead, SheetInput, SheetOrders, SheetRow } from './open-sheet.ts';

interface CallType<In, Out, Progress = never> {
  in: In;
  out: Out;
  progress: Progress;
}

/**
 * Calls to the thread that reads imported files. For a spreadsheet, `open` is called once and first, and `begin` before
 * `slice` and `unsent`.
 */
export interface ImportCalls {
  open: CallType<SheetInput, SheetHead>;
  /** applies a person's choices for the sheet */
  begin: CallType<SheetChoices, SheetOrders>;
  slice: CallType<{ from: number; count: number }, SheetRow[]>;
  row: CallType<SheetChoices & { row: number }, ImportBadRow>;
  /** a file of the rows that are not queued; `refused`: the outbox's message by the first row of an order */
  unsent: CallType<
    { as: 'csv' | 'xlsx'; queued: ReadonlySet<number>; refused: ReadonlyMap<number, string> },
    Uint8Array
  >;
  /** imports a CSV of codes and names, with progress for each part stored; returns the total */
  list: CallType<string, number, string>;
}

/** The thread that reads imported files, as the desk calls it. */
export interface ImportThread {
  /** Rejects with a ProblemError: that of the thread, or `bad-file` if the thread died, for example out of memory. */
  ask<A extends keyof ImportCalls>(
    call: A,
    input: ImportCalls[A]['in'],
    options?: {
      onProgress?: (progress: ImportCalls[A]['progress']) => void;
      signal?: AbortSignal;
      transfer?: readonly unknown[];
    },
  ): Promise<ImportCalls[A]['out']>;
  close(): Promise<void>;
}
