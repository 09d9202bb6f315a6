import type { ImportBadRow, ImportCorrection, ImportMapping } from '../../shared/import/import-steps.ts';
import type { SheetHead, SheetOrder, SheetRow } from './open-sheet.ts';

interface Ask<In, Out, Progress = never> {
  in: In;
  out: Out;
  progress: Progress;
}

interface Mapped {
  mapping: ImportMapping;
  corrections: readonly ImportCorrection[];
}

/**
 * Calls to the thread that reads imported files. For a spreadsheet, `open` comes first, once; then `begin`, before its
 * rows.
 */
export interface ImportAsks {
  open: Ask<SheetOrder, SheetHead>;
  /** applies a mapping (null: columns as named in the header); returns the number of orders */
  begin: Ask<Omit<Mapped, 'mapping'> & { mapping: ImportMapping | null }, number>;
  slice: Ask<{ from: number; count: number }, SheetRow[]>;
  row: Ask<Mapped & { row: number }, ImportBadRow>;
  unsent: Ask<{ as: 'csv' | 'xlsx'; queued: ReadonlySet<number>; refused: ReadonlyMap<number, string> }, Uint8Array>;
  /** imports a CSV of codes and names, with progress for each part stored; returns the total */
  list: Ask<string, number, string>;
}

/** The desk's side of the thread. */
export interface ImportThread {
  /** Rejects with a ProblemError: that of the thread, or `bad-file` if the thread died, for example out of memory. */
  ask<A extends keyof ImportAsks>(
    ask: A,
    input: ImportAsks[A]['in'],
    options?: { onProgress?: (what: ImportAsks[A]['progress']) => void; signal?: AbortSignal },
  ): Promise<ImportAsks[A]['out']>;
  close(): Promise<void>;
}
