import type { ImportBadRow, ImportCorrection, ImportMapping } from '../../shared/import/import-steps.ts';
import type { Problem } from '../../shared/contract/problem.ts';
import type { SheetHead, SheetOrder, SheetRow } from './open-sheet.ts';

/** What the thread that holds a spreadsheet is asked, and answers. `open` comes first, once. */
export interface SheetAsks {
  open: { in: SheetOrder; out: SheetHead };
  begin: { in: { mapping: ImportMapping; corrections: readonly ImportCorrection[] }; out: number };
  slice: { in: { from: number; count: number }; out: SheetRow[] };
  row: {
    in: { mapping: ImportMapping; row: number; corrections: readonly ImportCorrection[] };
    out: ImportBadRow;
  };
  unsent: {
    in: { as: 'csv' | 'xlsx'; queued: ReadonlySet<number>; told: ReadonlyMap<number, string> };
    out: Uint8Array;
  };
}
export type SheetAsk = keyof SheetAsks;

export interface AskOfSheet {
  id: number;
  ask: SheetAsk;
  input: SheetAsks[SheetAsk]['in'];
}
export type ToSheet = AskOfSheet | { close: true };

export type SheetAnswer = SheetAsks[SheetAsk]['out'];
export type FromSheet = { id: number; answer: SheetAnswer } | { id: number; failed: Problem };

/** The thread as the desk has it. */
export interface SheetThread {
  /** Rejects with a ProblemError: the thread's own, or `bad-file` where the thread died, as for want of memory. */
  ask<A extends SheetAsk>(ask: A, input: SheetAsks[A]['in']): Promise<SheetAsks[A]['out']>;
  close(): Promise<void>;
}
