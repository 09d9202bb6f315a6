import type { Layout } from '../../shared/labels/label-layout.ts';
import type { Raster } from '../../shared/printing/known-printer.ts';
import { labelSizes, type LabelSizeName } from '../../shared/printing/label-sizes.ts';
import { draw } from './draw.ts';
import { thermalForm } from './label-form.ts';
import type { LabelSource } from './label-source.ts';
import { layOut } from './lay-out.ts';
import { openFonts } from './open-fonts.ts';
import { codesOnDots, type HeadDpi } from './print-head.ts';
import { layOutTest, type TestLabel } from './test-label.ts';
import { toBitmap } from './to-bitmap.ts';
import { paperPage } from './to-paper.ts';
import { toPdf } from './to-pdf.ts';
import { rasterDots, toRaster } from './to-raster.ts';
import { toZpl, type ZplOptions } from './to-zpl.ts';

/** What a printer takes its labels as; `paper` is a page for the system to print. */
export type PageForm = { size: LabelSizeName } & (
  | { form: 'pdf' }
  | { form: 'paper' }
  | { form: 'raster'; raster: Raster }
  | ({ form: 'zpl'; dpi: HeadDpi } & ZplOptions)
);
export type PageWanted = { label: LabelSource } | { test: TestLabel };
/** A label in the form of its printer, or why it must not be printed as it is. */
export type PageMade = { page: Uint8Array } | { fault: string };

/** Draws one label for a printer. */
export async function makePage(wanted: PageWanted, form: PageForm): Promise<PageMade> {
  const fonts = openFonts();
  const labels = thermalForm(labelSizes[form.size]);
  const layout: Layout =
    'label' in wanted ? layOut(wanted.label, fonts, labels) : layOutTest(wanted.test, fonts, labels);
  const stop = layout.problems.find(({ stops }) => stops);
  if (stop) return { fault: `${stop.field}: ${stop.message}` };
  if (form.form === 'pdf') return { page: Uint8Array.from(toPdf([draw(layout, fonts)])) };
  if (form.form === 'paper') return { page: Buffer.from(paperPage([draw(layout, fonts)], labels)) };
  if (form.form === 'raster') {
    const dots = rasterDots(form.raster);
    const bitmap = toBitmap(draw(codesOnDots(layout, dots), fonts), dots);
    return { page: Uint8Array.from(toRaster([bitmap], labels, form.raster)) };
  }
  const bitmap = toBitmap(draw(codesOnDots(layout, form.dpi), fonts), form.dpi);
  return { page: new TextEncoder().encode(toZpl(bitmap, form)) };
}
