import type { Layout } from '../../../shared/labels/label-layout.ts';
import type { Raster } from '../../../shared/printing/configured-printer.ts';
import { labelSizes, type LabelSizeName } from '../../../shared/printing/label-sizes.ts';
import { thermalForm } from '../layout/label-form.ts';
import type { LabelSource } from '../layout/label-source.ts';
import { layOut, layOutTest, type TestLabel } from '../layout/lay-out.ts';
import { openFonts } from '../text/fonts.ts';
import { toBitmap } from './bitmap.ts';
import { draw } from './draw.ts';
import { toPdf } from './pdf.ts';
import { perInch, alignPictures, type Dots, type HeadDpi } from './print-head.ts';
import { htmlPage } from './svg.ts';
import { rasterDots, toRaster } from './to-raster.ts';
import { toZpl, type ZplOptions } from './zpl.ts';

/** Format a printer accepts; `paper` is a page for the system to print. */
export type PageForm = { size: LabelSizeName } &
  // `dpi`: dots per inch of the device that renders it
  (
    | { form: 'pdf'; dpi: number }
    | { form: 'paper'; dpi: number }
    | { form: 'raster'; raster: Raster }
    | ({ form: 'zpl'; dpi: HeadDpi } & ZplOptions)
  );
export type PageRequest = { label: LabelSource } | { test: TestLabel };
/** A label in its printer's format, or the reason why it must not be printed. */
export type PageResult = { page: Uint8Array } | { fault: string };

/** The dots of the printer that a format is for. */
export function dotsOf(form: PageForm): Dots {
  if (form.form === 'zpl') return form.dpi;
  return form.form === 'raster' ? rasterDots(form.raster) : perInch(form.dpi);
}

/** Draws one label for a printer. */
export async function makePage(request: PageRequest, form: PageForm): Promise<PageResult> {
  const fonts = openFonts();
  const dots = dotsOf(form);
  const labels = thermalForm(labelSizes[form.size], dots);
  const layout: Layout =
    'label' in request ? layOut(request.label, fonts, labels) : layOutTest(request.test, fonts, labels);
  const stop = layout.problems.find(({ stops }) => stops);
  if (stop) return { fault: `${stop.field}: ${stop.message}` };
  if (form.form === 'pdf') return { page: Uint8Array.from(toPdf([draw(layout, fonts)])) };
  if (form.form === 'paper') return { page: Buffer.from(htmlPage([draw(layout, fonts)], labels)) };
  const bitmap = toBitmap(draw(alignPictures(layout, dots), fonts), dots);
  if (form.form === 'raster') return { page: Uint8Array.from(toRaster([bitmap], labels, form.raster)) };
  return { page: new TextEncoder().encode(toZpl(bitmap, form)) };
}
