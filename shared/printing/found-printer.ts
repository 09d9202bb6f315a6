/**
 * Where a printer was found: a queue of this machine (CUPS), a printer of the operating system, or one that announces
 * itself on the network.
 */
export const printerSources = ['cups', 'system', 'network'] as const;

/** A printer found by a search. It has not been contacted yet. */
export interface FoundPrinter {
  /** name given by the operating system or the printer itself */
  name: string;
  /** in the form that `readPrinterAddress` produces */
  address: string;
  place: (typeof printerSources)[number];
  /** its model or description; empty if none */
  about: string;
}
