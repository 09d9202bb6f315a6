import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { zplGraphic, type ZplPacking } from './zpl-graphic.ts';

export interface ZplOptions {
  packing: ZplPacking;
  /** whether the printer prints a label again by itself that ran out of paper or was opened in the middle of */
  reprints: boolean;
}

/**
 * One label in ZPL: one bitmap, printed once. What others may have set and what moves or turns a picture is set to nothing first; nothing
 * is kept in the printer, and nothing about its media, its darkness or its mode is touched.
 */
export function toZpl(bitmap: Bitmap, { packing, reprints }: ZplOptions): string {
  const upright = '^PON^PMN^LRN^LS0^LH0,0';
  const size = `^PW${bitmap.width}^LL${bitmap.height}`;
  return `^XA^JZ${reprints ? 'Y' : 'N'}${upright}${size}^FO0,0${zplGraphic(bitmap, packing)}^PQ1,0,1,N^XZ\n`;
}
