import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import type { Box, Layout } from '../../shared/labels/label-layout.ts';
import { codesOn, pictureOf, picturesOf, type Picture } from './read-page.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();
/**
 * Every third order, so that each kind of number meets each mark, and all 20 scripts; reading all pictures would take
 * too long.
 */
const pictured = SAMPLE_LABELS.filter((_, index) => index % 3 === 0 || index >= SAMPLE_LABELS.length - 20);
const layouts = pictured.map((source) => layOut(source, fonts));
/** Laid out for a print head. */
const onHead = (at: number): Layout => layOut(pictured[at]!, fonts, thermalForm({ width: 100, height: 150 }, 203));
const DOTS_PER_MM = 8;
// Rasterizers round outwards, and the page of 283.465 points is slightly under 800 dots.
const SLACK = 1.5;

function inkBoxes(layout: Layout): Box[] {
  return layout.boxes.flatMap((box): readonly Box[] => (box.kind === 'text' && !box.inverse ? [...box.lines] : [box]));
}

/** The first dark dot outside all boxes, in millimetres; undefined if there is none. */
function strayInk(picture: Picture, layout: Layout): { x: number; y: number } | undefined {
  const allowed = new Uint8Array(picture.width * picture.height);
  for (const { x, y, width, height } of inkBoxes(layout)) {
    const left = Math.max(0, Math.floor(x * DOTS_PER_MM - SLACK));
    const right = Math.min(picture.width, Math.ceil((x + width) * DOTS_PER_MM + SLACK));
    const bottom = Math.min(picture.height, Math.ceil((y + height) * DOTS_PER_MM + SLACK));
    for (let row = Math.max(0, Math.floor(y * DOTS_PER_MM - SLACK)); row < bottom; row++) {
      allowed.fill(1, row * picture.width + left, row * picture.width + right);
    }
  }
  let stray = 0;
  while (stray < allowed.length && (picture.grey[stray]! >= 128 || allowed[stray] === 1)) stray++;
  if (stray === allowed.length) return undefined;
  return { x: (stray % picture.width) / DOTS_PER_MM, y: Math.floor(stray / picture.width) / DOTS_PER_MM };
}

function inkIn(picture: Picture, box: Box): number {
  let dark = 0;
  for (let row = Math.floor(box.y * DOTS_PER_MM); row < (box.y + box.height) * DOTS_PER_MM; row++) {
    for (let column = Math.floor(box.x * DOTS_PER_MM); column < (box.x + box.width) * DOTS_PER_MM; column++) {
      if ((picture.grey[row * picture.width + column] ?? 255) < 128) dark++;
    }
  }
  return dark;
}

describe('a page of the PDF, rendered at 203 dpi', () => {
  it(
    'shows every barcode and QR code readably, has ink in every line and none outside the boxes',
    { timeout: 300_000 },
    async () => {
      const pdf = toPdf(layouts.map((layout) => draw(layout, fonts)));
      let page = 0;
      for await (const picture of picturesOf(pdf)) {
        const source = pictured[page];
        const layout = layouts[page] as Layout;
        const where = `page ${page + 1}, ${source?.PackageId}`;
        expect(await codesOn(picture), where).toEqual({ code128: [source?.TrackingNumber], qr: [source?.PackageId] });
        expect(strayInk(picture, layout), where).toBeUndefined();
        const empty = layout.boxes
          .flatMap((box) => (box.kind === 'text' ? box.lines : []))
          .filter((line) => inkIn(picture, line) === 0)
          .map((line) => line.text);
        expect(empty, where).toEqual([]);
        page++;
      }
      expect(page).toBe(pictured.length);
    },
  );
});

describe('the bitmap for a print head', () => {
  it('shows every code readably and has no ink outside the boxes', { timeout: 300_000 }, async () => {
    for (const [index, source] of pictured.entries()) {
      if (index % 6 !== 0 && index < pictured.length - 20) continue;
      const layout = onHead(index);
      const bitmap = toBitmap(draw(layout, fonts), 203);
      expect([bitmap.width, bitmap.height]).toEqual([800, 1200]);
      const picture = pictureOf(bitmap);
      expect(await codesOn(picture), source.PackageId).toEqual({
        code128: [source.TrackingNumber],
        qr: [source.PackageId],
      });
      expect(strayInk(picture, layout), source.PackageId).toBeUndefined();
    }
  });

  it('draws each module of a barcode in exactly its dots', async () => {
    const layout = onHead(0);
    const code = layout.boxes.find((box) => box.kind === 'code128');
    if (code?.kind !== 'code128') throw new Error('no barcode');
    const { grey, width } = pictureOf(toBitmap(draw(layout, fonts), 203));
    const row = Math.round((code.y + code.height / 2) * DOTS_PER_MM);
    const dots = code.module * DOTS_PER_MM;
    const modules = '0'.repeat(10) + code.bars + '0'.repeat(10);
    const expected = Array.from(modules, (module) => (module === '1' ? '#' : '.').repeat(dots)).join('');
    const left = code.x * DOTS_PER_MM;
    const seen = Array.from(grey.subarray(row * width + left, row * width + left + expected.length), (value) =>
      value === 0 ? '#' : '.',
    );
    expect(seen.join('')).toBe(expected);
  });
});
