import type { Bitmap } from '../../shared/labels/bitmap.ts';

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
