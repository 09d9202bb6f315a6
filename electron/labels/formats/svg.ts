import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { Size } from '../layout/label-form.ts';
import type { Drawing, Glyphs, Picture, Rectangles, Shape } from './draw.ts';
import { open } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';

/** One chunk of a PNG: length, name, bytes and checksum. */
function chunk(name: string, bytes: Uint8Array): Buffer {
  const nameAndBytes = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const lengthAndChecksum = Buffer.alloc(8);
  lengthAndChecksum.writeUInt32BE(bytes.length, 0);
  lengthAndChecksum.writeUInt32BE(crc32(nameAndBytes), 4);
  return Buffer.concat([lengthAndChecksum.subarray(0, 4), nameAndBytes, lengthAndChecksum.subarray(4)]);
}

/** A bitmap as a two-colour PNG: ink, and transparent where white. */
export function toPng({ width, height, bytesPerRow, bits }: Bitmap): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // one bit per dot, with a palette
  header.set([1, 3, 0, 0, 0], 8);
  // each row starts with its filter type: 0, none
  const rows = Buffer.alloc((bytesPerRow + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(bits.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), y * (bytesPerRow + 1) + 1);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Uint8Array.of(255, 255, 255, 0, 0, 0)),
    chunk('tRNS', Uint8Array.of(0, 255)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** A length with four decimals of a millimetre, far below a dot. */
function formatMm(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}

function rectanglePath(shape: Rectangles): string {
  return shape.boxes
    .map(
      ({ x, y, width, height }) =>
        `M${formatMm(x)},${formatMm(y)}h${formatMm(width)}v${formatMm(height)}h${formatMm(-width)}Z`,
    )
    .join('');
}

function fillColor(paint: 'ink' | 'paper'): string {
  return paint === 'ink' ? '#000' : '#fff';
}

/** A picture as an image element that fills its box. */
const pictureElement = ({ x, y, width, height, bitmap }: Picture): string =>
  `<image x="${formatMm(x)}" y="${formatMm(y)}" width="${formatMm(width)}" height="${formatMm(height)}" preserveAspectRatio="none" ` +
  `href="data:image/png;base64,${toPng(bitmap).toString('base64')}"/>`;

/**
 * A drawing as an SVG document in millimetres; text is outlines, so it looks the same everywhere. Each glyph is defined
 * once, with an id that starts with `prefix`: drawings in one page need different prefixes.
 */
export function toSvg(drawing: Drawing, prefix = 'g'): string {
  const { width, height } = drawing;
  const glyphIds = new Map<unknown, string>();
  const definitions: string[] = [];
  const glyphElements = (shape: Glyphs) =>
    shape.glyphs
      .filter(({ outline }) => outline.path !== '')
      .map(({ outline, x, y }) => {
        let id = glyphIds.get(outline);
        if (id === undefined) {
          id = `${prefix}${glyphIds.size}`;
          glyphIds.set(outline, id);
          definitions.push(`<path id="${id}" d="${outline.path}"/>`);
        }
        const scale = Math.round((shape.size / outline.unitsPerEm) * 1e7) / 1e7;
        return `<use href="#${id}" transform="matrix(${scale} 0 0 ${-scale} ${formatMm(x)} ${formatMm(y)})"/>`;
      })
      .join('');
  const shapeElement = (shape: Shape): string => {
    switch (shape.kind) {
      case 'rectangles':
        return `<path shape-rendering="crispEdges" fill="${fillColor(shape.paint)}" d="${rectanglePath(shape)}"/>`;
      case 'glyphs':
        return `<g fill="${fillColor(shape.paint)}">${glyphElements(shape)}</g>`;
      case 'picture':
        return pictureElement(shape);
    }
  };
  const body = drawing.shapes.map(shapeElement).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">` +
    `<defs>${definitions.join('')}</defs><path fill="#fff" d="M0,0H${width}V${height}H0Z"/>${body}</svg>`
  );
}

// Chromium rounds the page height down by less than 0.1 mm, so that a label of full height would overflow to a second
// page
const pageStart = ({ width, height }: Size): string =>
  '<!doctype html><html><head><meta charset="utf-8"><title>Parcel Desk</title><style>' +
  `@page{size:${width}mm ${height}mm;margin:0}body{margin:0}` +
  `div{width:${width}mm;height:${(height - 0.2).toFixed(2)}mm;overflow:hidden;break-after:page}` +
  'div:last-child{break-after:auto}svg{display:block}</style></head><body>';

/**
 * Drawings as one HTML page for a system printer, one sheet of label paper each; without scripts or external resources.
 */
export const htmlPage = (drawings: readonly Drawing[], size: Size): string =>
  [pageStart(size), ...drawings.map((drawing, index) => sheetHtml(drawing, index + 1)), pageEnd].join('');

const sheetHtml = (drawing: Drawing, sheetNumber: number): string => `<div>${toSvg(drawing, `s${sheetNumber}g`)}</div>`;
const pageEnd = '</body></html>';

/**
 * Writes drawings as one HTML page for a print dialog, one sheet of label paper each, as they arrive; without scripts
 * or external resources. Throws what the file system or `drawings` throws, and RangeError without drawings. Returns the
 * number of sheets.
 */
export async function writeHtml(path: string, drawings: AsyncIterable<Drawing>, size: Size): Promise<number> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.write(pageStart(size));
    let sheetCount = 0;
    for await (const drawing of drawings) await file.write(sheetHtml(drawing, ++sheetCount));
    if (sheetCount === 0) throw new RangeError('there is no label to write');
    await file.write(pageEnd);
    return sheetCount;
  } finally {
    await file.close();
  }
}
