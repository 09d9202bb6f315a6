import type { Outline } from './open-fonts.ts';

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
