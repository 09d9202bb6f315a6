import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { headDotsPerMm, alignPictures } from '../../electron/labels/formats/print-head.ts';
import { formOnSheet } from '../../electron/labels/formats/to-sheets.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import type { Bitmap } from '../../shared/labels/label-layout.ts';
import { logoDotsPerMm, maxLogoDots, readLogo, writeLogo } from '../../shared/labels/logo.ts';
import { headDpis } from '../../shared/printing/configured-printer.ts';
import { labelSizeNames, labelSizes, sheetCounts } from '../../shared/printing/label-sizes.ts';
import { problemsOfLayout } from './problems-of-layout.ts';
import { codesOn, picturesOf } from './read-page.ts';
import { labelWith, SAMPLE_LABELS } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();

/** A checkerboard of the maximum logo size with squares of `side` dots. */
function squares(side: number): Bitmap {
  const { width, height } = maxLogoDots;
  const bytesPerRow = width / 8;
  const bits = new Uint8Array(bytesPerRow * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((Math.floor(x / side) + Math.floor(y / side)) % 2 === 0) bits[y * bytesPerRow + (x >> 3)]! |= 0x80 >> (x & 7);
  return { width, height, bytesPerRow, bits };
}
const isDark = ({ bits, bytesPerRow }: Bitmap, x: number, y: number): boolean =>
  (bits[y * bytesPerRow + (x >> 3)]! & (0x80 >> (x & 7))) !== 0;
const logo = squares(24);
const place = (layout: ReturnType<typeof layOut>) => layout.boxes.find(({ kind }) => kind === 'picture');

describe('a logo', { timeout: 120_000 }, () => {
  it('is unchanged after it is stored as text, and no malformed text is read as a logo', () => {
    expect(readLogo(writeLogo(logo))).toEqual(logo);
    const text = writeLogo(logo);
    const others = [
      '',
      'x',
      '9x9:AAAA',
      '0x0:',
      '577x1:' + btoa('\0'.repeat(73)),
      `${text}A`,
      text.slice(0, -4),
      '8x1:A===',
    ];
    for (const other of others) expect(readLogo(other), other.slice(0, 20)).toBeNull();
  });

  it('lies within every label format, overlaps nothing and displaces no text; formats without room omit it', () => {
    const forms = [
      ...labelSizeNames.map((size) => thermalForm(labelSizes[size])),
      ...sheetCounts.map((count) => formOnSheet({ paper: 'A4', count, begin: 1 })),
    ];
    const shown = forms.map((form) => {
      let there = 0;
      for (const source of SAMPLE_LABELS) {
        const [plain, layout] = [layOut(source, fonts, form), layOut({ ...source, logo }, fonts, form)];
        expect(problemsOfLayout(layout), source.PackageId).toEqual([]);
        expect(layout.problems, source.PackageId).toEqual(plain.problems);
        if (place(layout)) there += 1;
      }
      return there > 0 ? (there === SAMPLE_LABELS.length ? 'all' : 'most') : 'none';
    });
    expect(shown.slice(0, 4)).not.toContain('none');
    expect(shown.slice(-2)).toEqual(['none', 'none']);
  });

  it('is printed without a sender too, and is omitted if the text of a label needs its room', () => {
    const { sender: _, ...alone } = labelWith({});
    expect(place(layOut({ ...alone, logo }, fonts))).toMatchObject({ width: 24, height: 10 });
    const shown = Array.from({ length: 30 }, (_, more) => {
      const source = labelWith({ sender: { Contact: 'Mia', Country: 'DE', Street1: 'Long Street '.repeat(more + 1) } });
      const [plain, layout] = [layOut(source, fonts), layOut({ ...source, logo }, fonts)];
      expect(layout.problems).toEqual(plain.problems);
      return place(layout) !== undefined;
    });
    expect([shown[0], shown.includes(false)]).toEqual([true, true]);
  });

  it.each(headDpis)('lies on whole dots of a %i dpi print head, square by square', async (dpi) => {
    const layout = alignPictures(layOut(labelWith({ logo }), fonts), dpi);
    const box = place(layout)!;
    const bitmap = toBitmap(draw(layout, fonts), dpi);
    const perMm = headDotsPerMm[dpi];
    const [left, top] = [Math.round(box.x * perMm), Math.round(box.y * perMm)];
    expect([box.x * perMm - left, box.y * perMm - top].map(Math.abs)).toEqual(
      [0, 0].map(() => expect.closeTo(0, 6) as number),
    );
    const side = (24 / logoDotsPerMm) * perMm;
    for (let y = 0; y < 10 * perMm; y += 1)
      for (let x = 0; x < 24 * perMm; x += 1) {
        const dark = (Math.floor(x / side) + Math.floor(y / side)) % 2 === 0;
        if (isDark(bitmap, left + x, top + y) !== dark) expect([x, y, dark]).toBe('drawn');
      }
  });

  it('leaves the codes of a label readable, and is stored once in a PDF of many labels', async () => {
    const sources = ['A', 'B', 'C'].map((PackageId) => labelWith({ PackageId, logo }));
    const pdf = toPdf(sources.map((source) => draw(layOut(source, fonts), fonts)));
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Subtype\/Image/g),
    ).toHaveLength(1);
    let at = 0;
    for await (const picture of picturesOf(pdf)) {
      const { TrackingNumber, PackageId } = sources[at++]!;
      expect(await codesOn(picture)).toEqual({ code128: [TrackingNumber], qr: [PackageId] });
    }
    expect(at).toBe(3);
  });
});
