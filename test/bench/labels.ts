import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { toZpl } from '../../electron/labels/formats/zpl.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { SAMPLE_LABELS } from '../labels/sample-labels.ts';
import { absoluteOfRounds, measureMs, type Figure, type Round } from './figure.ts';
import { labelsAtDesk } from './labels-at-desk.ts';

const rounds = 5;
const bitmaps = 60;
const pages = 500;
/**
 * Maximum times (ms): 1,000 drawings a second, 60 bitmaps a second per worker, half a second for a PDF of 500 labels.
 */
const maximaMs = { drawing: 1, bitmap: 1000 / 60, pdf: 500 };

/** Measures labels of the sample addresses in all scripts, in alternating rounds; the first round is a warm-up. */
export async function* labels(): AsyncGenerator<Figure> {
  const fonts = openFonts();
  const sources = Array.from({ length: pages }, (_, index) => SAMPLE_LABELS[index % SAMPLE_LABELS.length]!);
  const drawLabels = (count: number) => sources.slice(0, count).map((source) => draw(layOut(source, fonts), fonts));
  const printheadForm = thermalForm({ width: 100, height: 150 }, 203);
  const measured = { drawing: [] as Round[], bitmap: [] as Round[], pdf: [] as Round[] };
  for (let round = 0; round <= rounds; round += 1) {
    const baselineMs = measureMs(() => void computeSquareRoots());
    const drawing = measureMs(() => void drawLabels(pages)) / pages;
    const startedAt = performance.now();
    for (const source of sources.slice(0, bitmaps)) {
      const drawing = draw(layOut(source, fonts, printheadForm), fonts);
      toZpl(toBitmap(drawing, 203), { packing: 'z64', reprints: false });
    }
    const bitmap = (performance.now() - startedAt) / bitmaps;
    const pdf = measureMs(() => void toPdf(drawLabels(pages)));
    if (round === 0) continue;
    for (const [name, tookMs] of Object.entries({ drawing, bitmap, pdf }))
      measured[name as keyof typeof measured].push({ measured: tookMs, against: baselineMs });
  }
  const comparison = 'a million square roots';
  yield absoluteOfRounds('labels', 'a label laid out and drawn', measured.drawing, 'ms', comparison, maximaMs.drawing);
  yield absoluteOfRounds('labels', 'a label as ZPL at 203 dpi', measured.bitmap, 'ms', comparison, maximaMs.bitmap);
  yield absoluteOfRounds('labels', 'one PDF of 500 labels', measured.pdf, 'ms', comparison, maximaMs.pdf);
  yield* labelsAtDesk();
}

function computeSquareRoots(): number {
  let sum = 0;
  for (let index = 0; index < 1_000_000; index += 1) sum += Math.sqrt(index);
  return sum;
}
