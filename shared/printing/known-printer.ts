import { z } from 'zod';
import { labelSizeNames, type LabelSizeName } from './label-sizes.ts';
import type { PrinterFault } from './print-end.ts';

export const headDpis = [203, 300, 600] as const;
export const zplPackings = ['z64', 'ascii'] as const;

export const longestPrinterName = 60;
export const longestPrinterId = 100;
/** As `AB:CD:…`, 32 bytes. */
export const certificatePattern = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/;

/** Pages of dots, for IPP printers that take no PDF: PWG 5102.4, and what AirPrint has. */
export const rasterForms = ['image/pwg-raster', 'image/urf'] as const;
/** How a dot is told: PWG 5102.4, section 4.3. */
export const rasterColors = ['sgray_8', 'srgb_8', 'black_1'] as const;
export const rasterSchema = z.strictObject({
  form: z.enum(rasterForms),
  colors: z.enum(rasterColors),
  /** dots to the inch, as the printer tells them */
  dpi: z.int().min(50).max(2400),
});
export type Raster = z.infer<typeof rasterSchema>;

/** Where a printer is asked how it stands beside the connection that labels go over, and which printer answered there. */
export const statusChannelSchema = z.strictObject({
  port: z.int().min(1).max(65_535),
  id: z.string().min(1).max(longestPrinterId),
});
export type StatusChannel = z.infer<typeof statusChannelSchema>;

/** A printer that a person of this machine has set up. */
export const knownPrinterSchema = z.strictObject({
  name: z.string().min(1).max(longestPrinterName),
  /** as `readPrinterAddress` writes it */
  address: z.string().max(400),
  way: z.enum(['raw', 'ipp', 'system']),
  size: z.enum(labelSizeNames),
  /** dots to the inch of its head, or what bars are laid out for where its system or a PDF is drawn on; 203 where it is not known */
  dpi: z.literal(headDpis),
  /** of raw printers: how a picture is packed for it */
  packing: z.enum(zplPackings),
  /** of raw printers: it is told to print a label again by itself that it cut */
  reprints: z.boolean(),
  /** of raw printers: its status channel; null: it has none */
  channel: statusChannelSchema.nullable().default(null),
  /** which printer it is, as it tells under whatever address: its serial number or printer-uuid; null: it does not tell */
  id: z.string().min(1).max(longestPrinterId).nullable().default(null),
  /** of IPP printers: what it calls completed was found to be paper */
  completedIsPaper: z.boolean(),
  /** of IPP printers: how they get pages; null: as PDF */
  raster: rasterSchema.nullable().default(null),
  /** of IPP printers over TLS: the certificate a person trusts though nobody vouches for it, by its SHA-256; null: none */
  certificate: z.string().regex(certificatePattern).nullable().default(null),
  /** it said what it is when it was set up; empty where it did not */
  model: z.string().max(200),
  /** what stands on the last test label, in its code; null: none was printed */
  testCode: z.string().nullable(),
  /** when that label was scanned back (ms); null: never, or not since it was changed */
  testedAt: z.int().nullable(),
});
export type KnownPrinter = z.infer<typeof knownPrinterSchema>;

/** What a printer said when it was asked what it is. */
export interface PrinterProbe {
  way: KnownPrinter['way'];
  address: string;
  /** empty where it does not say */
  model: string;
  /** null where it does not say, or is of a density the desk does not draw for */
  dpi: KnownPrinter['dpi'] | null;
  /** how wide it prints (mm); null where it does not say */
  widthMm: number | null;
  packing: KnownPrinter['packing'];
  /** of IPP printers that take no PDF: pages of dots */
  raster: Raster | null;
  /** it counts its labels, so that it can prove each of them */
  counts: boolean;
  /** which printer it is; null where it does not say */
  id: string | null;
  /** of raw printers that have one */
  channel: StatusChannel | null;
  /** it is a queue that passes labels on over something that is no IPP, so that its "completed" proves nothing */
  passesOn: boolean;
  /** of IPP printers: names of the media that are in it */
  media: string[];
  /** label sizes it can print now */
  sizes: LabelSizeName[];
  /** what it waits for now */
  fault: PrinterFault | null;
}
