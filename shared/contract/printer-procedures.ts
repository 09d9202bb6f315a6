import { z } from 'zod';
import {
  headDpis,
  longestPrinterName,
  zplPackings,
  certificatePattern,
  type KnownPrinter,
  type PrinterProbe,
} from '../printing/known-printer.ts';
import type { FoundPrinter } from '../printing/found-printer.ts';
import { labelSizeNames, type LabelSizeName } from '../printing/label-sizes.ts';
import type { PrintEnd } from '../printing/print-end.ts';
import { asks } from './procedure.ts';
import { commandId, nothing } from './procedure-inputs.ts';

const address = z.string().min(1).max(300);
const name = z.string().trim().min(1).max(longestPrinterName);

/** A printer as screens show it: what stands on its test label is for the scanner alone. */
export type PrinterShown = Omit<KnownPrinter, 'testCode'> & {
  /** a test label was printed and not scanned yet */
  awaitsScan: boolean;
  /** a job of the desk prints on it now */
  printing: boolean;
};
export interface Printers {
  printers: PrinterShown[];
  /** which of them takes labels of a size */
  chosen: Partial<Record<LabelSizeName, string>>;
}

/** SHA-256 of a certificate that a person trusts though nobody vouches for it. */
const certificate = z.string().regex(certificatePattern).nullable().default(null);

/** How a printer is set up; what is left out is as the printer says. */
export const printerWanted = z.strictObject({
  name,
  address,
  size: z.enum(labelSizeNames).default('100x150'),
  dpi: z.literal(headDpis).optional(),
  packing: z.enum(zplPackings).optional(),
  /** the printer itself prints a label again that it cut */
  reprints: z.boolean().default(false),
  certificate,
});

/** Printers of this machine. Rows of the desk contract. What fails says `printer`; its reason: `address`, `not-reached`, `no-answer`, `no-zpl`, `no-ipp`, `form`, `media`, `unknown`, `in-use`, `unnamed`, `certificate` (`said` is its SHA-256), `no-system`, `passes-on`. */
export const printerProcedures = {
  'printers.list': asks<Printers>()('desk', () => nothing),
  /** asks what is at an address; a screen's address is confirmed by a person at the host first, `cancelled` where they do not */
  'printers.probe': asks<PrinterProbe>()('desk', () => z.strictObject({ address, certificate })),
  /** queues of this machine, printers of its system, and those that tell of themselves on its network; takes some seconds */
  'printers.find': asks<{ printers: FoundPrinter[] }>()('desk', () => nothing),
  /** lets a person choose the device that a printer hangs on, in the dialog of the host; its address, or null where they chose none */
  'printers.chooseDevice': asks<{ address: string | null }>()('desk', () => nothing),
  /** sets a printer up that answers, and holds labels of this size; confirmed as for `printers.probe` */
  'printers.add': asks<PrinterShown>()('desk', () => z.strictObject({ commandId, ...printerWanted.shape })),
  'printers.remove': asks<Printers>()('desk', () => z.strictObject({ commandId, name })),
  /** labels of a size go to this one */
  'printers.choose': asks<Printers>()('desk', () => z.strictObject({ commandId, size: z.enum(labelSizeNames), name })),
  /**
   * prints a label whose code is to be scanned back; a printer that does not print within half a minute is told so by `end`. `empty`: the paper
   * was taken out before, to find out whether the printer says "completed" all the same
   */
  'printers.test': asks<{ end: PrintEnd; printer: PrinterShown }>()('desk', () =>
    z.strictObject({ commandId, name, empty: z.boolean().default(false) }),
  ),
  /** what was scanned from the test label; `invalid` where that is not what stands on it */
  'printers.tested': asks<PrinterShown>()('desk', () =>
    z.strictObject({ commandId, name, scanned: z.string().max(200) }),
  ),
} as const;
