import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { zplGraphic, type ZplPacking } from './zpl-graphic.ts';

export interface ZplOptions {
  packing: ZplPacking;
  /** whether the printer itself reprints a label after running out of paper or being opened halfway */
  reprints: boolean;
}

/**
 * One label in ZPL: one bitmap, printed once. First resets settings that move or turn a picture and may be left from
 * other programs; stores nothing in the printer, and leaves media, darkness and mode unchanged.
 */
export function toZpl(bitmap: Bitmap, { packing, reprints }: ZplOptions): string {
  const upright = '^PON^PMN^LRN^LS0^LH0,0';
  const size = `^PW${bitmap.width}^LL${bitmap.height}`;
  return `^XA^JZ${reprints ? 'Y' : 'N'}${upright}${size}^FO0,0${zplGraphic(bitmap, packing)}^PQ1,0,1,N^XZ\n`;
}
