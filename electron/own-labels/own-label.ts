import type { Bitmap } from '../../shared/labels/bitmap.ts';
import type { OwnLabelFault, OwnLabelField } from '../../shared/labels/own-label.ts';

/** One page of a label that an order brings along, in dots, with the size it has by itself (mm). */
export interface OwnPage {
  readonly width: number;
  readonly height: number;
  /** null where only a printer can draw it: ZPL with letters or codes */
  readonly bitmap: Bitmap | null;
  /** something on it is too light to be printed */
  readonly isFaint?: boolean;
  /** ZPL: what it draws, command by command, and for a head of how many dots to the millimetre */
  readonly zpl?: {
    readonly fields: string;
    readonly dots: number;
    /** the furthest dots that are surely used */
    readonly reach: { readonly x: number; readonly y: number };
    /** dots from the top edge in which surely nothing is drawn */
    readonly freeAbove: number;
  };
}

/** An own label that cannot be taken as it is; `params` are what a screen puts into its own sentence, `field` is where it stands, once that is known. */
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
