/** Where a printer was found: a queue of this machine (CUPS), a printer of the system, or one that tells of itself on the network. */
export const foundPlaces = ['cups', 'system', 'network'] as const;

/** A printer that was looked for and found. Nobody has asked it anything yet. */
export interface FoundPrinter {
  /** as the system or the printer itself calls it */
  name: string;
  /** as `readPrinterAddress` writes it */
  address: string;
  place: (typeof foundPlaces)[number];
  /** its model, or what is told beside it; empty where nothing is */
  about: string;
}
