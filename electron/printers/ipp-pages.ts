import { rasterColors, rasterForms, type Raster } from '../../shared/printing/known-printer.ts';
import type { IppValue } from './ipp-message.ts';
import type { IppAttributes } from './ipp-state.ts';

/** What tells how a printer takes its pages, and where a queue leads. */
export const pageAttributes = [
  'document-format-supported',
  'print-scaling-supported',
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
}

/** Finer is no use for labels, and takes longer. */
const usualDpi = 300;

export function pagesOf(its: IppAttributes): IppPages | null {
  const takes = its.get('document-format-supported') ?? [];
  if (takes.includes('application/pdf')) return { mediaType: 'application/pdf', raster: null };
  for (const form of rasterForms) {
    const raster = takes.includes(form) ? (form === 'image/urf' ? urf(its) : pwg(its)) : null;
    if (raster) return { mediaType: form, raster };
  }
  return null;
}

function pwg(its: IppAttributes): Raster | null {
  const types = its.get('pwg-raster-document-type-supported') ?? [];
  const colors = rasterColors.find((one) => types.includes(one));
  const dpi = densest((its.get('pwg-raster-document-resolution-supported') ?? []).map(dpiOf));
  return colors && dpi !== null ? { form: 'image/pwg-raster', colors, dpi } : null;
}

/** AirPrint says all of it in one list: `W8` is grey, `SRGB24` color, `RS203-300` the densities. */
function urf(its: IppAttributes): Raster | null {
  const words = (its.get('urf-supported') ?? []).map(String);
  const colors = words.includes('W8') ? 'sgray_8' : words.includes('SRGB24') ? 'srgb_8' : null;
  const [, densities = ''] = words.map((word) => /^RS(\d+(?:-\d+)*)$/.exec(word)).find((found) => found !== null) ?? [];
  const dpi = densest(densities.split('-').map((text) => (text === '' ? null : Number(text))));
  return colors && dpi !== null ? { form: 'image/urf', colors, dpi } : null;
}

/** The nearest to what is usual. */
function densest(dpis: readonly (number | null)[]): number | null {
  const known = dpis.filter((dpi) => dpi !== null);
  return known.toSorted((a, b) => Math.abs(a - usualDpi) - Math.abs(b - usualDpi) || b - a)[0] ?? null;
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
