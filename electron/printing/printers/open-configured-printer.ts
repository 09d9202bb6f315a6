import { problem } from '../../../shared/contract/problem.ts';
import {
  type ConfiguredPrinter,
  type PrinterProbe,
  readPrinterAddress,
  type PrinterAddress,
} from '../../../shared/printing/configured-printer.ts';
import { labelSizes } from '../../../shared/printing/label-sizes.ts';
import type { ChannelDropReason } from '../../../shared/printing/print-states.ts';
import { openIppPrinter } from './ipp-printer.ts';
import type { PollOptions, Printer } from './printer.ts';
import { probeIpp } from './probe-ipp.ts';
import { probeRaw, type ProbeHost } from './probe-raw.ts';
import { openRawPrinter } from './raw-printer.ts';
import { openSystemPrinter, probeSystemPrinter, type SystemPrinters } from './system-printer.ts';

/**
 * Timeouts for printers on a network (ms). A job waits for a printer that is out of paper until a person gives up, at
 * most `patienceMs`.
 */
export const printerTimeouts = { connectMs: 3000, answerMs: 2000, pollMs: 250, patienceMs: 3_600_000 };
/** Timeout of an IPP call while printing (ms): one call sends a whole page. */
const ippAnswerMs = 30_000;

export type OpenPrinterHost = Pick<PollOptions, 'after' | 'onFault' | 'isWaitCancelled'> & {
  /** user name in a printer's own list of jobs */
  user: string;
  /** called with the reason when the status channel of a printer is no longer used */
  onChannelDropped?: (reason: ChannelDropReason) => void;
  /** printers of the operating system; null if the host has none */
  system: SystemPrinters | null;
  /**
   * reserves a printer for this desk by its address, since it would mix labels of two desks; null: another desk of this
   * machine prints there
   */
  lease: (address: string) => (() => void) | null;
  /**
   * identifies this desk among others on the same printer, also after a restart; omitted: new for each printer opened
   */
  desk?: string;
} & Partial<typeof printerTimeouts>;

/** Parses an address as typed. Throws ProblemError `printer`. */
export function parseAddress(typedAddress: string): PrinterAddress {
  const address = readPrinterAddress(typedAddress);
  if (address === null)
    throw problem('printer', 'This is no address of a printer. Write 192.0.2.7, or ipp://192.0.2.7/ipp/print.', {
      reason: 'address',
      said: '',
    });
  return address;
}

/** Timeout of a probe by IPP (ms): a queue asks its printer first, and lprint waits ten seconds for a silent one. */
export const ippProbeMs = 15_000;

export interface ProbePrinterHost extends ProbeHost {
  /** ms for an answer by IPP; omitted: `answerMs` */
  ippProbeMs?: number;
  system: SystemPrinters | null;
  /** SHA-256 of a certificate that a person trusts although no authority vouches for it */
  certificate?: string | null;
}

/** Identifies the printer at an address. Throws ProblemError `printer`. */
export function probePrinter(typedAddress: string, host: ProbePrinterHost): Promise<PrinterProbe> {
  const address = parseAddress(typedAddress);
  switch (address.way) {
    case 'raw':
    case 'device':
      return probeRaw(address, host);
    case 'ipp':
      return probeIpp(address, { ...host, answerMs: host.ippProbeMs ?? host.answerMs });
    case 'system':
      return probeSystemPrinter(address.name, host.system);
  }
}

/** Opens a configured printer, for this desk alone until it is closed. Throws ProblemError `printer`. */
export async function openConfiguredPrinter(printer: ConfiguredPrinter, host: OpenPrinterHost): Promise<Printer> {
  const address = parseAddress(printer.address);
  const timeouts = { ...printerTimeouts, ...host };
  const size = labelSizes[printer.size];
  switch (address.way) {
    case 'raw':
    case 'device':
      return openRawPrinter({
        ...timeouts,
        destination: address,
        channel: printer.channel,
        id: printer.id,
        // a printer without an id may be set up under two addresses, each with its own marks
        ...(host.desk !== undefined && { desk: `${host.desk} ${address.text}` }),
        reprints: printer.reprints,
        lease: () =>
          leaseAll(host.lease, [address.text, ...(printer.channel ? [idLeaseName(printer.channel.id)] : [])]),
        leaseId: (id) => host.lease(idLeaseName(id)),
      });
    case 'ipp':
      return openIppPrinter({
        ...timeouts,
        answerMs: ippAnswerMs,
        uri: address.text,
        ...size,
        mediaType: printer.raster?.form ?? 'application/pdf',
        completedIsPaper: printer.completedIsPaper,
        uuid: printer.id,
        certificate: printer.certificate,
      });
    case 'system':
      return openSystemPrinter({ ...timeouts, name: address.name, ...size });
  }
}

const idLeaseName = (id: string): string => `printer ${id}`;

/** Leases all names or none; null: one of them is taken. A printer with an id is the same one under every address. */
function leaseAll(lease: OpenPrinterHost['lease'], names: readonly string[]): (() => void) | null {
  const acquired: (() => void)[] = [];
  const release = (): void => acquired.forEach((releaseName) => releaseName());
  for (const name of names) {
    const releaseName = lease(name);
    if (!releaseName) {
      release();
      return null;
    }
    acquired.push(releaseName);
  }
  return release;
}
