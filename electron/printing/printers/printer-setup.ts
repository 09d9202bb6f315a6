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
  makePage: (request: PageRequest, form: PageForm) => Promise<PageResult>;
  /** whether a job of this desk is printing on it */
  isPrinting: (name: string) => boolean;
  /** omitted: `printerTimeouts` (ms) */
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

  /** Throws `printer` if a job prints there: a probe could take the answers meant for the job. */
  function assertIdle(name: string): void {
    if (host.isPrinting(name)) throw busyProblem(name);
  }
  const busyProblem = (name: string) =>
    problem('printer', `${name} prints now. Wait for the end of its job.`, { reason: 'in-use', said: name });

  async function probe(typedAddress: string, certificate: string | null = null): Promise<PrinterProbe> {
    const address = parseAddress(typedAddress);
    const configuredPrinter = known.list().printers.find((one) => one.address === address.text);
    if (configuredPrinter) assertIdle(configuredPrinter.name);
    const probeNow = () => probePrinter(address.text, { ...printerTimeouts, ippProbeMs, after, system, certificate });
    if (address.way !== 'raw' && address.way !== 'device') return probeNow();
    const release = known.lease(address.text);
    if (!release) throw busyProblem(configuredPrinter?.name ?? address.text);
    return probeNow().finally(release);
  }

  /** Looks for the status channel of a printer that was set up without one, and stores it. */
  async function detectChannel(printer: ConfiguredPrinter): Promise<ConfiguredPrinter> {
    const address = parseAddress(printer.address);
    const release = printer.channel === null && address.way === 'raw' ? known.lease(address.text) : null;
    if (!release || address.way !== 'raw') return printer;
    const channel = await findStatusChannel(address, { ...printerTimeouts, ...host.timeouts, after }).finally(release);
    return channel ? known.change(printer.name, { channel }) : printer;
  }

  /**
   * Reads the resolution of an IPP printer again, since an older setup may lack it; a printer that does not answer
   * keeps its setup.
   */
  async function refreshResolution(printer: ConfiguredPrinter): Promise<ConfiguredPrinter> {
    if (printer.way !== 'ipp') return printer;
    const probeResult = await probe(printer.address, printer.certificate).catch(() => null);
    return probeResult
      ? known.change(printer.name, { raster: probeResult.raster, dpi: probeResult.dpi ?? printer.dpi })
      : printer;
  }

  return {
    list,
    probe,
    /** Finds printers of this machine and its network. */
    async find(): Promise<{ printers: FoundPrinter[] }> {
      return { printers: await searchOnce() };
    },
    /** Probes a printer and returns its setup, without storing it. */
    async readSetup(newPrinter: NewPrinter): Promise<ConfiguredPrinter> {
      const probeResult = await probe(newPrinter.address, newPrinter.certificate);
      const { width, height } = labelSizes[newPrinter.size];
      if (!probeResult.sizes.includes(newPrinter.size))
        throw problem(
          'printer',
          `This printer has no labels of ${width} x ${height} mm in it. Put some in, or choose another printer.`,
          {
            reason: 'media',
            said: probeResult.widthMm === null ? probeResult.media.join(' ') : `${Math.round(probeResult.widthMm)} mm`,
          },
        );
      return {
        name: newPrinter.name,
        address: probeResult.address,
        way: probeResult.way,
        size: newPrinter.size,
        dpi: newPrinter.dpi ?? probeResult.dpi ?? 203,
        packing: newPrinter.packing ?? probeResult.packing,
        reprints: newPrinter.reprints,
        channel: probeResult.channel,
        id: probeResult.id,
        completedIsPaper: false,
        raster: probeResult.raster,
        certificate: newPrinter.certificate,
        model: probeResult.model.slice(0, 200),
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
    async printTestLabel(name: string, withoutPaper: boolean): Promise<{ end: PrintResult; printer: ListedPrinter }> {
      const configuredPrinter = known.get(name);
      assertIdle(configuredPrinter.name);
      if (withoutPaper && configuredPrinter.way !== 'ipp')
        throw problem('printer', 'Only what an IPP printer calls completed is found out so.', {
          reason: 'not-ipp',
          said: configuredPrinter.name,
        });
      const probeResult = withoutPaper ? await probe(configuredPrinter.address, configuredPrinter.certificate) : null;
      if (probeResult?.passesOn)
        throw problem(
          'printer',
          `${configuredPrinter.name} is a queue that passes labels on: what it says is no proof of paper.`,
          {
            reason: 'passes-on',
            said: configuredPrinter.name,
          },
        );
      const refreshedPrinter = await refreshResolution(await detectChannel(configuredPrinter));
      // what the test finds holds for the printer that answers now
      const printer = probeResult ? { ...refreshedPrinter, id: probeResult.id } : refreshedPrinter;
      const code = `TEST-${String(Math.floor(host.random() * 1_000_000)).padStart(6, '0')}`;
      const { address } = printer;
      const pageResult = await host.makePage(
        { test: { name: printer.name, address, code, method: printMethodOf(printer) } },
        pageFormOf(printer),
      );
      if ('fault' in pageResult) throw problem('label', `The test label cannot be drawn: ${pageResult.fault}`);
      // stored before the first byte is sent, so that a label printed despite an error can still be scanned
      known.change(printer.name, { testCode: code, testedAt: null, ...(withoutPaper && { completedIsPaper: false }) });
      const faults = new Set<string>();
      const opened = await openConfiguredPrinter(
        { ...printer, completedIsPaper: withoutPaper || printer.completedIsPaper },
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
        const readyFault = withoutPaper ? null : await opened.waitUntilReady();
        const end: PrintResult = readyFault
          ? { end: 'not-left', why: 'not-reached', said: readyFault }
          : await opened.print(pageResult.page);
        const reportedDone = end.end !== 'lost' || end.why === 'no-proof' || end.why === 'connection-cut';
        const provesPaper = withoutPaper && !reportedDone && faults.has('paper-out');
        return {
          end,
          printer: toListed(
            provesPaper ? known.change(printer.name, { completedIsPaper: true, id: printer.id }) : known.get(name),
          ),
        };
      } finally {
        await opened.close();
      }
    },
    confirmTestLabel(name: string, scannedCode: string): ListedPrinter {
      const { testCode } = known.get(name);
      if (testCode === null) throw problem('invalid', 'Print a test label first.', { reason: 'no-test-label' });
      if (scannedCode.trim() !== testCode)
        throw problem('invalid', 'That is not what stands on the last test label of this printer.', {
          reason: 'test-label',
        });
      return toListed(known.change(name, { testedAt: host.now() }));
    },
  };
}
export type PrinterSetup = ReturnType<typeof printerSetup>;
