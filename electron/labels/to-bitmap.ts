import { readFile } from 'node:fs/promises';
import { Resvg, initWasm } from '@resvg/resvg-wasm';
import type { Bitmap } from '../../shared/labels/bitmap.ts';
import type { Drawing } from './draw.ts';
import { perMm, type Dots } from './print-head.ts';
import { toSvg } from './to-svg.ts';

// Below half, so that a hairline between two rows of dots is not lost in both.
const BLACK_FROM = 0.42;

let ready: Promise<void> | undefined;
/** Loads the rasteriser, once in a thread. */
export const rasteriser = (): Promise<void> => (ready ??= start());

async function start(): Promise<void> {
  // An address of this form is carried along into a bundle; a resolved package name is not.
  const file = new URL('../../node_modules/@resvg/resvg-wasm/index_bg.wasm', import.meta.url);
  await initWasm(await readFile(file));
}

/**
 * A drawing in dots of a print head: at 203 dpi 8 to the millimetre, a label of 800 x 1200. Its codes are exact where the layout was put on
 * the dots of that head before it was drawn. Loads the rasteriser at first use.
 */
export async function toBitmap(drawing: Drawing, dots: Dots = 203): Promise<Bitmap> {
  await rasteriser();
  const width = Math.round(drawing.width * perMm(dots));
  const height = Math.round(drawing.height * perMm(dots));
  const resvg = new Resvg(toSvg(drawing), { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } });
  const image = resvg.render();
  try {
    return { width, height, ...threshold(image.pixels, width, height) };
  } finally {
    image.free();
    resvg.free();
  }
}

function threshold(pixels: Uint8Array, width: number, height: number): { bytesPerRow: number; bits: Uint8Array } {
  const bytesPerRow = Math.ceil(width / 8);
  const bits = new Uint8Array(bytesPerRow * height);
  const darkest = 255 * (1 - BLACK_FROM);
  let from = 0;
  for (let y = 0; y < height; y++) {
    for (let at = y * bytesPerRow, left = width; left > 0; at++, left -= 8) {
      let byte = 0;
      // black on white: any one channel tells
      for (let bit = 0x80; bit > 0x80 >> Math.min(8, left); bit >>= 1, from += 4)
        if ((pixels[from] as number) <= darkest) byte |= bit;
      bits[at] = byte;
    }
  }
  return { bytesPerRow, bits };
}
