import type { Bitmap, Box } from '../../../shared/labels/label-layout.ts';
import type { Outline } from '../text/fonts.ts';
import type { Glyphs, Drawing, Picture, Rectangles } from './draw.ts';
import { dotsPerMmOf, type Dots } from './print-head.ts';

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
const toleranceEm = 1 / 2000;

const flatOutlines = new WeakMap<Outline, FlatOutline>();

/** The outline as straight segments; computed once per outline and cached for its lifetime. */
export function flatOutline(outline: Outline): FlatOutline {
  let flat = flatOutlines.get(outline);
  if (flat === undefined) flatOutlines.set(outline, (flat = flatten(outline)));
  return flat;
}

function flatten({ path, unitsPerEm }: Outline): FlatOutline {
  const contours = path
    .split('Z')
    .filter((contour) => contour !== '')
    .map((contour) => Float32Array.from(pointsOf(contour, toleranceEm * unitsPerEm)));
  const box = { xMin: Infinity, yMin: Infinity, xMax: -Infinity, yMax: -Infinity };
  for (const points of contours) {
    for (let index = 0; index < points.length; index += 2) {
      const [x, y] = [points[index]!, points[index + 1]!];
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
    const numbers = Array.from(text!.matchAll(/-?[\d.]+/g), ([number]) => Number(number));
    if (command === 'M' || command === 'L') points.push(...numbers);
    else addCurve(points, [...points.slice(-2), ...numbers], tolerance);
  }
  return points;
}

/**
 * Flattens a curve, given as its first point, one or two control points and its last point, into equal steps that
 * deviate by at most `tolerance`, and appends them to `points`.
 */
function addCurve(points: number[], controlPoints: readonly number[], tolerance: number): void {
  const count = controlPoints.length / 2;
  let maxDifference = 0;
  for (let index = 0; index + 4 < controlPoints.length; index += 2) {
    const [x, y] = [0, 1].map(
      (axis) => controlPoints[index + axis]! - 2 * controlPoints[index + 2 + axis]! + controlPoints[index + 4 + axis]!,
    );
    maxDifference = Math.max(maxDifference, Math.hypot(x!, y!));
  }
  // the deviation of a chord is at most an eighth of the second derivative, which is the second difference of the
  // points times this factor
  const derivativeFactor = (count - 1) * (count - 2);
  const stepCount = Math.max(1, Math.ceil(Math.sqrt((derivativeFactor * maxDifference) / (8 * tolerance))));
  for (let step = 1; step < stepCount; step += 1) points.push(...pointAt(controlPoints, step / stepCount));
  points.push(...controlPoints.slice(-2));
}

function pointAt(controlPoints: readonly number[], fraction: number): number[] {
  let remainingPoints = controlPoints;
  while (remainingPoints.length > 2)
    remainingPoints = remainingPoints
      .slice(2)
      .map((value, index) => remainingPoints[index]! + (value - remainingPoints[index]!) * fraction);
  return [...remainingPoints];
}

/** A glyph placed on the page, in dots. */
interface PlacedGlyph {
  readonly flat: FlatOutline;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Coverage that the current glyph adds to a dot and to all dots right of it, by dot; all zero between glyphs. */
let coverageSums = new Float32Array(0);

/**
 * Sets the dots whose area a glyph covers by at least `minCoverage` (0 to 1). Coverage is computed per glyph, so that
 * overlapping glyphs do not thicken each other; below 0.5, no seam appears where two glyphs meet.
 */
export function coverGlyphs(
  { glyphs, size, paint }: Glyphs,
  bitmap: Bitmap,
  dotsPerMm: number,
  minCoverage: number,
): void {
  for (const { outline, x, y } of glyphs) {
    if (outline.path === '') continue;
    const glyph = placeGlyph(
      flatOutline(outline),
      (size / outline.unitsPerEm) * dotsPerMm,
      x * dotsPerMm,
      y * dotsPerMm,
    );
    // a line on the right edge adds to the dot beyond it
    const stride = glyph.width + 2;
    if (coverageSums.length < stride * (glyph.height + 1)) coverageSums = new Float32Array(stride * (glyph.height + 1));
    for (const points of glyph.flat.contours) addContour(points, glyph, stride);
    setDots(glyph, stride, bitmap, minCoverage, paint === 'ink');
    coverageSums.fill(0, 0, stride * (glyph.height + 1));
  }
}

function placeGlyph(flat: FlatOutline, scale: number, x: number, y: number): PlacedGlyph {
  const [left, top] = [Math.floor(x + flat.xMin * scale), Math.floor(y - flat.yMax * scale)];
  const [width, height] = [Math.ceil(x + flat.xMax * scale) - left, Math.ceil(y - flat.yMin * scale) - top];
  return { flat, scale, x, y, left, top, width, height };
}

function setDots(
  { left, top, width, height }: PlacedGlyph,
  stride: number,
  bitmap: Bitmap,
  minCoverage: number,
  isInk: boolean,
) {
  const { bits, bytesPerRow } = bitmap;
  const lastRow = Math.min(height, bitmap.height - top);
  for (let row = Math.max(0, -top); row < lastRow; row += 1) {
    const rowOffset = (top + row) * bytesPerRow;
    let coverage = 0;
    for (let x = left, index = row * stride; x < left + width; x += 1, index += 1) {
      coverage += coverageSums[index]!;
      if (Math.abs(coverage) < minCoverage || x < 0 || x >= bitmap.width) continue;
      if (isInk) bits[rowOffset + (x >> 3)]! |= 0x80 >> (x & 7);
      else bits[rowOffset + (x >> 3)]! &= ~(0x80 >> (x & 7));
    }
  }
}

function addContour(points: Float32Array, { scale, x, y, left, top }: PlacedGlyph, stride: number): void {
  const last = points.length - 2;
  // computed exactly as the bounds are, so that rounding puts no point outside them
  let [fromX, fromY] = [x + points[last]! * scale - left, y - points[last + 1]! * scale - top];
  for (let index = 0; index <= last; index += 2) {
    const [toX, toY] = [x + points[index]! * scale - left, y - points[index + 1]! * scale - top];
    if (fromY < toY) addLine(fromX, fromY, toX, toY, 1, stride);
    else if (fromY > toY) addLine(toX, toY, fromX, fromY, -1, stride);
    [fromX, fromY] = [toX, toY];
  }
}

/**
 * Adds the coverage of one line, from its upper to its lower end: the area right of the line in each dot that it
 * crosses, and the whole height in all dots right of it.
 */
function addLine(x0: number, y0: number, x1: number, y1: number, sign: number, stride: number): void {
  const slope = (x1 - x0) / (y1 - y0);
  for (let row = Math.floor(y0); row < y1; row += 1) {
    const [begin, end] = [Math.max(y0, row), Math.min(y1, row + 1)];
    const signedHeight = (end - begin) * sign;
    const [a, b] = [x0 + (begin - y0) * slope, x0 + (end - y0) * slope];
    const [leftX, rightX] = a < b ? [a, b] : [b, a];
    const first = Math.floor(leftX);
    const rowOffset = row * stride;
    if (rightX <= first + 1) {
      const carried = signedHeight * ((leftX + rightX) / 2 - first);
      coverageSums[rowOffset + first]! += signedHeight - carried;
      coverageSums[rowOffset + first + 1]! += carried;
      continue;
    }
    const heightPerDot = signedHeight / (rightX - leftX);
    for (let x = first; x < rightX; x += 1) {
      const [from, to] = [Math.max(leftX, x), Math.min(rightX, x + 1)];
      const carried = (to - from) * heightPerDot * ((from + to) / 2 - x);
      coverageSums[rowOffset + x]! += (to - from) * heightPerDot - carried;
      coverageSums[rowOffset + x + 1]! += carried;
    }
  }
}

// Below half, so that a hairline between two rows of dots is not lost in both. White glyphs on a black ground use the
// complement, so that the ink between them is kept by the same rule.
const inkThreshold = 0.4;

/**
 * Rasterises a drawing for a print head: at 203 dpi 8 dots per millimetre, a label of 800 x 1200. Barcodes are exact if
 * the layout is aligned to that head's dots.
 */
export function toBitmap(drawing: Drawing, dots: Dots): Bitmap {
  const scale = dotsPerMmOf(dots);
  const [width, height] = [Math.round(drawing.width * scale), Math.round(drawing.height * scale)];
  const bytesPerRow = Math.ceil(width / 8);
  const bitmap = { width, height, bytesPerRow, bits: new Uint8Array(bytesPerRow * height) };
  for (const shape of drawing.shapes) {
    if (shape.kind === 'glyphs')
      coverGlyphs(shape, bitmap, scale, shape.paint === 'ink' ? inkThreshold : 1 - inkThreshold);
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
  const clampToDots = (mm: number, max: number): number => Math.min(max, Math.max(0, Math.round(mm * scale)));
  return {
    left: clampToDots(x, bitmap.width),
    top: clampToDots(y, bitmap.height),
    right: clampToDots(x + width, bitmap.width),
    bottom: clampToDots(y + height, bitmap.height),
  };
}

function fillRow({ bits, bytesPerRow }: Bitmap, y: number, left: number, right: number, isInk: boolean): void {
  for (let x = left; x < right;) {
    const byteIndex = y * bytesPerRow + (x >> 3);
    const end = Math.min(right, (x | 7) + 1);
    const mask = (0xff >> (x & 7)) & (0xff << ((x | 7) + 1 - end));
    bits[byteIndex] = isInk ? bits[byteIndex]! | mask : bits[byteIndex]! & ~mask;
    x = end;
  }
}

function setPicture(shape: Picture, bitmap: Bitmap, scale: number): void {
  const { bitmap: source } = shape;
  const { left, top, right, bottom } = dotsOf(shape, bitmap, scale);
  const xRatio = source.width / (shape.width * scale);
  const yRatio = source.height / (shape.height * scale);
  for (let y = top; y < bottom; y += 1) {
    const sourceY = Math.min(source.height - 1, Math.floor((y + 0.5 - shape.y * scale) * yRatio));
    for (let x = left; x < right; x += 1) {
      const sourceX = Math.min(source.width - 1, Math.floor((x + 0.5 - shape.x * scale) * xRatio));
      if (source.bits[sourceY * source.bytesPerRow + (sourceX >> 3)]! & (0x80 >> (sourceX & 7)))
        bitmap.bits[y * bitmap.bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
}
