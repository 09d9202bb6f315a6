import type { Bitmap, Box } from '../../../shared/labels/label-layout.ts';
import type { Outline } from '../text/fonts.ts';
import type { Glyphs, Drawing, Picture, Rectangles } from './draw.ts';
import { perMm, type Dots } from './print-head.ts';

/**
 * A glyph outline as straight segments, in font units: closed contours of points x, y, x, y …, and the bounds of all.
 */
export interface FlatOutline {
  readonly contours: readonly Float32Array[];
  readonly xMin: number;
  readonly yMin: number;
  readonly xMax: number;
  readonly yMax: number;
}

/**
 * Maximum distance of a segment from its curve, in em. Letters of 12 mm at 600 dpi are off by a seventh of a dot, those
 * of an address by a hundredth.
 */
const TOLERANCE = 1 / 2000;

const cache = new WeakMap<Outline, FlatOutline>();

/** Computed once per outline and cached for its lifetime. */
export function flatOutline(outline: Outline): FlatOutline {
  let known = cache.get(outline);
  if (known === undefined) cache.set(outline, (known = flatten(outline)));
  return known;
}

function flatten({ path, unitsPerEm }: Outline): FlatOutline {
  const contours = path
    .split('Z')
    .filter((contour) => contour !== '')
    .map((contour) => Float32Array.from(pointsOf(contour, TOLERANCE * unitsPerEm)));
  const box = { xMin: Infinity, yMin: Infinity, xMax: -Infinity, yMax: -Infinity };
  for (const points of contours) {
    for (let at = 0; at < points.length; at += 2) {
      const [x, y] = [points[at]!, points[at + 1]!];
      box.xMin = Math.min(box.xMin, x);
      box.xMax = Math.max(box.xMax, x);
      box.yMin = Math.min(box.yMin, y);
      box.yMax = Math.max(box.yMax, y);
    }
  }
  return { contours, ...box };
}

function pointsOf(contour: string, tolerance: number): number[] {
  const points: number[] = [];
  for (const [, command, text] of contour.matchAll(/([MLQC])([^MLQC]*)/g)) {
    const given = Array.from(text!.matchAll(/-?[\d.]+/g), ([number]) => Number(number));
    if (command === 'M' || command === 'L') points.push(...given);
    else addCurve(points, [...points.slice(-2), ...given], tolerance);
  }
  return points;
}

/**
 * Flattens a curve, given as its first point, one or two control points and its last point, into equal steps that
 * deviate by at most `near`.
 */
function addCurve(points: number[], controlPoints: readonly number[], tolerance: number): void {
  const count = controlPoints.length / 2;
  let furthest = 0;
  for (let at = 0; at + 4 < controlPoints.length; at += 2) {
    const [x, y] = [0, 1].map(
      (axis) => controlPoints[at + axis]! - 2 * controlPoints[at + 2 + axis]! + controlPoints[at + 4 + axis]!,
    );
    furthest = Math.max(furthest, Math.hypot(x!, y!));
  }
  // the deviation of a chord is at most an eighth of the second derivative, which is `turns` times the second
  // difference of the points
  const turns = (count - 1) * (count - 2);
  const steps = Math.max(1, Math.ceil(Math.sqrt((turns * furthest) / (8 * tolerance))));
  for (let step = 1; step < steps; step += 1) points.push(...pointAt(controlPoints, step / steps));
  points.push(...controlPoints.slice(-2));
}

function pointAt(controlPoints: readonly number[], part: number): number[] {
  let left = controlPoints;
  while (left.length > 2) left = left.slice(2).map((value, at) => left[at]! + (value - left[at]!) * part);
  return [...left];
}

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

// Below half, so that a hairline between two rows of dots is not lost in both; glyphs drawn as paper use the
// complement, so that the remaining ink stays ink.
const BLACK_THRESHOLD = 0.4;

/**
 * Rasterises a drawing for a print head: at 203 dpi 8 dots per millimetre, a label of 800 x 1200. Barcodes are exact if
 * the layout is aligned to that head's dots.
 */
export function toBitmap(drawing: Drawing, dots: Dots): Bitmap {
  const scale = perMm(dots);
  const [width, height] = [Math.round(drawing.width * scale), Math.round(drawing.height * scale)];
  const bytesPerRow = Math.ceil(width / 8);
  const bitmap = { width, height, bytesPerRow, bits: new Uint8Array(bytesPerRow * height) };
  for (const shape of drawing.shapes) {
    if (shape.kind === 'glyphs')
      coverGlyphs(shape, bitmap, scale, shape.paint === 'ink' ? BLACK_THRESHOLD : 1 - BLACK_THRESHOLD);
    else if (shape.kind === 'picture') setPicture(shape, bitmap, scale);
    else setRectangles(shape, bitmap, scale);
  }
  return bitmap;
}

/** Fills each dot whose centre lies in a box. */
function setRectangles({ boxes, paint }: Rectangles, bitmap: Bitmap, scale: number): void {
  for (const box of boxes) {
    const { left, top, right, bottom } = dotsOf(box, bitmap, scale);
    for (let y = top; y < bottom; y += 1) fillRow(bitmap, y, left, right, paint === 'ink');
  }
}

/** A box in dots, clipped to the page. */
function dotsOf({ x, y, width, height }: Box, bitmap: Bitmap, scale: number) {
  const within = (mm: number, most: number): number => Math.min(most, Math.max(0, Math.round(mm * scale)));
  return {
    left: within(x, bitmap.width),
    top: within(y, bitmap.height),
    right: within(x + width, bitmap.width),
    bottom: within(y + height, bitmap.height),
  };
}

function fillRow({ bits, bytesPerRow }: Bitmap, y: number, left: number, right: number, isInk: boolean): void {
  for (let x = left; x < right;) {
    const at = y * bytesPerRow + (x >> 3);
    const end = Math.min(right, (x | 7) + 1);
    const mask = (0xff >> (x & 7)) & (0xff << ((x | 7) + 1 - end));
    bits[at] = isInk ? bits[at]! | mask : bits[at]! & ~mask;
    x = end;
  }
}

function setPicture(shape: Picture, bitmap: Bitmap, scale: number): void {
  const { bitmap: own } = shape;
  const { left, top, right, bottom } = dotsOf(shape, bitmap, scale);
  const across = own.width / (shape.width * scale);
  const down = own.height / (shape.height * scale);
  for (let y = top; y < bottom; y += 1) {
    const fromY = Math.min(own.height - 1, Math.floor((y + 0.5 - shape.y * scale) * down));
    for (let x = left; x < right; x += 1) {
      const fromX = Math.min(own.width - 1, Math.floor((x + 0.5 - shape.x * scale) * across));
      if (own.bits[fromY * own.bytesPerRow + (fromX >> 3)]! & (0x80 >> (fromX & 7)))
        bitmap.bits[y * bitmap.bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
}
