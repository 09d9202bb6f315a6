/** A glyph outline as SVG path data (absolute M, L, Q, C and Z only) and the bounds of its ink; font units, y up. */
export interface GlyphPath {
  readonly path: string;
  /** undefined without ink */
  readonly ink: { xMin: number; yMin: number; xMax: number; yMax: number } | undefined;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * How much wider a stroke becomes, in em: between the regular and the bold of the text font, so that dense letters keep
 * their counters.
 */
const STRENGTH = 1 / 25;
/** A sharp corner moves by at most this multiple of what an edge moves. */
const MAX_CORNER_GROWTH = 2;

/**
 * Moves every edge of an outline outwards, curves by their control points. The advance is unchanged: joined letters
 * must still meet.
 */
export function embolden({ path, ink }: GlyphPath, unitsPerEm: number): GlyphPath {
  if (ink === undefined) return { path, ink };
  const contours = contoursOf(path);
  const area = contours.reduce((sum, { points }) => sum + areaOf(points), 0);
  // the winding of an outer contour differs between font formats
  const distance = ((STRENGTH * unitsPerEm) / 2) * (area > 0 ? 1 : -1);
  const moved = contours.map(({ commands, points }) => ({ commands, points: grow(points, distance) }));
  const all = moved.flatMap(({ points }) => points);
  return {
    path: moved.map(pathOf).join(''),
    ink: {
      xMin: Math.min(ink.xMin, ...all.map(({ x }) => x)),
      yMin: Math.min(ink.yMin, ...all.map(({ y }) => y)),
      xMax: Math.max(ink.xMax, ...all.map(({ x }) => x)),
      yMax: Math.max(ink.yMax, ...all.map(({ y }) => y)),
    },
  };
}

/** A closed contour: its commands (M, L, Q, C) and all their points in order. */
interface Contour {
  readonly commands: readonly string[];
  readonly points: readonly Point[];
}

const pointsOf: Record<string, number> = { M: 1, L: 1, Q: 2, C: 3 };

function contoursOf(path: string): Contour[] {
  return path
    .split('Z')
    .filter((contour) => contour !== '')
    .map((contour) => {
      const numbers = Array.from(contour.matchAll(/-?[\d.]+/g), ([text]) => Number(text));
      const points = Array.from({ length: numbers.length / 2 }, (_, index) => ({
        x: numbers[2 * index] as number,
        y: numbers[2 * index + 1] as number,
      }));
      return { commands: contour.match(/[MLQC]/g) ?? [], points };
    });
}

function pathOf({ commands, points }: Contour): string {
  let at = 0;
  const drawn = commands.map((command) => {
    const own = points.slice(at, (at += pointsOf[command] ?? 1));
    return command + own.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  });
  return `${drawn.join('')}Z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Twice the signed area, positive for a counterclockwise contour (y up). */
function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, { x, y }, index) => {
    const next = points[(index + 1) % points.length] as Point;
    return sum + x * next.y - next.x * y;
  }, 0);
}

/** Moves each point by its two adjacent edges; coincident points move together. */
function grow(points: readonly Point[], distance: number): Point[] {
  const count = points.length;
  const edge = (from: number, step: 1 | -1): (Point & { length: number }) | undefined => {
    const here = points[from] as Point;
    for (let ahead = 1; ahead < count; ahead++) {
      const there = points[(from + step * ahead + count * ahead) % count] as Point;
      const [x, y] = [(there.x - here.x) * step, (there.y - here.y) * step];
      const length = Math.hypot(x, y);
      if (length > 1e-6) return { x: x / length, y: y / length, length };
    }
    return undefined;
  };
  return points.map((point, index) => {
    const [before, after] = [edge(index, -1), edge(index, 1)];
    if (before === undefined || after === undefined) return point;
    // to the right of the direction of travel, which is outside for a counterclockwise contour
    const across = { x: before.y + after.y, y: -before.x - after.x };
    const turn = 1 + before.x * after.x + before.y * after.y;
    const length = Math.hypot(across.x, across.y);
    if (length < 1e-6) return point;
    // a point in a notch must not move past the ends of its short edges
    const most = Math.min(
      Math.abs(distance) * MAX_CORNER_GROWTH,
      Math.abs(distance) + Math.min(before.length, after.length),
    );
    const by = Math.min((Math.abs(distance) * length) / Math.max(turn, 1e-6), most) * Math.sign(distance);
    return { x: point.x + (across.x / length) * by, y: point.y + (across.y / length) * by };
  });
}
