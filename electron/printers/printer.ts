import type { PrintEnd, PrinterFault } from '../../shared/printing/print-end.ts';

/** The port: one way to paper, to one printer, that this desk has for itself until it is closed. */
export interface Printer {
  /** name of the way, as it is kept with each try */
  readonly way: string;
  /** whether it was told to print a label again that it cut; null where that cannot be said */
  readonly reprints: boolean | null;
  /** Answers null once it would print, or what it still waits for when patience is over. Sends nothing of a label. */
  ready(): Promise<PrinterFault | null>;
  /** Prints one label, of so many sheets (left out: one), and answers what is known of it then. Throws nothing; one at a time. */
  print(page: Uint8Array, sheets?: number): Promise<PrintEnd>;
  close(): Promise<void>;
}

/** Runs something later (ms), as a timer does; the answer cancels it. */
export type After = (ms: number, run: () => void) => () => void;
