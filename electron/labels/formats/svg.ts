import type { Bitmap } from '../../../shared/labels/label-layout.ts';
import type { Size } from '../layout/label-form.ts';
import type { Drawing, Glyphs, Picture, Rectangles, Shape } from './draw.ts';
import { open } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';

/** One chunk of a PNG: length, name, bytes and checksum. */
function chunk(name: string, bytes: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(bytes.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** A bitmap as a two-colour PNG: ink, and transparent where white. */
export function toPng({ width, height, bytesPerRow, bits }: Bitmap): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // one bit per dot, with a palette
  head.set([1, 3, 0, 0, 0], 8);
  // each row starts with its filter type: 0, none
  const rows = Buffer.alloc((bytesPerRow + 1) * height);
  for (let y = 0; y < height; y += 1)
    rows.set(bits.subarray(y * bytesPerRow, (y + 1) * bytesPerRow), y * (bytesPerRow + 1) + 1);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', Uint8Array.of(255, 255, 255, 0, 0, 0)),
    chunk('tRNS', Uint8Array.of(0, 255)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

/** Four decimals of a millimetre are far below a dot. */
function short(value: number): string {
  return String(Math.round(value * 1e4) / 1e4);
}

function rectanglePath(shape: Rectangles): string {
  return shape.boxes
    .map(({ x, y, width, height }) => `M${short(x)},${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`)
    .join('');
}

function fill(paint: 'ink' | 'paper'): string {
  return paint === 'ink' ? '#000' : '#fff';
}

/** Renders its dots without interpolation. */
const picture = ({ x, y, width, height, bitmap }: Picture): string =>
  `<image x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" preserveAspectRatio="none" ` +
  `href="data:image/png;base64,${toPng(bitmap).toString('base64')}"/>`;

/**
 * A drawing as an SVG document in millimetres; text is outlines, so it looks the same everywhere. Each glyph is defined
 * once, with an id that starts with `prefix`: drawings in one page need different prefixes.
 */
export function toSvg(drawing: Drawing, prefix = 'g'): string {
  const { width, height } = drawing;
  const names = new Map<unknown, string>();
  const definitions: string[] = [];
  const glyphs = (shape: Glyphs) =>
    shape.glyphs
      .filter(({ outline }) => outline.path !== '')
      .map(({ outline, x, y }) => {
        let name = names.get(outline);
        if (name === undefined) {
          name = `${prefix}${names.size}`;
          names.set(outline, name);
          definitions.push(`<path id="${name}" d="${outline.path}"/>`);
        }
        const scale = Math.round((shape.size / outline.unitsPerEm) * 1e7) / 1e7;
        return `<use href="#${name}" transform="matrix(${scale} 0 0 ${-scale} ${short(x)} ${short(y)})"/>`;
      })
      .join('');
  const element = (shape: Shape): string => {
    switch (shape.kind) {
      case 'rectangles':
        return `<path shape-rendering="crispEdges" fill="${fill(shape.paint)}" d="${rectanglePath(shape)}"/>`;
      case 'glyphs':
        return `<g fill="${fill(shape.paint)}">${glyphs(shape)}</g>`;
      case 'picture':
        return picture(shape);
    }
  };
  const body = drawing.shapes.map(element).join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}">` +
    `<defs>${definitions.join('')}</defs><path fill="#fff" d="M0,0H${width}V${height}H0Z"/>${body}</svg>`
  );
}

// Chromium rounds a page of 150 mm down by less than 0.1 mm: a label of the full height would overflow to a second page
const pageStart = ({ width, height }: Size): string =>
  '<!doctype html><html><head><meta charset="utf-8"><title>Parcel Desk</title><style>' +
  `@page{size:${width}mm ${height}mm;margin:0}body{margin:0}` +
  `div{width:${width}mm;height:${(height - 0.2).toFixed(2)}mm;overflow:hidden;break-after:page}` +
  'div:last-child{break-after:auto}svg{display:block}</style></head><body>';

/**
 * Drawings as one HTML page for a system printer, one sheet of label paper each; without scripts or external resources.
 */
export const htmlPage = (drawings: readonly Drawing[], size: Size): string =>
  [pageStart(size), ...drawings.map((drawing, at) => sheetHtml(drawing, at + 1)), pageEnd].join('');

const sheetHtml = (drawing: Drawing, number: number): string => `<div>${toSvg(drawing, `s${number}g`)}</div>`;
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
    let sheets = 0;
    for await (const drawing of drawings) await file.write(sheetHtml(drawing, ++sheets));
    if (sheets === 0) throw new RangeError('there is no label to write');
    await file.write(pageEnd);
    return sheets;
  } finally {
    await file.close();
  }
}
