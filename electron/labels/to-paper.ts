import { open } from 'node:fs/promises';
import type { Drawing } from './draw.ts';
import type { Size } from './label-form.ts';
import { toSvg } from './to-svg.ts';

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
