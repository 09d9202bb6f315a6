import { describe, expect, it } from 'vitest';
import { draw } from '../../electron/labels/draw.ts';
import { layOut } from '../../electron/labels/lay-out.ts';
import { thermalForm } from '../../electron/labels/label-form.ts';
import { openFonts } from '../../electron/labels/open-fonts.ts';
import { codesOnDots, dotsPerMm } from '../../electron/labels/print-head.ts';
import { toBitmap } from '../../electron/labels/to-bitmap.ts';
import { toPdf } from '../../electron/labels/to-pdf.ts';
import { formOnSheet, toSheets, type LabelSheet } from '../../electron/labels/to-sheets.ts';
import { toZpl } from '../../electron/labels/to-zpl.ts';
import {
  labelSizeNames,
  labelSizes,
  sheetCounts,
  sheetGrids,
  sheetPapers,
  type SheetPaper,
} from '../../shared/printing/label-sizes.ts';
import { codesOn, picturesOf } from './read-page.ts';
import { renderedZpl } from './read-zpl.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';

// `EVERY_LABEL=1 npx vitest run test/labels/every-code.test.ts` reads every sample address in every size and density
const every = process.env['EVERY_LABEL'] !== undefined;
const fonts = openFonts();
const printed = { desk: 'desk-7', operator: 'Ana Silva', at: '2026-11-23 20:45' };
const labels = SAMPLE_LABELS.map((source) => ({ ...source, printed }));
/** The scripts that are drawn by other fonts stand at the end. */
const some = every ? labels : labels.slice(-2);

describe('a scanner reads every code', { timeout: every ? 3_600_000 : 300_000 }, () => {
  const densities = every ? ([203, 300, 600] as const) : ([203] as const);
  it.each(labelSizeNames.flatMap((size) => densities.map((dpi) => [size, dpi] as const)))(
    'of labels of %s at %i dpi, from the ZPL as somebody else draws it',
    async (size, dpi) => {
      const { width, height } = labelSizes[size];
      for (const source of some) {
        const layout = codesOnDots(layOut(source, fonts, thermalForm(labelSizes[size])), dpi);
        const zpl = toZpl(await toBitmap(draw(layout, fonts), dpi), { packing: 'z64', reprints: false });
        const read = await codesOn(await renderedZpl(zpl, width, height, dotsPerMm[dpi]));
        expect(read, source.PackageId).toEqual({ code128: [source.TrackingNumber], qr: [source.PackageId] });
      }
    },
  );

  const sheets = (Object.keys(sheetPapers) as SheetPaper[]).flatMap((paper) =>
    sheetCounts.map((count) => [paper, count] as const),
  );
  it.each(sheets)('of a sheet of %s with %i labels, each at its place, from the PDF', async (paper, count) => {
    const sheet: LabelSheet = { paper, count, begin: 2 };
    const form = formOnSheet(sheet);
    const wanted = every ? labels : labels.slice(-count);
    const pages: Uint8Array[] = [];
    const drawn = wanted.map((source) => draw(layOut(source, fonts, form), fonts));
    const all = [];
    for await (const page of toSheets(drawn, sheet)) all.push(page);
    pages.push(toPdf(all));
    const { width, height } = sheetPapers[paper];
    const dots = { width: Math.round((width / 25.4) * 300), height: Math.round((height / 25.4) * 300) };
    const read = { code128: new Set<string>(), qr: new Set<string>() };
    for await (const picture of picturesOf(pages[0]!, dots)) {
      const codes = await codesOn(picture, 2 * count);
      for (const text of codes.code128) read.code128.add(text);
      for (const text of codes.qr) read.qr.add(text);
    }
    expect(all).toHaveLength(Math.ceil((wanted.length + 1) / count));
    expect([...read.code128].toSorted()).toEqual(wanted.map((one) => one.TrackingNumber).toSorted());
    const { columns } = sheetGrids[count];
    expect([...read.qr].toSorted()).toEqual(columns === 3 ? [] : wanted.map((one) => one.PackageId).toSorted());
  });

  it('of a provisional label, whose bars are its package', async () => {
    const source = { ...labels[0]!, TrackingNumber: '', numberless: true };
    const layout = codesOnDots(layOut(source, fonts), 203);
    const zpl = toZpl(await toBitmap(draw(layout, fonts), 203), { packing: 'ascii', reprints: false });
    expect(await codesOn(await renderedZpl(zpl, 100, 150, 8))).toEqual({
      code128: [source.PackageId],
      qr: [source.PackageId],
    });
  });
});
