import type { FoundPrinter } from '../../shared/printing/found-printer.ts';
import { addressOfSystem } from '../../shared/printing/printer-address.ts';
import { findCups } from './find-cups.ts';
import { findNetwork } from './find-network.ts';
import type { After } from './printer.ts';
import type { SystemPrinters } from './system-printer.ts';
import { toldWord } from './told-word.ts';

export interface FindHost {
  system: SystemPrinters | null;
  after: After;
  /** ms: a printer on the network may take a second or two to tell of itself */
  networkMs: number;
  answerMs: number;
}

/** Looks for printers wherever they may be told of. A place that cannot be asked has none. */
export async function findPrinters({ system, after, networkMs, answerMs }: FindHost): Promise<FoundPrinter[]> {
  const none = (): FoundPrinter[] => [];
  const [cups, ofSystem, network] = await Promise.all([
    findCups(answerMs, after).catch(none),
    listOf(system).catch(none),
    findNetwork(networkMs, after).catch(none),
  ]);
  // a queue of CUPS is asked how its jobs end; the system only takes them
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
