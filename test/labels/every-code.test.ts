import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { headDotsPerMm } from '../../electron/labels/formats/print-head.ts';
import { formOnSheet, toSheets, type LabelSheet } from '../../electron/labels/formats/to-sheets.ts';
import { toZpl } from '../../electron/labels/formats/zpl.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import type { LabelSource } from '../../electron/labels/layout/label-source.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { headDpis } from '../../shared/printing/configured-printer.ts';
import {
  labelSizeNames,
  labelSizes,
  sheetCounts,
  sheetGrids,
  sheetPapers,
  type SheetPaper,
} from '../../shared/printing/label-sizes.ts';
import { codesOn, picturesOf, type Picture } from './read-page.ts';
import { renderedZpl } from './read-zpl.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

// `EVERY_LABEL=1 npx vitest run test/labels/every-code.test.ts` reads every sample address in every size and density;
// without it, a sample chosen by LABEL_SEED.
const every = process.env['EVERY_LABEL'] !== undefined;
const fonts = openFonts();
const printed = { desk: 'desk-7', operator: 'Ana Silva', printedAt: '2026-11-23 20:45' };
const labels = SAMPLE_LABELS.map((source) => ({ ...source, printed }));
/** The scripts drawn by other fonts are last in the list. */
const scripts = 20;
/** All labels, or one address and one script that vary with each place and seed. */
const seed = Number(process.env['LABEL_SEED'] ?? 1);
function someFor(place: number): typeof labels {
  if (every) return labels;
  const at = seed * 31 + place * 7;
  return [labels[at % (labels.length - scripts)]!, labels[labels.length - 1 - (at % scripts)]!];
}

const codesOf = ({ TrackingNumber, PackageId }: LabelSource) => ({ code128: [TrackingNumber], qr: [PackageId] });

/** Dots that are not white within the outermost 2 mm, which must be empty. */
function inkAtEdge({ width, height, grey }: Picture, dots: number): number {
  const edge = 2 * dots;
  let ink = 0;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isInside = x >= edge && x < width - edge && y >= edge && y < height - edge;
      if (!isInside && grey[y * width + x]! < 128) ink += 1;
    }
  return ink;
}

describe('a scanner reads every code', { timeout: every ? 3_600_000 : 300_000 }, () => {
  const places = labelSizeNames.flatMap((size) => headDpis.map((dpi) => [size, dpi] as const));
  // Finer heads take longer; the ZPL renderer needs tens of seconds for 600 dpi.
  const read = every ? places : places.filter(([size, dpi]) => dpi === 203 || size === '4x4');
  const asZpl = every ? places : read.filter(([, dpi]) => dpi < 600);
  it.each(asZpl)('of labels of %s at %i dpi, from the ZPL as an independent renderer draws it', async (size, dpi) => {
    const { width, height } = labelSizes[size];
    for (const source of someFor(places.findIndex(([a, b]) => a === size && b === dpi))) {
      const layout = layOut(source, fonts, thermalForm(labelSizes[size], dpi));
      const zpl = toZpl(toBitmap(draw(layout, fonts), dpi), { packing: 'z64', reprints: false });
      const picture = await renderedZpl(zpl, width, height, headDotsPerMm[dpi]);
      expect(await codesOn(picture), source.PackageId).toEqual(codesOf(source));
      expect(inkAtEdge(picture, headDotsPerMm[dpi]), source.PackageId).toBe(0);
    }
  });

  it.each(read)('of labels of %s drawn at %i dpi, from the PDF', async (size, dpi) => {
    const { width, height } = labelSizes[size];
    const sources = someFor(places.length + places.findIndex(([a, b]) => a === size && b === dpi));
    const drawings = sources.map((source) => draw(layOut(source, fonts, thermalForm(labelSizes[size])), fonts));
    const dots = { width: Math.round(width * headDotsPerMm[dpi]), height: Math.round(height * headDotsPerMm[dpi]) };
    let page = 0;
    for await (const picture of picturesOf(toPdf(drawings), dots)) {
      const source = sources[page++]!;
      expect(await codesOn(picture), source.PackageId).toEqual(codesOf(source));
      expect(inkAtEdge(picture, headDotsPerMm[dpi]), source.PackageId).toBe(0);
    }
    expect(page).toBe(sources.length);
  });

  const sheets = (Object.keys(sheetPapers) as SheetPaper[]).flatMap((paper) =>
    sheetCounts.map((count) => [paper, count] as const),
  );
  it.each(sheets)('of a sheet of %s with %i labels, each in its cell, from the PDF', async (paper, count) => {
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

  it('of a provisional label, whose bars encode its package id', async () => {
    const source = { ...labels[0]!, TrackingNumber: '', lacksNumber: true };
    const layout = layOut(source, fonts, thermalForm(labelSizes['100x150'], 203));
    const zpl = toZpl(toBitmap(draw(layout, fonts), 203), { packing: 'ascii', reprints: false });
    expect(await codesOn(await renderedZpl(zpl, 100, 150, 8))).toEqual({
      code128: [source.PackageId],
      qr: [source.PackageId],
    });
  });
});
