import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { Raster } from '../../../shared/printing/configured-printer.ts';
import type { Size } from '../layout/label-form.ts';
import { perInch } from './print-head.ts';

/**
 * Pages of dots for IPP printers that do not accept PDF: PWG raster (PWG 5102.4), or the AirPrint raster (URF), which
 * compresses lines the same way under a shorter header.
 */
export function toRaster(pages: readonly Bitmap[], size: Size, raster: Raster): Buffer {
  const lines = pages.map((page) => linesOf(page, raster));
  if (raster.form === 'image/urf')
    return Buffer.concat([urfHead(pages.length), ...pages.flatMap((page, at) => [urfPage(page, raster), lines[at]!])]);
  return Buffer.concat([
    Buffer.from('RaS2'),
    ...pages.flatMap((page, at) => [pwgPage(page, size, raster, pages.length), lines[at]!]),
  ]);
}

/** PWG 5102.4, section 4.3: bits per dot, number of colors, and color space. */
const colorSpaces = {
  sgray_8: { bits: 8, colors: 1, space: 18 },
  srgb_8: { bits: 24, colors: 3, space: 19 },
  black_1: { bits: 1, colors: 1, space: 3 },
} as const;
const pointsPerMm = 72 / 25.4;

/** The resolution the printer reports. */
export const rasterDots = ({ dpi }: Raster): { perMm: number } => perInch(dpi);

/** PWG 5102.4, section 4.3. Fields not written are zero or empty: the printer's default. */
function pwgPage({ width, height }: Bitmap, size: Size, { colors, dpi }: Raster, pages: number): Buffer {
  const is = colorSpaces[colors];
  const head = Buffer.alloc(1796);
  const put = (at: number, ...numbers: number[]): void =>
    numbers.forEach((number, index) => head.writeUInt32BE(number, at + 4 * index));
  head.write('PwgRaster', 0, 'latin1');
  put(276, dpi, dpi);
  // one copy
  put(340, 1);
  put(352, Math.round(size.width * pointsPerMm), Math.round(size.height * pointsPerMm));
  put(372, width, height);
  put(384, Math.min(is.bits, 8), is.bits, Math.ceil((width * is.bits) / 8));
  put(400, is.space);
  put(420, is.colors);
  // total pages; cross-feed and feed direction unchanged
  put(452, pages, 1, 1);
  return head;
}

function urfHead(pages: number): Buffer {
  const head = Buffer.alloc(12);
  head.write('UNIRAST\0', 0, 'latin1');
  head.writeUInt32BE(pages, 8);
  return head;
}

/** Bits per dot, color space (grey or RGB), one side, normal quality; then width, height and resolution. */
function urfPage({ width, height }: Bitmap, { colors, dpi }: Raster): Buffer {
  const head = Buffer.alloc(32);
  head.set([colorSpaces[colors].bits, colors === 'srgb_8' ? 1 : 0, 1, 4]);
  for (const [at, number] of [width, height, dpi].entries()) head.writeUInt32BE(number, 12 + 4 * at);
  return head;
}

/** Each line is preceded by its repeat count, up to 256. PWG 5102.4, section 4.4. */
function linesOf(page: Bitmap, { colors }: Raster): Buffer {
  const { bits, bytesPerRow, height } = page;
  const row = (y: number): Uint8Array => bits.subarray(y * bytesPerRow, (y + 1) * bytesPerRow);
  const parts: Buffer[] = [];
  for (let y = 0; y < height;) {
    const first = row(y);
    let count = 1;
    while (count < 256 && y + count < height && Buffer.compare(first, row(y + count)) === 0) count += 1;
    parts.push(
      Buffer.from([count - 1]),
      colors === 'black_1' ? packBits(first, 1) : packBits(...dotsOf(first, page, colors)),
    );
    y += count;
  }
  return Buffer.concat(parts);
}

/** Black on white, one byte per color of a dot; returns the number of colors too. */
function dotsOf(row: Uint8Array, { width }: Bitmap, colors: Raster['colors']): [Uint8Array, number] {
  const each = colorSpaces[colors].colors;
  const dots = new Uint8Array(width * each).fill(255);
  for (let x = 0; x < width; x += 1) if (row[x >> 3]! & (0x80 >> (x & 7))) dots.fill(0, x * each, (x + 1) * each);
  return [dots, each];
}

const maxRun = 128;

/**
 * Run-length encodes values of `each` bytes: `n` repeats the next value n + 1 times, `257 - n` precedes n literal
 * values.
 */
function packBits(row: Uint8Array, each: number): Buffer {
  const count = row.length / each;
  const isSame = (a: number, b: number): boolean => {
    for (let at = 0; at < each; at += 1) if (row[a * each + at] !== row[b * each + at]) return false;
    return true;
  };
  const parts: Uint8Array[] = [];
  for (let at = 0; at < count;) {
    let end = at + 1;
    while (end < count && end - at < maxRun && isSame(at, end)) end += 1;
    if (end - at > 1 || end === count)
      parts.push(Uint8Array.of(end - at - 1), row.subarray(at * each, (at + 1) * each));
    else {
      while (end < count && end - at < maxRun && !(end + 1 < count && isSame(end, end + 1))) end += 1;
      if (end - at === 1) parts.push(Uint8Array.of(0), row.subarray(at * each, end * each));
      else parts.push(Uint8Array.of(257 - (end - at)), row.subarray(at * each, end * each));
    }
    at = end;
  }
  return Buffer.concat(parts);
}
