import type { Box } from '../../shared/labels/label-layout.ts';
import type { Bitmap } from '../../shared/labels/bitmap.ts';
import { coverGlyphs } from './cover-dots.ts';
import type { Drawing, Picture, Rectangles } from './draw.ts';
import { perMm, type Dots } from './print-head.ts';

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
