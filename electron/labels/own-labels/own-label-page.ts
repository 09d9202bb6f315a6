import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { OwnLabelFault, OwnLabelField } from '../../../shared/labels/own-label.ts';
import type { Size } from '../layout/label-form.ts';

/** One page of an own label, in dots, with its own size (mm). */
export interface OwnLabelPage {
  readonly width: number;
  readonly height: number;
  /** null if only a printer can draw it: ZPL with text or barcodes */
  readonly bitmap: Bitmap | null;
  /** whether something on it is too light to be printed; omitted: no */
  readonly isFaint?: boolean;
  /** something dark on it lies on a dark ground, and is printed as one with it */
  readonly hasDarkGround?: boolean;
  /** for ZPL: the drawing commands, and the print head they were written for (dots per mm) */
  readonly zpl?: {
    readonly fields: string;
    readonly dotsPerMm: number;
    /** the dots furthest right and down that are certainly used */
    readonly reach: { readonly x: number; readonly y: number };
    /** number of rows of dots at the top in which certainly nothing is drawn */
    readonly freeTopDots: number;
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

/** Maximum number of dots of one page, somewhat more than A4 at 600 dpi. */
const maxDots = 40_000_000;
/** Maximum side of a page (mm), somewhat more than the long side of A3. */
const maxSideMm = 425;
/** Minimum side of a page (mm): nothing readable is smaller. */
const minSideMm = 5;

/** Checks the size of a page (mm). Throws OwnLabelError if no printer at a counter has such paper. */
export function pageSize(width: number, height: number): Size {
  const fits = (mm: number): boolean => mm >= minSideMm && mm <= maxSideMm;
  if (fits(width) && fits(height)) return { width, height };
  const [roundedWidth, roundedHeight] = [Math.round(width), Math.round(height)];
  throw new OwnLabelError(
    'page-size',
    `A page of the own label is of ${roundedWidth} x ${roundedHeight} mm; at most ${maxSideMm} mm can be printed. Give it in a smaller size.`,
    { width: roundedWidth, height: roundedHeight, most: maxSideMm },
  );
}

/** The resolution to draw a page at (dots per mm): the given one, or half of it for a large page. */
export const limitResolution = ({ width, height }: Size, dotsPerMm: number): number =>
  width * height * dotsPerMm * dotsPerMm <= maxDots ? dotsPerMm : dotsPerMm / 2;
