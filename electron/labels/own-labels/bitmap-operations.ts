import type { Box, Bitmap } from '../../../shared/labels/label-layout.ts';

/** A box in dots. */
export type DotBox = Box;

// Darker grey values are ink. A dot that is covered a little less than half is ink too, so that a hairline between two
// rows of dots is not lost in both.
const defaultDarkThreshold = 255 * 0.58;

export function createWhiteBitmap(width: number, height: number): Bitmap {
  const bytesPerRow = Math.ceil(width / 8);
  return { width, height, bytesPerRow, bits: new Uint8Array(bytesPerRow * height) };
}

export const isDark = ({ bits, bytesPerRow }: Bitmap, x: number, y: number): boolean =>
  ((bits[y * bytesPerRow + (x >> 3)] as number) & (0x80 >> (x & 7))) !== 0;

export function darken({ bits, bytesPerRow }: Bitmap, x: number, y: number): void {
  bits[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
}

/** Builds a bitmap, asking for each dot whether it is dark. */
export function createBitmap(width: number, height: number, isDarkDot: (x: number, y: number) => boolean): Bitmap {
  const bitmap = createWhiteBitmap(width, height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) if (isDarkDot(x, y)) darken(bitmap, x, y);
  return bitmap;
}

/** `grey` has one value per dot, 0 for black, rows from the top. */
export const bitmapFromGrey = (grey: Uint8Array, width: number, height: number): Bitmap =>
  createBitmap(width, height, (x, y) => (grey[y * width + x] as number) <= defaultDarkThreshold);

/** Grey values from here on count as paper: scanners and JPEG add such noise. */
const paperThreshold = 230;
/** Minimum faint area that is reported (mm²); a smaller one is no letter. */
const minFaintAreaMm2 = 3;

/**
 * Whether something on the page is too light to be printed. Pale edges of dark letters do not count, only dots without
 * a dark neighbour. The last parameter is the lightest grey that is printed.
 */
export function hasFaintInk(
  grey: Uint8Array,
  width: number,
  height: number,
  dotsPerMm: number,
  darkThreshold = defaultDarkThreshold,
): boolean {
  const minFaintDots = minFaintAreaMm2 * dotsPerMm * dotsPerMm;
  const hasDarkNeighbour = (x: number, y: number): boolean => {
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
      for (let index = row * width + Math.max(0, x - 1); index <= row * width + Math.min(width - 1, x + 1); index += 1)
        if ((grey[index] as number) <= darkThreshold) return true;
    return false;
  };
  let faintCount = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const value = grey[y * width + x] as number;
      if (value > darkThreshold && value < paperThreshold && !hasDarkNeighbour(x, y) && ++faintCount >= minFaintDots)
        return true;
    }
  return false;
}

/** Greys that differ by less look alike, as the noise of scanners and JPEG does. */
const MIN_CONTRAST = 32;
/** Edges of letters are blurred by less than this (mm); dots so near a light one belong to such an edge. */
const EDGE_BLUR = 0.4;
/** How far apart greys are compared (mm): further than a letter's edge is blurred by its drawing. */
const EDGE_STEP = 0.125;
/** The dots beside edges whose greys are lost cover more than this (mm²) if they are of a letter. */
const MIN_LOST_AREA = 0.5;

/**
 * Whether something dark lies on a ground that is dark too, such as black letters on grey or red: all of it is printed
 * black. Looks for dots whose greys differ although no light one is near. The last parameter is as in `hasFaintInk`.
 */
