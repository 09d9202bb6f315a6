import {
  headDpis,
  maxPrinterNameLength,
  zplPackings,
  certificatePattern,
  type ConfiguredPrinter,
  type PrinterProbe,
  type FoundPrinter,
} from '../printing/configured-printer.ts';
import { labelSizeNames, type LabelSizeName } from '../printing/label-sizes.ts';
import type { PrintResult } from '../printing/print-states.ts';
import { defineProcedure, commandId, noInput } from './procedure.ts';
import { z } from 'zod';

const address = z.string().min(1).max(300);
const name = z.string().trim().min(1).max(maxPrinterNameLength);

/** A printer as screens show it, without the code on its test label, which must be scanned. */
export type ListedPrinter = Omit<ConfiguredPrinter, 'testCode'> & {
  /** a test label was printed and not scanned yet */
  awaitsScan: boolean;
  /** a job is printing on it now */
  printing: boolean;
};
export interface PrinterList {
  printers: ListedPrinter[];
  /** the printer chosen for each label size */
  chosen: Partial<Record<LabelSizeName, string>>;
}

/** SHA-256 of a certificate that a person trusts although no authority signed it. */
const certificate = z.string().regex(certificatePattern).nullable().default(null);

/** Configuration of a new printer; what is omitted is taken from the printer. */
export const newPrinterSchema = z.strictObject({
  name,
  address,
  size: z.enum(labelSizeNames).default('100x150'),
  dpi: z.literal(headDpis).optional(),
  packing: z.enum(zplPackings).optional(),
  /** the printer itself reprints a label that was interrupted */
  reprints: z.boolean().default(false),
  certificate,
});

/**
 * Printers of this machine. Rows of the desk contract. A failure has kind `printer` with reason `address`,
 * `not-reached`, `no-answer`, `no-zpl`, `no-ipp`, `form`, `media`, `unknown`, `in-use`, `unnamed`, `certificate`
 * (`said` is its SHA-256), `no-system`, `passes-on`.
 */
export const printerProcedures = {
  'printers.list': defineProcedure<PrinterList>()('desk', () => noInput),
  /** probes an address; a person at the host confirms an address from a screen first, `cancelled` if they do not */
  'printers.probe': defineProcedure<PrinterProbe>()('desk', { by: 'host' }, () =>
    z.strictObject({ address, certificate }),
  ),
  /**
   * finds queues of this machine, printers of its operating system, and printers that announce themselves on the
   * network; takes some seconds
   */
  'printers.find': defineProcedure<{ printers: FoundPrinter[] }>()('desk', { by: 'host' }, () => noInput),
  /** lets a person choose the device a printer is connected to in the host's dialog; null if they cancel */
  'printers.chooseDevice': defineProcedure<{ address: string | null }>()('desk', { by: 'host' }, () => noInput),
  /** sets up a printer that answers and has labels of this size; confirmed as for `printers.probe` */
  'printers.add': defineProcedure<ListedPrinter>()('desk', { by: 'host', actor: true, stay: true }, () =>
    z.strictObject({ commandId, ...newPrinterSchema.shape }),
  ),
  'printers.remove': defineProcedure<PrinterList>()('desk', { actor: true, stay: true }, () =>
    z.strictObject({ commandId, name }),
  ),
  /** makes this the printer for labels of a size */
  'printers.choose': defineProcedure<PrinterList>()('desk', { actor: true, stay: true }, () =>
    z.strictObject({ commandId, size: z.enum(labelSizeNames), name }),
  ),
  /**
   * prints a test label whose code is to be scanned back; `end` reports a printer that does not print within half a
   * minute. `empty`: the paper was removed first, to find out whether the printer reports "completed" without paper
   */
  'printers.test': defineProcedure<{ end: PrintResult; printer: ListedPrinter }>()('desk', () =>
    z.strictObject({ commandId, name, empty: z.boolean().default(false) }),
  ),
  /** checks what was scanned from the test label; `invalid` if it does not match */
  'printers.tested': defineProcedure<ListedPrinter>()('desk', () =>
    z.strictObject({ commandId, name, scanned: z.string().max(200) }),
  ),
} as const;
