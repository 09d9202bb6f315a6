import type { FoundPrinter } from '../../shared/printing/found-printer.ts';
import { systemPrinterAddress } from '../../shared/printing/printer-address.ts';
import { findCupsPrinters } from './find-cups.ts';
import { findNetworkPrinters, maxPrinters } from './find-network.ts';
import type { After } from './printer.ts';
import type { SystemPrinters } from './system-printer.ts';
import { sanitizePrinterText } from './told-word.ts';

export interface FindHost {
  system: SystemPrinters | null;
  after: After;
  /** ms: a printer on the network may take a second or two to announce itself */
  networkMs: number;
  answerMs: number;
}

/** The first printers of a source, at most as many as a warehouse has; none if it fails or takes longer than `ms`. */
export async function resultsWithin(
  after: After,
  ms: number,
  search: Promise<FoundPrinter[]>,
): Promise<FoundPrinter[]> {
  const timeout = Promise.withResolvers<FoundPrinter[]>();
  const cancel = after(ms, () => timeout.resolve([]));
  const found = await Promise.race([search.catch((): FoundPrinter[] => []), timeout.promise]);
  cancel();
  return found.slice(0, maxPrinters);
}

/** Looks for printers in all sources. A source that fails has none. */
export async function findPrinters({ system, after, networkMs, answerMs }: FindHost): Promise<FoundPrinter[]> {
  const [cups, ofSystem, network] = await Promise.all([
    resultsWithin(after, answerMs, findCupsPrinters(answerMs, after)),
    resultsWithin(after, answerMs, listSystemPrinters(system)),
    resultsWithin(after, 3 * networkMs, findNetworkPrinters(networkMs, after)),
  ]);
  // a queue of CUPS reports how its jobs end; the system only takes them
  const queues = new Set(cups.map(({ address }) => decodeURIComponent(address.split('/').at(-1) ?? '')));
  return [
    ...cups,
    ...ofSystem.filter(({ address }) => !queues.has(address.slice(systemPrinterAddress('').length))),
    ...network,
  ];
}

async function listSystemPrinters(system: SystemPrinters | null): Promise<FoundPrinter[]> {
  const listed = (await system?.list()) ?? [];
  return listed.map(({ name, displayName: shown, about }) => ({
    name: sanitizePrinterText(shown || name),
    address: systemPrinterAddress(name),
    place: 'system',
    about: sanitizePrinterText(about),
  }));
}