export function hasDarkGround(
  grey: Uint8Array,
  width: number,
  height: number,
  dotsPerMm: number,
  darkThreshold = defaultDarkThreshold,
): boolean {
  const step = Math.max(2, Math.round(EDGE_STEP * dotsPerMm));
  const blur = Math.max(step + 1, Math.round(EDGE_BLUR * dotsPerMm));
  const minLostDots = MIN_LOST_AREA * dotsPerMm * dotsPerMm;
  const differs = (byteIndex: number, other: number): boolean =>
    Math.abs((grey[byteIndex] as number) - (grey[other] as number)) >= MIN_CONTRAST;
  // of a hairline between two boxes that touch, one dot alone has another grey
  const isEdge = (at: number, one: number): boolean =>
    differs(at, at + step * one) && !differs(at, at - one) && !differs(at + step * one, at + (step + 1) * one);
  const hasLightNear = (x: number, y: number): boolean => {
    for (let near = y - blur; near <= y + blur; near += 1)
      for (let at = near * width + x - blur; at <= near * width + x + blur; at += 1)
        if ((grey[at] as number) > darkThreshold) return true;
    return false;
  };
  let lost = 0;
  for (let y = blur; y < height - blur; y += 1)
    for (let x = blur; x < width - blur; x += 1) {
      const at = y * width + x;
      if ((grey[at] as number) > darkThreshold) continue;
      if ((isEdge(at, 1) || isEdge(at, width)) && !hasLightNear(x, y) && ++lost >= minLostDots) return true;
    }
  return false;
}

/** The smallest box around all dark dots; null if there are none. */
export function inkBox(bitmap: Bitmap): DotBox | null {
  const { width, height, bytesPerRow, bits } = bitmap;
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let y = 0; y < height; y += 1) {
    const row = bits.subarray(y * bytesPerRow, (y + 1) * bytesPerRow);
    const first = row.findIndex((byte) => byte !== 0);
    if (first < 0) continue;
    const last = row.findLastIndex((byte) => byte !== 0);
    if (top < 0) top = y;
    bottom = y;
    left = Math.min(left, first * 8 + Math.clz32(row[first] as number) - 24);
    right = Math.max(right, last * 8 + 7 - trailingZeros(row[last] as number));
  }
  return top < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Trailing zero bits of a byte that is not 0. */
const trailingZeros = (byte: number): number => 31 - Math.clz32(byte & -byte);

export const crop = (bitmap: Bitmap, { x, y, width, height }: DotBox): Bitmap =>
  createBitmap(width, height, (dx, dy) => isDark(bitmap, x + dx, y + dy));

/** Resamples to another size by nearest neighbour. */
export const resampleNearest = (bitmap: Bitmap, width: number, height: number): Bitmap =>
  createBitmap(width, height, (x, y) =>
    isDark(bitmap, Math.floor(((x + 0.5) * bitmap.width) / width), Math.floor(((y + 0.5) * bitmap.height) / height)),
  );

/** Copies one bitmap onto another, white dots included. */
export function stamp(target: Bitmap, source: Bitmap, left: number, top: number): void {
  for (let y = 0; y < source.height; y += 1) {
    for (let x = 0; x < source.width; x += 1) {
      const [at, bit] = [(top + y) * target.bytesPerRow + ((left + x) >> 3), 0x80 >> ((left + x) & 7)];
      if (isDark(source, x, y)) target.bits[at]! |= bit;
      else target.bits[at]! &= ~bit;
    }
  }
}

/**
 * The first box of this size in `area` without a dark dot, tried every `step` dots from the top left; null if there is
 * none.
 */
export function findFreeBox(bitmap: Bitmap, area: DotBox, width: number, height: number, step: number): DotBox | null {
  const isFree = (left: number, top: number): boolean => {
    for (let y = top; y < top + height; y += 1)
      for (let x = left; x < left + width; x += 1) if (isDark(bitmap, x, y)) return false;
    return true;
  };
  for (let y = area.y; y + height <= area.y + area.height; y += step)
    for (let x = area.x; x + width <= area.x + area.width; x += step) if (isFree(x, y)) return { x, y, width, height };
  return null;
}

/** Rotates by 90° clockwise. */
export const rotateClockwise = (bitmap: Bitmap): Bitmap =>
  createBitmap(bitmap.height, bitmap.width, (x, y) => isDark(bitmap, y, bitmap.height - 1 - x));
