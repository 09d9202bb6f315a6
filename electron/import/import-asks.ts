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

/** What the thread is asked that reads what a person gave. Of a spreadsheet `open` comes first, once; then `begin`, before its rows. */
export interface ImportAsks {
  open: Ask<SheetOrder, SheetHead>;
  /** takes up a mapping, null: as the header names its columns; answers how many orders there are */
  begin: Ask<Omit<Mapped, 'mapping'> & { mapping: ImportMapping | null }, number>;
  slice: Ask<{ from: number; count: number }, SheetRow[]>;
  row: Ask<Mapped & { row: number }, ImportBadRow>;
  unsent: Ask<{ as: 'csv' | 'xlsx'; queued: ReadonlySet<number>; refused: ReadonlyMap<number, string> }, Uint8Array>;
  /** a CSV of codes and names, told in parts as they are kept; answers how many there are */
  list: Ask<string, number, string>;
}

/** The thread as the desk has it. */
export interface ImportThread {
  /** Rejects with a ProblemError: the thread's own, or `bad-file` where the thread died, as for want of memory. */
  ask<A extends keyof ImportAsks>(
    ask: A,
    input: ImportAsks[A]['in'],
    options?: { onProgress?: (what: ImportAsks[A]['progress']) => void; signal?: AbortSignal },
  ): Promise<ImportAsks[A]['out']>;
  close(): Promise<void>;
}
