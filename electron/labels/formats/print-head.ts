import type { Bitmap, Layout, PictureBox } from '../../../shared/labels/label-layout.ts';

const isDark = ({ bits, bytesPerRow }: Bitmap, x: number, y: number): boolean =>
  ((bits[y * bytesPerRow + (x >> 3)] as number) & (0x80 >> (x & 7))) !== 0;

/**
 * Resamples a picture to fewer or more dots. A dot is dark if at least half of the source dots that it covers are dark,
 * so that edges stay in place.
 */
export function resample(source: Bitmap, width: number, height: number): Bitmap {
  if (source.width === width && source.height === height) return source;
  const bytesPerRow = Math.ceil(width / 8);
  const bits = new Uint8Array(bytesPerRow * height);
  const [columns, rows] = [sourceRanges(source.width, width), sourceRanges(source.height, height)];
  rows.forEach(([top, bottom], y) => {
    columns.forEach(([left, right], x) => {
      let darkCount = 0;
      for (let dy = top; dy < bottom; dy += 1)
        for (let dx = left; dx < right; dx += 1) if (isDark(source, dx, dy)) darkCount += 1;
      if (darkCount * 2 >= (bottom - top) * (right - left)) bits[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
    });
  });
  return { width, height, bytesPerRow, bits };
}

/** For each target position the range of source positions that it covers, at least one. */
function sourceRanges(sourceCount: number, targetCount: number): (readonly [number, number])[] {
  return Array.from({ length: targetCount }, (_, index) => {
    const start = Math.floor((index * sourceCount) / targetCount);
    return [start, Math.max(start + 1, Math.floor(((index + 1) * sourceCount) / targetCount))] as const;
  });
}

/** Exact dots per millimetre of print heads, by their nominal dots per inch. */
export const headDotsPerMm = { 203: 8, 300: 12, 600: 24 } as const;
export type HeadDpi = keyof typeof headDotsPerMm;
/** Resolution of a renderer: a head by its nominal dpi, or any dots per millimetre. */
export type Dots = HeadDpi | { readonly dotsPerMm: number };
/** A resolution in exact dots per inch, as IPP, PDF and system drivers have it. */
export const dotsPerInch = (dpi: number): { readonly dotsPerMm: number } => ({ dotsPerMm: dpi / 25.4 });
export const dotsPerMmOf = (dots: Dots): number => (typeof dots === 'object' ? dots.dotsPerMm : headDotsPerMm[dots]);

/** The layout with its pictures resampled to whole dots of a head; its barcodes are already aligned. */
export function alignPictures(layout: Layout, dots: Dots): Layout {
  const dotsPerMm = dotsPerMmOf(dots);
  const roundToDots = (mm: number): number => Math.round(mm * dotsPerMm) / dotsPerMm;
  function alignPicture(box: PictureBox): PictureBox {
    const [width, height] = [box.width, box.height].map((mm) => Math.max(1, Math.round(mm * dotsPerMm))) as [
      number,
      number,
    ];
    const position = {
      x: roundToDots(box.x),
      y: roundToDots(box.y),
      width: width / dotsPerMm,
      height: height / dotsPerMm,
    };
    return { ...box, ...position, bitmap: resample(box.bitmap, width, height) };
  }
  return { ...layout, boxes: layout.boxes.map((box) => (box.kind === 'picture' ? alignPicture(box) : box)) };
}
