import {
  headDpis,
  rasterColors,
  rasterForms,
  type ConfiguredPrinter,
  type Raster,
} from '../../shared/printing/known-printer.ts';
import type { IppValue } from './ipp-message.ts';
import type { IppAttributes } from './ipp-state.ts';

/** Attributes that describe the page formats of a printer, and where a queue leads. */
export const pageAttributes = [
  'document-format-supported',
  'print-scaling-supported',
  'printer-resolution-default',
  'printer-resolution-supported',
  'pwg-raster-document-resolution-supported',
  'pwg-raster-document-type-supported',
  'urf-supported',
  // CUPS only
  'device-uri',
] as const;

/** The format in which a printer gets its pages. */
export interface PageFormat {
  mediaType: string;
  raster: Raster | null;
  /** resolution of its head, or one that divides it; null if it does not report one */
  dpi: ConfiguredPrinter['dpi'] | null;
}

/** A finer resolution is no use for labels, and takes longer (dpi). */
const preferredDpi = 300;

/**
 * Selects the format of the pages; null if the printer takes none that the desk has. A printer gets raster pages if it
 * takes them at the resolution of its head: its bars are then those of the desk, dot for dot, whereas each printer
 * draws a PDF by its own rules. Otherwise it gets PDF, laid out on the dots that it reports. So does a queue of CUPS,
 * whose filters redraw pages in any case, and raster pages on paths that are hardly ever used.
 */
export function selectPageFormat(attributes: IppAttributes): PageFormat | null {
  const formats = attributes.get('document-format-supported') ?? [];
  const head = headDpiOf(attributes);
  const rasters = rasterForms.flatMap((form) => {
    const raster = formats.includes(form)
      ? form === 'image/urf'
        ? urfRaster(attributes, head)
        : pwgRaster(attributes, head)
      : null;
    return raster ? [raster] : [];
  });
  const dpi = headDpis.findLast((one) => head !== null && dividesHead(one, head)) ?? null;
  const exact = rasters.find((one) => dividesHead(one.dpi, head ?? one.dpi));
  const isQueue = attributes.has('device-uri');
  if (formats.includes('application/pdf') && (isQueue || !exact))
    return { mediaType: 'application/pdf', raster: null, dpi };
  const raster = exact ?? rasters[0];
  return raster ? { mediaType: raster.form, raster, dpi } : null;
}

/** The resolution of the head as reported (dpi); else the finest that is supported. */
function headDpiOf(attributes: IppAttributes): number | null {
  const resolutionsIn = (name: string): number[] =>
    (attributes.get(name) ?? []).map(dpiOf).filter((dpi) => dpi !== null);
  return (
    resolutionsIn('printer-resolution-default')[0] ??
    resolutionsIn('printer-resolution-supported').toSorted((a, b) => b - a)[0] ??
    null
  );
}
/** Whether each dot of `dpi` is a whole number of dots of the head. */
const dividesHead = (dpi: number, head: number): boolean => head % dpi === 0;

function pwgRaster(attributes: IppAttributes, head: number | null): Raster | null {
  const types = attributes.get('pwg-raster-document-type-supported') ?? [];
  const colors = rasterColors.find((one) => types.includes(one));
  const dpi = bestResolution((attributes.get('pwg-raster-document-resolution-supported') ?? []).map(dpiOf), head);
  return colors && dpi !== null ? { form: 'image/pwg-raster', colors, dpi } : null;
}

/** AirPrint reports everything in one list: `W8` is grey, `SRGB24` color, `RS203-300` the resolutions. */
function urfRaster(attributes: IppAttributes, head: number | null): Raster | null {
  const words = (attributes.get('urf-supported') ?? []).map(String);
  const colors = words.includes('W8') ? 'sgray_8' : words.includes('SRGB24') ? 'srgb_8' : null;
  const [, densities = ''] = words.map((word) => /^RS(\d+(?:-\d+)*)$/.exec(word)).find((found) => found !== null) ?? [];
  const dpi = bestResolution(
    densities.split('-').map((text) => (text === '' ? null : Number(text))),
    head,
  );
  return colors && dpi !== null ? { form: 'image/urf', colors, dpi } : null;
}

/**
 * The resolution nearest to the preferred one among those that divide the head's, else among all. An unreported head is taken
 * to be as fine as the finest.
 */
function bestResolution(dpis: readonly (number | null)[], reportedHead: number | null): number | null {
  const supported = dpis.filter((dpi) => dpi !== null);
  const head = reportedHead ?? Math.max(...supported);
  const dividing = supported.filter((dpi) => dividesHead(dpi, head));
  const best = dividing.length > 0 ? dividing : supported;
  return best.toSorted((a, b) => Math.abs(a - preferredDpi) - Math.abs(b - preferredDpi) || b - a)[0] ?? null;
}

/**
 * RFC 8011, section 5.1.16: horizontal, vertical, and 3 for dots per inch. Null for another unit, or if the two differ.
 */
function dpiOf(value: IppValue): number | null {
  if (!(value instanceof Uint8Array) || value.length !== 9) return null;
  const view = new DataView(value.buffer, value.byteOffset, value.length);
  const [across, along, unit] = [view.getInt32(0), view.getInt32(4), view.getUint8(8)];
  return unit === 3 && across === along && across > 0 ? across : null;
}

/**
 * Whether a queue passes pages on over anything but IPP, or does not wait for them there: its "completed" then means
 * that they were sent. CUPS reports where a queue leads; a printer itself reports nothing.
 */
export function forwardsPages(attributes: IppAttributes): boolean {
  const [leads] = attributes.get('device-uri') ?? [];
  if (typeof leads !== 'string') return false;
  const isIpp = /^ipps?:/.test(leads) || /^dnssd:.*\._ipps?\._tcp/i.test(leads);
  return !isIpp || /[?&]waitjob=(false|no|off|0)\b/i.test(leads);
}
