import { labelSizeNames, type LabelSizeName } from './label-sizes.ts';
import type { PrinterFault } from './print-states.ts';
import { z } from 'zod';

/**
 * Where a printer was found: a queue of this machine (CUPS), a printer of the operating system, or one that announces
 * itself on the network.
 */
export const printerSources = ['cups', 'system', 'network'] as const;

/** A printer found by a search, not contacted yet. `place`: where it was found; `about`: how it describes itself. */
export interface FoundPrinter {
  /** name given by the operating system or the printer itself */
  name: string;
  /** in the form that `readPrinterAddress` produces */
  address: string;
  place: (typeof printerSources)[number];
  /** its model or description; empty if none */
  about: string;
}

/** Address of a printer. `text` is the form that is stored and shown. */
export type PrinterAddress =
  | { way: 'raw'; text: string; host: string; port: number }
  /** a device of this machine that accepts raw ZPL */
  | { way: 'device'; text: string; path: string }
  | { way: 'ipp'; text: string; host: string; port: number }
  /** a printer of the operating system, by its name there */
  | { way: 'system'; text: string; name: string };

/** Port on which most label printers accept raw ZPL. */
const rawPort = 9100;
/** RFC 8010, section 4. */
const ippPort = 631;
const maxAddressLength = 300;

export const systemPrinterAddress = (name: string): string => `system:${name}`;
export const devicePrinterAddress = (path: string): string => `device:${path}`;

/**
 * Parses an address as people write it: `192.0.2.7`, `printer.example:9100` and `socket://…` are a raw printer,
 * `ipp://…` and `ipps://…` an IPP printer, `/dev/usb/lp0` a device of this machine, `system:NAME` a printer of the
 * operating system. Null for anything else, and for an address with a user name or password.
 */
export function readPrinterAddress(typed: string): PrinterAddress | null {
  const address = typed.trim();
  if (address === '' || address.length > maxAddressLength || /\p{Cc}/u.test(address)) return null;
  const [, name] = /^system:(.+)$/i.exec(address) ?? [];
  if (name !== undefined) return { way: 'system', text: systemPrinterAddress(name), name };
  const [, path] = /^(?:device:)?(\/.+)$/i.exec(address) ?? [];
  if (path !== undefined)
    return path.includes('/..') ? null : { way: 'device', text: devicePrinterAddress(path), path };
  return /\s/.test(address) ? null : readNetworkAddress(address);
}

function readNetworkAddress(address: string): PrinterAddress | null {
  const [, scheme = 'socket', hostPart = address] = /^([a-z]+):\/\/(.*)$/i.exec(address) ?? [];
  const way = { socket: 'raw', ipp: 'ipp', ipps: 'ipp' }[scheme.toLowerCase()] as 'raw' | 'ipp' | undefined;
  if (way === undefined) return null;
  let url: URL;
  try {
    // URL normalises the host only for schemes it knows
    url = new URL(`http://${hostPart}`);
  } catch {
    return null;
  }
  const { hostname: host, pathname, search, hash } = url;
  if (host === '' || url.username !== '' || url.password !== '' || search !== '' || hash !== '') return null;
  const portText = /:(\d{1,5})(?:\/|$)/.exec(hostPart.replace(/^\[[^\]]*\]/, ''))?.[1];
  const port = portText === undefined ? (way === 'raw' ? rawPort : ippPort) : Number(portText);
  if (port < 1 || port > 65_535) return null;
  if (way === 'raw') {
    if (pathname !== '/') return null;
    return { way, text: `socket://${host}:${port}`, host: host.replace(/^\[|\]$/g, ''), port };
  }
  const path = pathname === '/' ? '/ipp/print' : pathname;
  return { way, text: `${scheme.toLowerCase()}://${host}:${port}${path}`, host, port };
}

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
