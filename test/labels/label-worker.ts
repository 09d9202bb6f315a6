import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { toSvg } from '../../electron/labels/formats/svg.ts';
import type { LabelSource } from '../../electron/labels/layout/label-source.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { parentPort } from 'node:worker_threads';

const fonts = openFonts();

parentPort?.on('message', (source: LabelSource) => {
  const layout = layOut(source, fonts);
  const drawing = draw(layout, fonts);
  parentPort?.postMessage({
    layout,
    svg: toSvg(drawing),
    pdf: toPdf([drawing]).toString('latin1'),
    bits: toBitmap(drawing, 203).bits,
  });
});
