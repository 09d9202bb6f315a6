import { problem } from '../../../shared/contract/problem.ts';
import { type PrinterProbe, systemPrinterAddress } from '../../../shared/printing/configured-printer.ts';
import { labelSizeNames } from '../../../shared/printing/label-sizes.ts';
import { pollPrinter, type PollOptions, type Printer, sanitizePrinterText } from './printer.ts';

/** A printer as the operating system lists it. */
export interface SystemPrinter {
  /** the system's name for it, by which it prints */
  name: string;
  /** display name */
  displayName: string;
  /** make and model, or location; empty if unknown */
  about: string;
}
/** Printers of the operating system, where a host has them. */
export interface SystemPrinters {
  /** Null if the host did not answer in time. */
  list(): Promise<SystemPrinter[] | null>;
  /**
   * Prints a page on paper of a size (mm) without a dialog: null once the system has accepted it, else its error.
   * Rejects if no answer comes.
   */
  print(name: string, page: Uint8Array, paper: { width: number; height: number }): Promise<string | null>;
}

const noSystemPrintersMessage =
  'Only the window of Parcel Desk prints on printers of the system. Here, use its address on the network.';

/** Throws ProblemError `printer` if the host has none, or the system has no printer of that name. */
export async function probeSystemPrinter(name: string, system: SystemPrinters | null): Promise<PrinterProbe> {
  if (!system) throw problem('printer', noSystemPrintersMessage, { reason: 'no-system', said: '' });
  const printer = (await system.list())?.find((one) => one.name === name);
  if (!printer)
    throw problem('printer', 'The system knows no printer of that name.', { reason: 'not-reached', said: name });
  return {
    way: 'system',
    address: systemPrinterAddress(name),
    model: sanitizePrinterText(printer.about),
    dpi: null,
    widthMm: null,
    packing: 'z64',
    raster: null,
    counts: false,
    id: null,
    channel: null,
    passesOn: true,
    media: [],
    // the system does not report its media: the test label shows whether a size fits
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

/**
 * A printer of the operating system. It accepts pages, and never proves that they are on paper. Throws ProblemError
 * `printer` if the host has none.
 */
export function openSystemPrinter({ system, name, width, height, ...poll }: SystemPrinterHost): Printer {
  if (!system) throw problem('printer', noSystemPrintersMessage, { reason: 'no-system', said: '' });
  const { setFault, currentFault, pollUntil } = pollPrinter(poll);
  return {
    way: 'system',
    reprints: null,
    async waitUntilReady() {
      const isListed = await pollUntil(async () => {
        const isPresent = (await system.list())?.some((one) => one.name === name) ?? false;
        setFault(isPresent ? null : 'not-reached');
        return isPresent || null;
      });
      return isListed ? null : currentFault();
    },
    async print(page) {
      try {
        const errorText = await system.print(name, page, { width, height });
        // even a failed print may have printed part of the page
        return errorText === null
          ? { end: 'lost', why: 'no-proof' }
          : { end: 'lost', why: 'printer-gave-up', said: errorText };
      } catch (error) {
        return { end: 'lost', why: 'printer-silent', said: error instanceof Error ? error.message : String(error) };
      }
    },
    close: () => Promise.resolve(),
  };
}
