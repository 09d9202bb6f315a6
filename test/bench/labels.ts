import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { toZpl } from '../../electron/labels/formats/zpl.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { SAMPLE_LABELS } from '../labels/sample-labels.ts';
import { absoluteOfRounds, timed, type Figure, type Round } from './figure.ts';
import { labelsAtDesk } from './labels-at-desk.ts';

const rounds = 5;
const bitmaps = 60;
const pages = 500;
/** Goals in ms: 1,000 drawings a second, 60 bitmaps a second per worker, half a second for a PDF of 500. */
const goals = { drawing: 1, bitmap: 1000 / 60, pdf: 500 };

/** Labels of the sample addresses in all scripts, in alternating rounds; the first round is a warm-up. */
export async function* labels(): AsyncGenerator<Figure> {
  const fonts = openFonts();
  const sources = Array.from({ length: pages }, (_, at) => SAMPLE_LABELS[at % SAMPLE_LABELS.length]!);
  const drawn = (count: number) => sources.slice(0, count).map((source) => draw(layOut(source, fonts), fonts));
  const onHead = thermalForm({ width: 100, height: 150 }, 203);
  const measured = { drawing: [] as Round[], bitmap: [] as Round[], pdf: [] as Round[] };
  for (let round = 0; round <= rounds; round += 1) {
    const yardstick = timed(() => void spin());
    const drawing = timed(() => void drawn(pages)) / pages;
    const began = performance.now();
    for (const source of sources.slice(0, bitmaps)) {
      const drawing = draw(layOut(source, fonts, onHead), fonts);
      toZpl(toBitmap(drawing, 203), { packing: 'z64', reprints: false });
    }
    const bitmap = (performance.now() - began) / bitmaps;
    const pdf = timed(() => void toPdf(drawn(pages)));
    if (round === 0) continue;
    for (const [name, took] of Object.entries({ drawing, bitmap, pdf }))
      measured[name as keyof typeof measured].push({ measured: took, against: yardstick });
  }
  const against = 'a million square roots';
  yield absoluteOfRounds('labels', 'a label laid out and drawn', measured.drawing, 'ms', against, goals.drawing);
  yield absoluteOfRounds('labels', 'a label as ZPL at 203 dpi', measured.bitmap, 'ms', against, goals.bitmap);
  yield absoluteOfRounds('labels', 'one PDF of 500 labels', measured.pdf, 'ms', against, goals.pdf);
  yield* labelsAtDesk();
}

function spin(): number {
  let sum = 0;
  for (let at = 0; at < 1_000_000; at += 1) sum += Math.sqrt(at);
  return sum;
}
