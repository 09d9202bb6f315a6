import type { PrinterList, ListedPrinter, newPrinterSchema } from '../../../shared/contract/printer-procedures.ts';
import { problem } from '../../../shared/contract/problem.ts';
import type { ConfiguredPrinter, PrinterProbe, FoundPrinter } from '../../../shared/printing/configured-printer.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import type { PrintResult } from '../../../shared/printing/print-states.ts';
import type { PageForm, PageResult, PageRequest } from '../../labels/formats/make-page.ts';
import type { KnownPrinters } from '../../storage/register/known-printers.ts';
import { findPrinters } from './find-printers.ts';
import {
  parseAddress,
  ippProbeMs,
  openConfiguredPrinter,
  printerTimeouts,
  probePrinter,
  type OpenPrinterHost,
} from './open-configured-printer.ts';
import { findStatusChannel } from './probe-raw.ts';
import type { SystemPrinters } from './system-printer.ts';
import type { z } from 'zod';

export type NewPrinter = z.output<typeof newPrinterSchema>;
export interface SetupHost {
  known: KnownPrinters;
  after: OpenPrinterHost['after'];
  now: () => number;
  /** from 0 to below 1 */
  random: () => number;
  system: SystemPrinters | null;
  make: (wanted: PageRequest, form: PageForm) => Promise<PageResult>;
  /** whether a job of this desk is printing on it */
  isPrinting: (name: string) => boolean;
  /** default: suitable for network printers (ms) */
  timeouts?: Partial<Pick<OpenPrinterHost, 'answerMs' | 'pollMs' | 'patienceMs'>>;
}

/** Timeout for a test label (ms). */
const testTimeoutMs = 30_000;
/** How long network printers have to announce themselves (ms). */
const searchMs = 2500;

/** Page format for a printer. */
export function pageFormOf({ way, size, dpi, packing, reprints, raster }: ConfiguredPrinter): PageForm {
  if (way === 'system') return { size, form: 'paper', dpi };
  if (way === 'ipp') return raster ? { size, form: 'raster', raster } : { size, form: 'pdf', dpi };
  return { size, form: 'zpl', dpi, packing, reprints };
}

/** How a label is printed, as shown on the test label. */
function printMethodOf({ way, dpi, packing, raster }: ConfiguredPrinter): string {
  if (way === 'system') return `System, ${dpi} dpi`;
  if (way === 'ipp') return raster ? `IPP, ${raster.form}, ${raster.dpi} dpi` : `IPP, PDF, ${dpi} dpi`;
  return `${dpi} dpi, ${packing}`;
}

/**
 * Sets up printers of this machine, for a screen or the command line. Throws ProblemError `printer`, `key-in-use`,
 * `bad-file` or `invalid`.
 */
