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
import { dotsPerInch, alignPictures, type Dots, type HeadDpi } from './print-head.ts';
import { htmlPage } from './svg.ts';
import { rasterDots, toRaster } from './to-raster.ts';
import { toZpl, type ZplOptions } from './zpl.ts';

/** Page format of a printer; `paper` is an HTML page that the operating system prints. */
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

/** The resolution of the printer that a page format is for. */
export function dotsOf(form: PageForm): Dots {
  if (form.form === 'zpl') return form.dpi;
  return form.form === 'raster' ? rasterDots(form.raster) : dotsPerInch(form.dpi);
}

/** Draws one label for a printer. */
export async function makePage(request: PageRequest, form: PageForm): Promise<PageResult> {
  const fonts = openFonts();
  const dots = dotsOf(form);
  const labelForm = thermalForm(labelSizes[form.size], dots);
  const layout: Layout =
    'label' in request ? layOut(request.label, fonts, labelForm) : layOutTest(request.test, fonts, labelForm);
  const blockingProblem = layout.problems.find(({ stops }) => stops);
  if (blockingProblem) return { fault: `${blockingProblem.field}: ${blockingProblem.message}` };
  if (form.form === 'pdf') return { page: Uint8Array.from(toPdf([draw(layout, fonts)])) };
  if (form.form === 'paper') return { page: Buffer.from(htmlPage([draw(layout, fonts)], labelForm)) };
  const bitmap = toBitmap(draw(alignPictures(layout, dots), fonts), dots);
  if (form.form === 'raster') return { page: Uint8Array.from(toRaster([bitmap], labelForm, form.raster)) };
  return { page: new TextEncoder().encode(toZpl(bitmap, form)) };
}
