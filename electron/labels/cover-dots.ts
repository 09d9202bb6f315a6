import type { Bitmap } from '../../shared/labels/bitmap.ts';
import type { Glyphs } from './draw.ts';
import { flatOutline, type FlatOutline } from './flat-outline.ts';

/** A glyph placed on the page, in dots. */
interface Placed {
  readonly flat: FlatOutline;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Coverage that the current glyph adds to each dot and to every dot right of it; all zero between glyphs. */
let sums = new Float32Array(0);

/**
 * Sets the dots whose area a glyph covers by at least `least` (0 to 1). Coverage is computed per glyph: overlapping
 * glyphs do not thicken each other, and with `least` below 0.5 no seam appears where two meet.
 */
export function coverGlyphs({ glyphs, size, paint }: Glyphs, bitmap: Bitmap, perMm: number, minCoverage: number): void {
  for (const { outline, x, y } of glyphs) {
    if (outline.path === '') continue;
    const glyph = place(flatOutline(outline), (size / outline.unitsPerEm) * perMm, x * perMm, y * perMm);
    // a line on the right edge adds to the dot beyond it
    const stride = glyph.width + 2;
    if (sums.length < stride * (glyph.height + 1)) sums = new Float32Array(stride * (glyph.height + 1));
    for (const points of glyph.flat.contours) addContour(points, glyph, stride);
    setDots(glyph, stride, bitmap, minCoverage, paint === 'ink');
    sums.fill(0, 0, stride * (glyph.height + 1));
  }
}

function place(flat: FlatOutline, scale: number, x: number, y: number): Placed {
  const [left, top] = [Math.floor(x + flat.xMin * scale), Math.floor(y - flat.yMax * scale)];
  const [width, height] = [Math.ceil(x + flat.xMax * scale) - left, Math.ceil(y - flat.yMin * scale) - top];
  return { flat, scale, x, y, left, top, width, height };
}

function setDots(
  { left, top, width, height }: Placed,
  stride: number,
  page: Bitmap,
  minCoverage: number,
  isInk: boolean,
) {
  const { bits, bytesPerRow } = page;
  const lastRow = Math.min(height, page.height - top);
  for (let row = Math.max(0, -top); row < lastRow; row += 1) {
    const line = (top + row) * bytesPerRow;
    let sum = 0;
    for (let x = left, at = row * stride; x < left + width; x += 1, at += 1) {
      sum += sums[at]!;
      if (Math.abs(sum) < minCoverage || x < 0 || x >= page.width) continue;
      if (isInk) bits[line + (x >> 3)]! |= 0x80 >> (x & 7);
      else bits[line + (x >> 3)]! &= ~(0x80 >> (x & 7));
    }
  }
}

function addContour(points: Float32Array, { scale, x, y, left, top }: Placed, stride: number): void {
  const last = points.length - 2;
  // computed exactly as the bounds are, so that rounding puts no point outside them
  let [fromX, fromY] = [x + points[last]! * scale - left, y - points[last + 1]! * scale - top];
  for (let at = 0; at <= last; at += 2) {
    const [toX, toY] = [x + points[at]! * scale - left, y - points[at + 1]! * scale - top];
    if (fromY < toY) addLine(fromX, fromY, toX, toY, 1, stride);
    else if (fromY > toY) addLine(toX, toY, fromX, fromY, -1, stride);
    [fromX, fromY] = [toX, toY];
  }
}

/**
 * Adds one line, from its upper to its lower end: each dot it crosses gets the area to the right of the line, and so do
 * all dots after it.
 */
function addLine(x0: number, y0: number, x1: number, y1: number, sign: number, stride: number): void {
  const slope = (x1 - x0) / (y1 - y0);
  for (let row = Math.floor(y0); row < y1; row += 1) {
    const [begin, end] = [Math.max(y0, row), Math.min(y1, row + 1)];
    const high = (end - begin) * sign;
    const [a, b] = [x0 + (begin - y0) * slope, x0 + (end - y0) * slope];
    const [near, far] = a < b ? [a, b] : [b, a];
    const first = Math.floor(near);
    const at = row * stride;
    if (far <= first + 1) {
      const right = high * ((near + far) / 2 - first);
      sums[at + first]! += high - right;
      sums[at + first + 1]! += right;
      continue;
    }
    const each = high / (far - near);
    for (let x = first; x < far; x += 1) {
      const [from, to] = [Math.max(near, x), Math.min(far, x + 1)];
      const right = (to - from) * each * ((from + to) / 2 - x);
      sums[at + x]! += (to - from) * each - right;
      sums[at + x + 1]! += right;
    }
  }
}
