import type { PrintResult, PrinterFault } from '../../shared/printing/print-end.ts';

/** The port: one connection to one printer, for this desk alone until it is closed. */
export interface Printer {
  /** kind of connection, stored with each attempt */
  readonly way: string;
  /** whether it was told to reprint a label that it cut; null if that is unknown */
  readonly reprints: boolean | null;
  /** Answers null once it would print, or the fault it still has when patience ends. Sends nothing of a label. */
  ready(): Promise<PrinterFault | null>;
  /**
   * Prints one label of so many sheets (omitted: one), and answers what is known of it. Never throws; one at a time.
   */
  print(page: Uint8Array, sheets?: number): Promise<PrintResult>;
  close(): Promise<void>;
}

/** Runs a function after `ms`, as a timer does; the returned function cancels it. */
export type After = (ms: number, run: () => void) => () => void;
