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

/** A page may exceed the paper by this much (mm): so little is cut off that nobody misses it. */
const toleranceMm = 0.5;

/**
 * Places a page on paper at its own size: upright, else turned by 90°. A page larger than the paper, such as a label on
 * a sheet of A4, is cropped to its ink. Throws OwnLabelError if that does not fit either: nothing is scaled down, since
 * scanners need the size of codes.
 */
export function placeOnPaper(page: DrawnPage, paper: Size): PlacedPicture {
  const uprightPicture = tryPlace(page, paper);
  const picture = uprightPicture ?? tryPlace(rotatePage(page), paper);
  if (picture) return picture;
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
  if (width <= paper.width + toleranceMm && height <= paper.height + toleranceMm)
    return { x: centerOffset(paper.width, width), y: centerOffset(paper.height, height), width, height, bitmap };
  const ink = inkBoxOfPage(page);
  if (ink.width > paper.width + toleranceMm || ink.height > paper.height + toleranceMm) return null;
  return {
    // at the same distance from the edges as on its page, if there is room
    x: Math.max(0, Math.min(ink.x, paper.width - ink.width)),
    y: Math.max(0, Math.min(ink.y, paper.height - ink.height)),
    width: ink.width,
    height: ink.height,
    bitmap: crop(bitmap, ink.dots),
  };
}

const centerOffset = (available: number, length: number): number => Math.max(0, (available - length) / 2);

const rotatePage = (page: DrawnPage): DrawnPage => ({
  width: page.height,
  height: page.width,
  bitmap: rotateClockwise(page.bitmap),
});

/** The ink box of a page, in mm and in `dots`. Throws OwnLabelError if the page is blank. */
function inkBoxOfPage({ width, height, bitmap }: DrawnPage): DotBox & { dots: DotBox } {
  const dots = inkBox(bitmap);
  if (!dots) throw blankError();
  const [mmPerDotX, mmPerDotY] = [width / bitmap.width, height / bitmap.height];
  return {
    x: dots.x * mmPerDotX,
    y: dots.y * mmPerDotY,
    width: dots.width * mmPerDotX,
    height: dots.height * mmPerDotY,
    dots,
  };
}

export const blankError = (): OwnLabelError =>
  new OwnLabelError('blank', 'Nothing stands on the own label. Correct it, or leave it out.');

/** Tolerance for rounded resolutions: 300 dpi and 12 dots per mm are the same print head. */
const resolutionTolerance = 0.02;

/**
 * How many printer dots each dot of a picture becomes: a whole number or 1/n if the picture was drawn for such a head,
 * else the ratio as it is.
 */
function printerDotsPerDot(ratio: number): number {
  const exactRatio = ratio >= 1 ? Math.round(ratio) : 1 / Math.round(1 / ratio);
  return Math.abs(ratio / exactRatio - 1) <= resolutionTolerance ? exactRatio : ratio;
}

/**
 * Scales a picture about its centre so that each of its dots is a whole number of printer dots: with a fraction, some
 * bars of a barcode would be a dot wider than others. Returns it unchanged if its ink would then leave the paper.
 */
export function alignToDots(placed: PlacedPicture, paper: Size, dotsPerMm: number): PlacedPicture {
  const { x, y, width, height, bitmap } = placed;
  const mmPerDot = [width / bitmap.width, height / bitmap.height].map(
    (mm) => printerDotsPerDot(mm * dotsPerMm) / dotsPerMm,
  );
  const [mmPerDotX, mmPerDotY] = mmPerDot as [number, number];
  const size = { width: mmPerDotX * bitmap.width, height: mmPerDotY * bitmap.height };
  const toWholeDots = (mm: number): number => Math.round(mm * dotsPerMm) / dotsPerMm;
  const position = { x: toWholeDots(x + (width - size.width) / 2), y: toWholeDots(y + (height - size.height) / 2) };
  const ink = inkBox(bitmap);
  const isOnPaper = (start: number, length: number, available: number): boolean =>
    start >= -toleranceMm && start + length <= available + toleranceMm;
  const fits =
    ink &&
    isOnPaper(position.x + ink.x * mmPerDotX, ink.width * mmPerDotX, paper.width) &&
    isOnPaper(position.y + ink.y * mmPerDotY, ink.height * mmPerDotY, paper.height);
  return fits ? { ...position, ...size, bitmap } : placed;
}

/** The paper with a picture on it, as a bitmap for a print head. */
export function drawOnPaper(placed: PlacedPicture, paper: Size, dotsPerMm: number): Bitmap {
  const { x, y, width, height, bitmap } = alignToDots(placed, paper, dotsPerMm);
  const [widthDots, heightDots] = [paper.width, paper.height].map((mm) => Math.round(mm * dotsPerMm)) as [
    number,
    number,
  ];
  const [left, top] = [Math.round(x * dotsPerMm), Math.round(y * dotsPerMm)];
  const [pictureWidth, pictureHeight] = [Math.round(width * dotsPerMm), Math.round(height * dotsPerMm)];
  return createBitmap(widthDots, heightDots, (dx, dy) => {
    const [pictureX, pictureY] = [dx - left, dy - top];
    if (pictureX < 0 || pictureY < 0 || pictureX >= pictureWidth || pictureY >= pictureHeight) return false;
    const [sourceX, sourceY] = [
      Math.floor(((pictureX + 0.5) * bitmap.width) / pictureWidth),
      Math.floor(((pictureY + 0.5) * bitmap.height) / pictureHeight),
    ];
    return isDark(bitmap, sourceX, sourceY);
  });
}
