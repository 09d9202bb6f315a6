import type { Bitmap } from '../../shared/labels/bitmap.ts';
import type { OwnLabelFault, OwnLabelField } from '../../shared/labels/own-label.ts';

/** One page of an own label, in dots, with its own size (mm). */
export interface OwnLabelPage {
  readonly width: number;
  readonly height: number;
  /** null if only a printer can draw it: ZPL with text or barcodes */
  readonly bitmap: Bitmap | null;
  /** something on it is too light to be printed */
  readonly isFaint?: boolean;
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
