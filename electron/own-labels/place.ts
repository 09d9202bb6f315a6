import type { Size } from '../labels/label-form.ts';
import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { bitsOf, cut, inkBox, isDark, turned, type Dots } from './bits.ts';
import { OwnLabelError, type OwnPage } from './own-label.ts';

/** A page in dots. */
export type DrawnPage = OwnPage & { bitmap: Bitmap };

/** A picture of a size (mm), so far from the top left of its paper. */
export interface Placed extends Size {
  x: number;
  y: number;
  bitmap: Bitmap;
}

/** What a print head loses of it nobody misses (mm). */
const slack = 0.5;

/**
 * A page on paper, at the size it has: upright, else turned by a quarter. Where the page is larger than the paper, what is white around it is
 * left away, as of a label on a sheet of A4. Throws OwnLabelError where even that does not fit: nothing is made smaller, since codes
 * are read by their size.
 */
export function place(page: DrawnPage, paper: Size): Placed {
  const upright = onPaper(page, paper);
  const placed = upright ?? onPaper(quarter(page), paper);
  if (placed) return placed;
  const ink = inkIn(page);
  const [width, height, paperWidth, paperHeight] = [ink.width, ink.height, paper.width, paper.height].map(Math.round);
  throw new OwnLabelError(
    'does-not-fit',
    `What is on the own label takes ${width} x ${height} mm; the paper is of ${paperWidth} x ${paperHeight} mm. Print it on larger paper, or give a smaller one.`,
    { width: width!, height: height!, paperWidth: paperWidth!, paperHeight: paperHeight! },
  );
}

function onPaper(page: DrawnPage, paper: Size): Placed | null {
  const { width, height, bitmap } = page;
  if (width <= paper.width + slack && height <= paper.height + slack)
    return { x: middle(paper.width, width), y: middle(paper.height, height), width, height, bitmap };
  const ink = inkIn(page);
  if (ink.width > paper.width + slack || ink.height > paper.height + slack) return null;
  return {
    // as far from the edge as it stands on its page, where there is room
    x: Math.max(0, Math.min(ink.x, paper.width - ink.width)),
    y: Math.max(0, Math.min(ink.y, paper.height - ink.height)),
    width: ink.width,
    height: ink.height,
    bitmap: cut(bitmap, ink.dots),
  };
}

const middle = (room: number, length: number): number => Math.max(0, (room - length) / 2);

const quarter = (page: DrawnPage): DrawnPage => ({
  width: page.height,
  height: page.width,
  bitmap: turned(page.bitmap),
});

/** Where its ink is, in millimetres and in dots. Throws OwnLabelError where there is none. */
function inkIn({ width, height, bitmap }: DrawnPage): Dots & { dots: Dots } {
  const dots = inkBox(bitmap);
  if (!dots) throw blank();
  const [across, down] = [width / bitmap.width, height / bitmap.height];
  return { x: dots.x * across, y: dots.y * down, width: dots.width * across, height: dots.height * down, dots };
}

export const blank = (): OwnLabelError =>
  new OwnLabelError('blank', 'Nothing stands on the own label. Correct it, or leave it out.');

/** A head is called by its dots to the inch or to the millimetre, and by round numbers: 300 to the inch and 12 to the millimetre are one head. */
const sameHead = 0.02;

/** How many dots each dot of a picture becomes: a whole number, or a whole part of one, where it is drawn for such a head. */
function dotsForDot(ratio: number): number {
  const whole = ratio >= 1 ? Math.round(ratio) : 1 / Math.round(1 / ratio);
  return Math.abs(ratio / whole - 1) <= sameHead ? whole : ratio;
}

/**
 * A picture where it lies, so large that each of its dots is whole dots of a head: stretched by a fraction of them, some bars of a code would be
 * a dot wider than others. As it was where its ink would leave the paper by that.
 */
export function onWholeDots(placed: Placed, paper: Size, dotsPerMm: number): Placed {
  const { x, y, width, height, bitmap } = placed;
  const each = [width / bitmap.width, height / bitmap.height].map((mm) => dotsForDot(mm * dotsPerMm) / dotsPerMm);
  const [across, down] = each as [number, number];
  const size = { width: across * bitmap.width, height: down * bitmap.height };
  const whole = (mm: number): number => Math.round(mm * dotsPerMm) / dotsPerMm;
  const at = { x: whole(x + (width - size.width) / 2), y: whole(y + (height - size.height) / 2) };
  const ink = inkBox(bitmap);
  const isOnPaper = (from: number, length: number, room: number): boolean =>
    from >= -slack && from + length <= room + slack;
  const fits =
    ink &&
    isOnPaper(at.x + ink.x * across, ink.width * across, paper.width) &&
    isOnPaper(at.y + ink.y * down, ink.height * down, paper.height);
  return fits ? { ...at, ...size, bitmap } : placed;
}

/** Paper with a picture on it, in dots of a print head. */
export function inDots(placed: Placed, paper: Size, dotsPerMm: number): Bitmap {
  const { x, y, width, height, bitmap } = onWholeDots(placed, paper, dotsPerMm);
  const [wide, long] = [paper.width, paper.height].map((mm) => Math.round(mm * dotsPerMm)) as [number, number];
  const [left, top] = [Math.round(x * dotsPerMm), Math.round(y * dotsPerMm)];
  const [w, h] = [Math.round(width * dotsPerMm), Math.round(height * dotsPerMm)];
  return bitsOf(wide, long, (dx, dy) => {
    const [inX, inY] = [dx - left, dy - top];
    if (inX < 0 || inY < 0 || inX >= w || inY >= h) return false;
    const [sx, sy] = [Math.floor(((inX + 0.5) * bitmap.width) / w), Math.floor(((inY + 0.5) * bitmap.height) / h)];
    return isDark(bitmap, sx, sy);
  });
}