export function printerSetup(host: SetupHost) {
  const { known, after, system } = host;
  const toListed = ({ testCode, ...printer }: ConfiguredPrinter): ListedPrinter => ({
    ...printer,
    awaitsScan: testCode !== null && printer.testedAt === null,
    printing: host.isPrinting(printer.name),
  });

  function list(): PrinterList {
    const { printers, chosen } = known.list();
    return { printers: printers.map(toListed), chosen };
  }

  let runningSearch: Promise<FoundPrinter[]> | null = null;
  /** Concurrent searches share one. */
  function searchOnce(): Promise<FoundPrinter[]> {
    runningSearch ??= findPrinters({ system, after, networkMs: searchMs, answerMs: printerTimeouts.answerMs }).finally(
      () => (runningSearch = null),
    );
    return runningSearch;
  }

  /** A printer that is printing must not be probed: the answers could be mixed up. */
  function assertIdle(name: string): void {
    if (host.isPrinting(name)) throw busyProblem(name);
  }
  const busyProblem = (name: string) =>
    problem('printer', `${name} prints now. Wait for the end of its job.`, { reason: 'in-use', said: name });

  async function probe(typed: string, certificate: string | null = null): Promise<PrinterProbe> {
    const address = parseAddress(typed);
    const here = known.list().printers.find((one) => one.address === address.text);
    if (here) assertIdle(here.name);
    const ask = () => probePrinter(address.text, { ...printerTimeouts, ippProbeMs, after, system, certificate });
    if (address.way !== 'raw' && address.way !== 'device') return ask();
    const release = known.lease(address.text);
    if (!release) throw busyProblem(here?.name ?? address.text);
    return ask().finally(release);
  }

  /** Adds the status channel to a printer set up before the desk looked for it. */
  async function detectChannel(printer: ConfiguredPrinter): Promise<ConfiguredPrinter> {
    const address = parseAddress(printer.address);
    const release = printer.channel === null && address.way === 'raw' ? known.lease(address.text) : null;
    if (!release || address.way !== 'raw') return printer;
    const channel = await findStatusChannel(address, { ...printerTimeouts, ...host.timeouts, after }).finally(release);
    return channel ? known.change(printer.name, { channel }) : printer;
  }

  /**
   * Reads the resolution of an IPP printer again, as it may have been set up before the desk read it; a printer that
   * does not answer keeps its setup.
   */
  async function refreshResolution(printer: ConfiguredPrinter): Promise<ConfiguredPrinter> {
    if (printer.way !== 'ipp') return printer;
    const said = await probe(printer.address, printer.certificate).catch(() => null);
    return said ? known.change(printer.name, { raster: said.raster, dpi: said.dpi ?? printer.dpi }) : printer;
  }

  return {
    list,
    probe,
    /** Finds printers of this machine and its network. */
    async find(): Promise<{ printers: FoundPrinter[] }> {
      return { printers: await searchOnce() };
    },
    /** Probes a printer and returns its setup, without storing it. */
    async read(wanted: NewPrinter): Promise<ConfiguredPrinter> {
      const said = await probe(wanted.address, wanted.certificate);
      const { width, height } = labelSizes[wanted.size];
      if (!said.sizes.includes(wanted.size))
        throw problem(
          'printer',
          `This printer has no labels of ${width} x ${height} mm in it. Put some in, or choose another printer.`,
          {
            reason: 'media',
            said: said.widthMm === null ? said.media.join(' ') : `${Math.round(said.widthMm)} mm`,
          },
        );
      return {
        name: wanted.name,
        address: said.address,
        way: said.way,
        size: wanted.size,
        dpi: wanted.dpi ?? said.dpi ?? 203,
        packing: wanted.packing ?? said.packing,
        reprints: wanted.reprints,
        channel: said.channel,
        id: said.id,
        completedIsPaper: false,
        raster: said.raster,
        certificate: wanted.certificate,
        model: said.model.slice(0, 200),
        testCode: null,
        testedAt: null,
      };
    },
    /** Stores a setup. */
    add(printer: ConfiguredPrinter): ListedPrinter {
      known.add(printer);
      return toListed(printer);
    },
    remove(name: string): PrinterList {
      assertIdle(known.get(name).name);
      known.remove(name);
      return list();
    },
    choose(size: ConfiguredPrinter['size'], name: string): PrinterList {
      known.choose(size, name);
      return list();
    },
    async test(name: string, empty: boolean): Promise<{ end: PrintResult; printer: ListedPrinter }> {
      const chosen = known.get(name);
      assertIdle(chosen.name);
      if (empty && chosen.way !== 'ipp')
        throw problem('printer', 'Only what an IPP printer calls completed is found out so.', {
          reason: 'not-ipp',
          said: chosen.name,
        });
      const said = empty ? await probe(chosen.address, chosen.certificate) : null;
      if (said?.passesOn)
        throw problem(
          'printer',
          `${chosen.name} is a queue that passes labels on: what it says is no proof of paper.`,
          {
            reason: 'passes-on',
            said: chosen.name,
          },
        );
      const before = await refreshResolution(await detectChannel(chosen));
      // the finding applies to the printer that answers now
      const printer = said ? { ...before, id: said.id } : before;
      const code = `TEST-${String(Math.floor(host.random() * 1_000_000)).padStart(6, '0')}`;
      const { address } = printer;
      const made = await host.make(
        { test: { name: printer.name, address, code, method: printMethodOf(printer) } },
        pageFormOf(printer),
      );
      if ('fault' in made) throw problem('label', `The test label cannot be drawn: ${made.fault}`);
      // before the first byte is sent: a label that is printed after an error can still be scanned back
      known.change(printer.name, { testCode: code, testedAt: null, ...(empty && { completedIsPaper: false }) });
      const faults = new Set<string>();
      const opened = await openConfiguredPrinter(
        { ...printer, completedIsPaper: empty || printer.completedIsPaper },
        {
          after,
          user: '',
          system,
          lease: known.lease,
          patienceMs: testTimeoutMs,
          ...host.timeouts,
          onFault: (fault) => void (fault && faults.add(fault)),
        },
      );
      try {
        const waits = empty ? null : await opened.ready();
        const end: PrintResult = waits
          ? { end: 'not-left', why: 'not-reached', said: waits }
          : await opened.print(made.page);
        const saidDone = end.end !== 'lost' || end.why === 'no-proof' || end.why === 'connection-cut';
        const proves = empty && !saidDone && faults.has('paper-out');
        return {
          end,
          printer: toListed(
            proves ? known.change(printer.name, { completedIsPaper: true, id: printer.id }) : known.get(name),
          ),
        };
      } finally {
        await opened.close();
      }
    },
    tested(name: string, scanned: string): ListedPrinter {
      const { testCode } = known.get(name);
      if (testCode === null) throw problem('invalid', 'Print a test label first.', { reason: 'no-test-label' });
      if (scanned.trim() !== testCode)
        throw problem('invalid', 'That is not what stands on the last test label of this printer.', {
          reason: 'test-label',
        });
      return toListed(known.change(name, { testedAt: host.now() }));
    },
  };
}
export type PrinterSetup = ReturnType<typeof printerSetup>;
