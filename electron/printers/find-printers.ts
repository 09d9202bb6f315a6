import type { FoundPrinter } from '../../shared/printing/found-printer.ts';
import { addressOfSystem } from '../../shared/printing/printer-address.ts';
import { findCups } from './find-cups.ts';
import { findNetwork, maxPrinters } from './find-network.ts';
import type { After } from './printer.ts';
import type { SystemPrinters } from './system-printer.ts';
import { toldWord } from './told-word.ts';

export interface FindHost {
  system: SystemPrinters | null;
  after: After;
  /** ms: a printer on the network may take a second or two to announce itself */
  networkMs: number;
  answerMs: number;
}

/** The first printers of a source, at most as many as a warehouse has; none if it fails or takes longer than `ms`. */
export async function foundWithin(after: After, ms: number, told: Promise<FoundPrinter[]>): Promise<FoundPrinter[]> {
  const late = Promise.withResolvers<FoundPrinter[]>();
  const cancel = after(ms, () => late.resolve([]));
  const found = await Promise.race([told.catch((): FoundPrinter[] => []), late.promise]);
  cancel();
  return found.slice(0, maxPrinters);
}

/** Looks for printers in all sources. A source that fails has none. */
export async function findPrinters({ system, after, networkMs, answerMs }: FindHost): Promise<FoundPrinter[]> {
  const [cups, ofSystem, network] = await Promise.all([
    foundWithin(after, answerMs, findCups(answerMs, after)),
    foundWithin(after, answerMs, listOf(system)),
    foundWithin(after, 3 * networkMs, findNetwork(networkMs, after)),
  ]);
  // a queue of CUPS reports how its jobs end; the system only takes them
  const queues = new Set(cups.map(({ address }) => decodeURIComponent(address.split('/').at(-1) ?? '')));
  return [
    ...cups,
    ...ofSystem.filter(({ address }) => !queues.has(address.slice(addressOfSystem('').length))),
    ...network,
  ];
}

async function listOf(system: SystemPrinters | null): Promise<FoundPrinter[]> {
  const listed = (await system?.list()) ?? [];
  return listed.map(({ name, shown, about }) => ({
    name: toldWord(shown || name),
    address: addressOfSystem(name),
    place: 'system',
    about: toldWord(about),
  }));
}
