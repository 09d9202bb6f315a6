import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { OwnLabelFault, OwnLabelField } from '../../../shared/labels/own-label.ts';
import type { Size } from '../layout/label-form.ts';

/** One page of an own label, in dots, with its own size (mm). */
export interface OwnLabelPage {
  readonly width: number;
  readonly height: number;
  /** null if only a printer can draw it: ZPL with text or barcodes */
  readonly bitmap: Bitmap | null;
  /** something on it is too light to be printed */
  readonly isFaint?: boolean;
  /** something dark on it lies on a dark ground, and is printed as one with it */
  readonly hasDarkGround?: boolean;
  /** for ZPL: the drawing commands, and the print head they were written for (dots per mm) */
  readonly zpl?: {
    readonly fields: string;
    readonly dots: number;
    /** the furthest dots that are certainly used */
    readonly reach: { readonly x: number; readonly y: number };
    /** dots from the top edge in which certainly nothing is drawn */
    readonly freeAbove: number;
  };
}

/**
 * An own label that cannot be printed as it is. `params` fill the sentence of a screen; `field` is the request field
 * that holds the label, once that is known.
 */
export class OwnLabelError extends Error {
  override name = 'OwnLabelError';
  readonly reason: OwnLabelFault;
  readonly params: Readonly<Record<string, string | number>>;
  field: OwnLabelField = 'ImportLabel';

  constructor(reason: OwnLabelFault, message: string, params: OwnLabelError['params'] = {}) {
    super(message);
    this.reason = reason;
    this.params = params;
  }
}

/** Dots of one page: A4 at 600 dpi, and some more. */
const maxDots = 40_000_000;
/** The long side of A3 and some more, in mm. */
const maxSideMm = 425;
/** Nothing readable is smaller (mm). */
const minSideMm = 5;

/** Checks the size of a page (mm). Throws OwnLabelError if no printer at a counter has such paper. */
export function pageSize(width: number, height: number): Size {
  const fits = (mm: number): boolean => mm >= minSideMm && mm <= maxSideMm;
  if (fits(width) && fits(height)) return { width, height };
  const [w, h] = [Math.round(width), Math.round(height)];
  throw new OwnLabelError(
    'page-size',
    `A page of the own label is of ${w} x ${h} mm; at most ${maxSideMm} mm can be printed. Give it in a smaller size.`,
    { width: w, height: h, most: maxSideMm },
  );
}

/** The resolution to draw a page at (dots per mm): as wanted, or half of that for a large page. */
export const resolutionFor = ({ width, height }: Size, wanted: number): number =>
  width * height * wanted * wanted <= maxDots ? wanted : wanted / 2;
