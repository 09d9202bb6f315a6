import { z } from 'zod';
import { labelSizeNames, type LabelSizeName } from './label-sizes.ts';
import type { PrinterFault } from './print-end.ts';

export const headDpis = [203, 300, 600] as const;
export const zplPackings = ['z64', 'ascii'] as const;

export const maxPrinterNameLength = 60;
export const maxPrinterIdLength = 100;
/** As `AB:CD:…`, 32 bytes. */
export const certificatePattern = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/;

/** Raster formats for IPP printers that do not accept PDF: PWG 5102.4, and that of AirPrint. */
export const rasterForms = ['image/pwg-raster', 'image/urf'] as const;
/** Encoding of a dot: PWG 5102.4, section 4.3. */
export const rasterColors = ['sgray_8', 'srgb_8', 'black_1'] as const;
export const rasterSchema = z.strictObject({
  form: z.enum(rasterForms),
  colors: z.enum(rasterColors),
  /** dots per inch, as the printer reports them */
  dpi: z.int().min(50).max(2400),
});
export type Raster = z.infer<typeof rasterSchema>;

/** A second connection over which a printer's status is queried, and the id of the printer that answered there. */
export const statusChannelSchema = z.strictObject({
  port: z.int().min(1).max(65_535),
  id: z.string().min(1).max(maxPrinterIdLength),
});
export type StatusChannel = z.infer<typeof statusChannelSchema>;

/** A printer set up by a person on this machine. */
export const configuredPrinterSchema = z.strictObject({
  name: z.string().min(1).max(maxPrinterNameLength),
  /** in the form that `readPrinterAddress` produces */
  address: z.string().max(400),
  way: z.enum(['raw', 'ipp', 'system']),
  size: z.enum(labelSizeNames),
  /**
   * dots per inch of its head, or the resolution bars are laid out for if the operating system or a PDF draws it; 203
   * if unknown
   */
  dpi: z.literal(headDpis),
  /** raw printers: compression of pictures */
  packing: z.enum(zplPackings),
  /** raw printers: it is configured to reprint an interrupted label automatically */
  reprints: z.boolean(),
  /** raw printers: its status channel; null: none */
  channel: statusChannelSchema.nullable().default(null),
  /** identity reported by the printer under whatever address: serial number or printer-uuid; null: it reports none */
  id: z.string().min(1).max(maxPrinterIdLength).nullable().default(null),
  /** IPP printers: a test proved that jobs reported as completed are printed */
  completedIsPaper: z.boolean(),
  /** IPP printers: raster format of pages; null: PDF */
  raster: rasterSchema.nullable().default(null),
  /** IPP printers over TLS: SHA-256 of the certificate a person trusts although no authority signed it; null: none */
  certificate: z.string().regex(certificatePattern).nullable().default(null),
  /** model reported when it was set up; empty if none */
  model: z.string().max(200),
  /** content of the code on the last test label; null: none was printed */
  testCode: z.string().nullable(),
  /** when that label was scanned back (ms); null: never, or not since the printer's configuration changed */
  testedAt: z.int().nullable(),
});
export type ConfiguredPrinter = z.infer<typeof configuredPrinterSchema>;

/** Result of probing a printer. */
export interface PrinterProbe {
  way: ConfiguredPrinter['way'];
  address: string;
  /** empty if not reported */
  model: string;
  /** null if not reported, or a resolution the desk does not draw for */
  dpi: ConfiguredPrinter['dpi'] | null;
  /** print width (mm); null if not reported */
  widthMm: number | null;
  packing: ConfiguredPrinter['packing'];
  /** IPP printers without PDF: raster format */
  raster: Raster | null;
  /** it counts its labels, so each can be proved */
  counts: boolean;
  /** identity of the printer; null if not reported */
  id: string | null;
  /** raw printers that have one */
  channel: StatusChannel | null;
  /** a queue that forwards labels over a protocol other than IPP, so its "completed" proves nothing */
  passesOn: boolean;
  /** IPP printers: names of the loaded media */
  media: string[];
  /** label sizes it can print now */
  sizes: LabelSizeName[];
  /** what it waits for now */
  fault: PrinterFault | null;
}
