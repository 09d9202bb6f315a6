import { problem } from '../../shared/contract/problem.ts';
import type { PrinterProbe } from '../../shared/printing/known-printer.ts';
import { labelSizeNames } from '../../shared/printing/label-sizes.ts';
import { addressOfSystem } from '../../shared/printing/printer-address.ts';
import { printerPoll, type PollOptions } from './poll-printer.ts';
import type { Printer } from './printer.ts';
import { toldWord } from './told-word.ts';

/** A printer as the system tells of it. */
export interface SystemPrinter {
  /** the system's own name for it, as it is printed by */
  name: string;
  /** as people read it */
  shown: string;
  /** make and model, or where it stands; empty where nothing is told */
  about: string;
}
/** Printers of the system, where a host has them. */
export interface SystemPrinters {
  /** Null where the host did not say in time. */
  list(): Promise<SystemPrinter[] | null>;
  /** Prints a page on paper of a size (mm) without asking anybody: null once the system has taken it, else what it said. Rejects where no answer came. */
  print(name: string, page: Uint8Array, paper: { width: number; height: number }): Promise<string | null>;
}

const notHere =
  'Only the window of Parcel Desk prints on printers of the system. Here, use its address on the network.';

/** Throws ProblemError `printer` where the host has none, or the system knows none of that name. */
export async function probeSystem(name: string, system: SystemPrinters | null): Promise<PrinterProbe> {
  if (!system) throw problem('printer', notHere, { reason: 'no-system', said: '' });
  const found = (await system.list())?.find((one) => one.name === name);
  if (!found)
    throw problem('printer', 'The system knows no printer of that name.', { reason: 'not-reached', said: name });
  return {
    way: 'system',
    address: addressOfSystem(name),
    model: toldWord(found.about),
    dpi: null,
    widthMm: null,
    packing: 'z64',
    raster: null,
    counts: false,
    id: null,
    channel: null,
    passesOn: true,
    media: [],
    // the system does not tell what is in it: its test label shows it
    sizes: [...labelSizeNames],
    fault: null,
  };
}

export interface SystemPrinterHost extends PollOptions {
  system: SystemPrinters | null;
  name: string;
  /** the label (mm) */
  width: number;
  height: number;
}

/** A printer of the system. What it took is handed over, and never known to be paper. Throws ProblemError `printer` where the host has none. */
export function openSystemPrinter({ system, name, width, height, ...poll }: SystemPrinterHost): Printer {
  if (!system) throw problem('printer', notHere, { reason: 'no-system', said: '' });
  const { setFault, told, until } = printerPoll(poll);
  return {
    way: 'system',
    reprints: null,
    async ready() {
      const isThere = await until(async () => {
        const found = (await system.list())?.some((one) => one.name === name) ?? false;
        setFault(found ? null : 'not-reached');
        return found || null;
      });
      return isThere ? null : told();
    },
    async print(page) {
      try {
        const said = await system.print(name, page, { width, height });
        // it may have taken a part before it failed
        return said === null ? { end: 'lost', why: 'no-proof' } : { end: 'lost', why: 'printer-gave-up', said };
      } catch (error) {
        return { end: 'lost', why: 'printer-silent', said: error instanceof Error ? error.message : String(error) };
      }
    },
    close: () => Promise.resolve(),
  };
}
