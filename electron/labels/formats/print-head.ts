import type { Bitmap, Layout, PictureBox } from '../../../shared/labels/label-layout.ts';

const isDark = ({ bits, bytesPerRow }: Bitmap, x: number, y: number): boolean =>
  ((bits[y * bytesPerRow + (x >> 3)] as number) & (0x80 >> (x & 7))) !== 0;

/**
 * Resamples a picture to fewer or more dots. A dot is dark if at least half of what it covers is dark, so that edges
 * stay in place.
 */
export function resample(from: Bitmap, width: number, height: number): Bitmap {
  if (from.width === width && from.height === height) return from;
  const bytesPerRow = Math.ceil(width / 8);
  const bits = new Uint8Array(bytesPerRow * height);
  const [columns, rows] = [sourceRanges(from.width, width), sourceRanges(from.height, height)];
  rows.forEach(([top, bottom], y) => {
    columns.forEach(([left, right], x) => {
      let dark = 0;
      for (let dy = top; dy < bottom; dy += 1)
        for (let dx = left; dx < right; dx += 1) if (isDark(from, dx, dy)) dark += 1;
      if (dark * 2 >= (bottom - top) * (right - left)) bits[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
    });
  });
  return { width, height, bytesPerRow, bits };
}

/** For each of `into` target positions the range of source positions it covers; at least one. */
function sourceRanges(of: number, into: number): (readonly [number, number])[] {
  return Array.from({ length: into }, (_, at) => {
    const from = Math.floor((at * of) / into);
    return [from, Math.max(from + 1, Math.floor(((at + 1) * of) / into))] as const;
  });
}

/** Dots per millimetre of print heads, by their nominal dots per inch. */
export const dotsPerMm = { 203: 8, 300: 12, 600: 24 } as const;
export type HeadDpi = keyof typeof dotsPerMm;
/** Resolution of a renderer: a head by its nominal dpi, or any dots per millimetre. */
export type Dots = HeadDpi | { readonly perMm: number };
/** For everything that counts dots per inch exactly: IPP, PDF, and system drivers. */
export const perInch = (dpi: number): { readonly perMm: number } => ({ perMm: dpi / 25.4 });
export const perMm = (dots: Dots): number => (typeof dots === 'object' ? dots.perMm : dotsPerMm[dots]);

/** The layout with its pictures resampled to whole dots of a head; its barcodes are already aligned. */
export function alignPictures(layout: Layout, of: Dots): Layout {
  const dots = perMm(of);
  const whole = (mm: number): number => Math.round(mm * dots) / dots;
  function alignPicture(box: PictureBox): PictureBox {
    const [width, height] = [box.width, box.height].map((mm) => Math.max(1, Math.round(mm * dots))) as [number, number];
    const place = { x: whole(box.x), y: whole(box.y), width: width / dots, height: height / dots };
    return { ...box, ...place, bitmap: resample(box.bitmap, width, height) };
  }
  return { ...layout, boxes: layout.boxes.map((box) => (box.kind === 'picture' ? alignPicture(box) : box)) };
}
