import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { Raster } from '../../../shared/printing/configured-printer.ts';
import type { Size } from '../layout/label-form.ts';
import { dotsPerInch } from './print-head.ts';

/**
 * Pages of dots for IPP printers that do not accept PDF: PWG raster (PWG 5102.4), or the AirPrint raster (URF), which
 * compresses lines the same way under a shorter header.
 */
export function toRaster(pages: readonly Bitmap[], size: Size, raster: Raster): Buffer {
  const encodedPages = pages.map((page) => encodeLines(page, raster));
  if (raster.form === 'image/urf')
    return Buffer.concat([
      urfHeader(pages.length),
      ...pages.flatMap((page, index) => [urfPage(page, raster), encodedPages[index]!]),
    ]);
  return Buffer.concat([
    Buffer.from('RaS2'),
    ...pages.flatMap((page, index) => [pwgPage(page, size, raster, pages.length), encodedPages[index]!]),
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
export const rasterDots = ({ dpi }: Raster): { dotsPerMm: number } => dotsPerInch(dpi);

/** Page header, PWG 5102.4, section 4.3. Fields not written are zero or empty: the printer's default. */
function pwgPage({ width, height }: Bitmap, size: Size, { colors, dpi }: Raster, pageCount: number): Buffer {
  const colorSpace = colorSpaces[colors];
  const header = Buffer.alloc(1796);
  const writeNumbers = (offset: number, ...numbers: number[]): void =>
    numbers.forEach((number, index) => header.writeUInt32BE(number, offset + 4 * index));
  header.write('PwgRaster', 0, 'latin1');
  writeNumbers(276, dpi, dpi);
  // one copy
  writeNumbers(340, 1);
  writeNumbers(352, Math.round(size.width * pointsPerMm), Math.round(size.height * pointsPerMm));
  writeNumbers(372, width, height);
  writeNumbers(384, Math.min(colorSpace.bits, 8), colorSpace.bits, Math.ceil((width * colorSpace.bits) / 8));
  writeNumbers(400, colorSpace.space);
  writeNumbers(420, colorSpace.colors);
  // total pages; cross-feed and feed direction unchanged
  writeNumbers(452, pageCount, 1, 1);
  return header;
}

function urfHeader(pageCount: number): Buffer {
  const header = Buffer.alloc(12);
  header.write('UNIRAST\0', 0, 'latin1');
  header.writeUInt32BE(pageCount, 8);
  return header;
}

/** Page header: bits per dot, color space (grey or RGB), one side, normal quality; then width, height, resolution. */
function urfPage({ width, height }: Bitmap, { colors, dpi }: Raster): Buffer {
  const header = Buffer.alloc(32);
  header.set([colorSpaces[colors].bits, colors === 'srgb_8' ? 1 : 0, 1, 4]);
  for (const [index, number] of [width, height, dpi].entries()) header.writeUInt32BE(number, 12 + 4 * index);
  return header;
}

/** Encodes the lines of a page, each preceded by its repeat count, up to 256: PWG 5102.4, section 4.4. */
function encodeLines(page: Bitmap, { colors }: Raster): Buffer {
  const { bits, bytesPerRow, height } = page;
  const rowAt = (y: number): Uint8Array => bits.subarray(y * bytesPerRow, (y + 1) * bytesPerRow);
  const chunks: Buffer[] = [];
  for (let y = 0; y < height;) {
    const first = rowAt(y);
    let count = 1;
    while (count < 256 && y + count < height && Buffer.compare(first, rowAt(y + count)) === 0) count += 1;
    chunks.push(
      Buffer.from([count - 1]),
      colors === 'black_1' ? packBits(first, 1) : packBits(...colorBytesOf(first, page, colors)),
    );
    y += count;
  }
  return Buffer.concat(chunks);
}

/** A line as bytes, one per color of a dot, black on white; and the number of colors. */
function colorBytesOf(row: Uint8Array, { width }: Bitmap, colors: Raster['colors']): [Uint8Array, number] {
  const colorCount = colorSpaces[colors].colors;
  const dots = new Uint8Array(width * colorCount).fill(255);
  for (let x = 0; x < width; x += 1)
    if (row[x >> 3]! & (0x80 >> (x & 7))) dots.fill(0, x * colorCount, (x + 1) * colorCount);
  return [dots, colorCount];
}

const maxRunLength = 128;

/**
 * Run-length encodes values of `valueBytes` bytes: a byte `n` repeats the next value n + 1 times, a byte `257 - n`
 * precedes n literal values.
 */
function packBits(row: Uint8Array, valueBytes: number): Buffer {
  const count = row.length / valueBytes;
  const isSame = (a: number, b: number): boolean => {
    for (let index = 0; index < valueBytes; index += 1)
      if (row[a * valueBytes + index] !== row[b * valueBytes + index]) return false;
    return true;
  };
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < count;) {
    let end = start + 1;
    while (end < count && end - start < maxRunLength && isSame(start, end)) end += 1;
    if (end - start > 1 || end === count)
      chunks.push(Uint8Array.of(end - start - 1), row.subarray(start * valueBytes, (start + 1) * valueBytes));
    else {
      while (end < count && end - start < maxRunLength && !(end + 1 < count && isSame(end, end + 1))) end += 1;
      if (end - start === 1) chunks.push(Uint8Array.of(0), row.subarray(start * valueBytes, end * valueBytes));
      else chunks.push(Uint8Array.of(257 - (end - start)), row.subarray(start * valueBytes, end * valueBytes));
    }
    start = end;
  }
  return Buffer.concat(chunks);
}
