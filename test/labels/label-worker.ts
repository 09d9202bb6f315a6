import { parentPort } from 'node:worker_threads';
import { draw } from '../../electron/labels/draw.ts';
import type { LabelSource } from '../../electron/labels/label-source.ts';
import { layOut } from '../../electron/labels/lay-out.ts';
import { openFonts } from '../../electron/labels/open-fonts.ts';
import { toBitmap } from '../../electron/labels/to-bitmap.ts';
import { toPdf } from '../../electron/labels/to-pdf.ts';
import { toSvg } from '../../electron/labels/to-svg.ts';

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
