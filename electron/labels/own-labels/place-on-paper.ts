import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { Size } from '../layout/label-form.ts';
import { createBitmap, crop, inkBox, isDark, rotateClockwise, type DotBox } from './bitmap-operations.ts';
import { OwnLabelError, type OwnLabelPage } from './own-label-page.ts';

/** A page with its bitmap. */
export type DrawnPage = OwnLabelPage & { bitmap: Bitmap };

/** A picture with its size and its distance from the top left of the paper (mm). */
export interface PlacedPicture extends Size {
  x: number;
  y: number;
  bitmap: Bitmap;
}

/** A page may exceed the paper by this much (mm): nobody misses what the print head cuts off. */
const tolerance = 0.5;

/**
 * Places a page on paper at its own size: upright, else turned by 90°. A page larger than the paper, such as a label on
 * a sheet of A4, loses the white around its ink. Throws OwnLabelError if that does not fit either: nothing is scaled
 * down, since codes are read by their size.
 */
export function placeOnPaper(page: DrawnPage, paper: Size): PlacedPicture {
  const upright = tryPlace(page, paper);
  const placed = upright ?? tryPlace(rotatePage(page), paper);
  if (placed) return placed;
  const ink = inkBoxOfPage(page);
  const [width, height, paperWidth, paperHeight] = [ink.width, ink.height, paper.width, paper.height].map(Math.round);
  throw new OwnLabelError(
    'does-not-fit',
    `What is on the own label takes ${width} x ${height} mm; the paper is of ${paperWidth} x ${paperHeight} mm. Print it on larger paper, or give a smaller one.`,
    { width: width!, height: height!, paperWidth: paperWidth!, paperHeight: paperHeight! },
  );
}

function tryPlace(page: DrawnPage, paper: Size): PlacedPicture | null {
  const { width, height, bitmap } = page;
  if (width <= paper.width + tolerance && height <= paper.height + tolerance)
    return { x: centerOffset(paper.width, width), y: centerOffset(paper.height, height), width, height, bitmap };
  const ink = inkBoxOfPage(page);
  if (ink.width > paper.width + tolerance || ink.height > paper.height + tolerance) return null;
  return {
    // at the same distance from the edge as on its page, where there is room
    x: Math.max(0, Math.min(ink.x, paper.width - ink.width)),
    y: Math.max(0, Math.min(ink.y, paper.height - ink.height)),
    width: ink.width,
    height: ink.height,
    bitmap: crop(bitmap, ink.dots),
  };
}

const centerOffset = (room: number, length: number): number => Math.max(0, (room - length) / 2);

const rotatePage = (page: DrawnPage): DrawnPage => ({
  width: page.height,
  height: page.width,
  bitmap: rotateClockwise(page.bitmap),
});

/** The ink box of a page, in mm and in `dots`. Throws OwnLabelError if the page is blank. */
function inkBoxOfPage({ width, height, bitmap }: DrawnPage): DotBox & { dots: DotBox } {
  const dots = inkBox(bitmap);
  if (!dots) throw blankError();
  const [across, down] = [width / bitmap.width, height / bitmap.height];
  return { x: dots.x * across, y: dots.y * down, width: dots.width * across, height: dots.height * down, dots };
}

export const blankError = (): OwnLabelError =>
  new OwnLabelError('blank', 'Nothing stands on the own label. Correct it, or leave it out.');

/** Tolerance for rounded resolutions of a print head: 300 dpi and 12 dots per mm are the same head. */
const resolutionTolerance = 0.02;

/**
 * How many printer dots each dot of a picture becomes: a whole number or 1/n if the picture was drawn for such a head,
 * else the ratio as it is.
 */
function printerDotsPerDot(ratio: number): number {
  const whole = ratio >= 1 ? Math.round(ratio) : 1 / Math.round(1 / ratio);
  return Math.abs(ratio / whole - 1) <= resolutionTolerance ? whole : ratio;
}

/**
 * Scales a picture in place so that each of its dots is a whole number of printer dots: stretched by a fraction, some
 * bars of a barcode would be a dot wider than others. Unchanged if its ink would then leave the paper.
 */
export function alignToDots(placed: PlacedPicture, paper: Size, dotsPerMm: number): PlacedPicture {
  const { x, y, width, height, bitmap } = placed;
  const each = [width / bitmap.width, height / bitmap.height].map(
    (mm) => printerDotsPerDot(mm * dotsPerMm) / dotsPerMm,
  );
  const [across, down] = each as [number, number];
  const size = { width: across * bitmap.width, height: down * bitmap.height };
  const toWholeDots = (mm: number): number => Math.round(mm * dotsPerMm) / dotsPerMm;
  const at = { x: toWholeDots(x + (width - size.width) / 2), y: toWholeDots(y + (height - size.height) / 2) };
  const ink = inkBox(bitmap);
  const isOnPaper = (from: number, length: number, room: number): boolean =>
    from >= -tolerance && from + length <= room + tolerance;
  const fits =
    ink &&
    isOnPaper(at.x + ink.x * across, ink.width * across, paper.width) &&
    isOnPaper(at.y + ink.y * down, ink.height * down, paper.height);
  return fits ? { ...at, ...size, bitmap } : placed;
}

/** The paper with a picture on it, as a bitmap for a print head. */
export function drawOnPaper(placed: PlacedPicture, paper: Size, dotsPerMm: number): Bitmap {
  const { x, y, width, height, bitmap } = alignToDots(placed, paper, dotsPerMm);
  const [wide, long] = [paper.width, paper.height].map((mm) => Math.round(mm * dotsPerMm)) as [number, number];
  const [left, top] = [Math.round(x * dotsPerMm), Math.round(y * dotsPerMm)];
  const [w, h] = [Math.round(width * dotsPerMm), Math.round(height * dotsPerMm)];
  return createBitmap(wide, long, (dx, dy) => {
    const [inX, inY] = [dx - left, dy - top];
    if (inX < 0 || inY < 0 || inX >= w || inY >= h) return false;
    const [sx, sy] = [Math.floor(((inX + 0.5) * bitmap.width) / w), Math.floor(((inY + 0.5) * bitmap.height) / h)];
    return isDark(bitmap, sx, sy);
  });
}
