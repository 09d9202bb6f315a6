import {
  headDpis,
  rasterColors,
  rasterForms,
  type KnownPrinter,
  type Raster,
} from '../../shared/printing/known-printer.ts';
import type { IppValue } from './ipp-message.ts';
import type { IppAttributes } from './ipp-state.ts';

/** What tells how a printer takes its pages, and where a queue leads. */
export const pageAttributes = [
  'document-format-supported',
  'print-scaling-supported',
  'printer-resolution-default',
  'printer-resolution-supported',
  'pwg-raster-document-resolution-supported',
  'pwg-raster-document-type-supported',
  'urf-supported',
  // of CUPS
  'device-uri',
] as const;

/** How a printer takes pages; null: in no form the desk has. */
export interface IppPages {
  mediaType: string;
  raster: Raster | null;
  /** dots to the inch of its head, or of one whose dots are whole dots of it; null where it does not say */
  dpi: KnownPrinter['dpi'] | null;
}

/** Finer is no use for labels, and takes longer. */
const usualDpi = 300;

/**
 * A printer gets pages of dots where it takes them as its head has them: its bars are then those of the desk, dot for dot, whereas each printer
 * draws a PDF by rules of its own. PDF is what it gets otherwise, laid out on the dots it tells; and so does a queue of CUPS, whose filters draw
 * pages anew in any case, and pages of dots on paths that are hardly ever used.
 */
export function pagesOf(its: IppAttributes): IppPages | null {
  const takes = its.get('document-format-supported') ?? [];
  const head = headDpiOf(its);
  const rasters = rasterForms.flatMap((form) => {
    const raster = takes.includes(form) ? (form === 'image/urf' ? urf(its, head) : pwg(its, head)) : null;
    return raster ? [raster] : [];
  });
  const dpi = headDpis.findLast((one) => head !== null && isWhole(one, head)) ?? null;
  const exact = rasters.find((one) => isWhole(one.dpi, head ?? one.dpi));
  const isQueue = its.has('device-uri');
  if (takes.includes('application/pdf') && (isQueue || !exact))
    return { mediaType: 'application/pdf', raster: null, dpi };
  const raster = exact ?? rasters[0];
  return raster ? { mediaType: raster.form, raster, dpi } : null;
}

/** As it tells the dots of its head; else the densest that it takes. */
function headDpiOf(its: IppAttributes): number | null {
  const told = (name: string): number[] => (its.get(name) ?? []).map(dpiOf).filter((dpi) => dpi !== null);
  return (
    told('printer-resolution-default')[0] ?? told('printer-resolution-supported').toSorted((a, b) => b - a)[0] ?? null
  );
}
/** Each dot of the first is whole dots of a head. */
const isWhole = (dpi: number, head: number): boolean => head % dpi === 0;

function pwg(its: IppAttributes, head: number | null): Raster | null {
  const types = its.get('pwg-raster-document-type-supported') ?? [];
  const colors = rasterColors.find((one) => types.includes(one));
  const dpi = fitting((its.get('pwg-raster-document-resolution-supported') ?? []).map(dpiOf), head);
  return colors && dpi !== null ? { form: 'image/pwg-raster', colors, dpi } : null;
}

/** AirPrint says all of it in one list: `W8` is grey, `SRGB24` color, `RS203-300` the densities. */
function urf(its: IppAttributes, head: number | null): Raster | null {
  const words = (its.get('urf-supported') ?? []).map(String);
  const colors = words.includes('W8') ? 'sgray_8' : words.includes('SRGB24') ? 'srgb_8' : null;
  const [, densities = ''] = words.map((word) => /^RS(\d+(?:-\d+)*)$/.exec(word)).find((found) => found !== null) ?? [];
  const dpi = fitting(
    densities.split('-').map((text) => (text === '' ? null : Number(text))),
    head,
  );
  return colors && dpi !== null ? { form: 'image/urf', colors, dpi } : null;
}

/** Of those whose dots are whole dots of the head, else of all, the nearest to what is usual. A head that is not told is as dense as the densest. */
function fitting(dpis: readonly (number | null)[], told: number | null): number | null {
  const known = dpis.filter((dpi) => dpi !== null);
  const head = told ?? Math.max(...known);
  const whole = known.filter((dpi) => isWhole(dpi, head));
  const best = whole.length > 0 ? whole : known;
  return best.toSorted((a, b) => Math.abs(a - usualDpi) - Math.abs(b - usualDpi) || b - a)[0] ?? null;
}

/** RFC 8011, section 5.1.16: across, along, and 3 for dots to the inch. Null for one that is not the same both ways. */
function dpiOf(value: IppValue): number | null {
  if (!(value instanceof Uint8Array) || value.length !== 9) return null;
  const view = new DataView(value.buffer, value.byteOffset, value.length);
  const [across, along, unit] = [view.getInt32(0), view.getInt32(4), view.getUint8(8)];
  return unit === 3 && across === along && across > 0 ? across : null;
}

/**
 * A queue that passes pages on over anything but IPP, or does not wait there: its "completed" says that they were sent. CUPS tells where a queue
 * leads; one that is the printer itself tells nothing.
 */
export function passesOn(its: IppAttributes): boolean {
  const [leads] = its.get('device-uri') ?? [];
  if (typeof leads !== 'string') return false;
  const isIpp = /^ipps?:/.test(leads) || /^dnssd:.*\._ipps?\._tcp/i.test(leads);
  return !isIpp || /[?&]waitjob=(false|no|off|0)\b/i.test(leads);
}
