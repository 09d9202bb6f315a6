import { toPng } from '../../electron/labels/formats/svg.ts';
import { createBitmap } from '../../electron/labels/own-labels/bitmap-operations.ts';
import { drawOwnLabel, type OwnLabelProblem } from '../../electron/labels/own-labels/make-own-label.ts';
import { ownLabelProblem, problemsAtDpi } from '../../electron/printing/drawing/own-label-of-order.ts';
import type { Bitmap } from '../../shared/labels/label-layout.ts';
import { base64, label, pdf, pdfOf, png } from './own-samples.ts';
import { describe, expect, it } from 'vitest';

async function warningsOf(text: string): Promise<OwnLabelProblem[]> {
  const wanted = { texts: [{ field: 'ImportLabel' as const, text }], marks: { practice: false, copy: 1 } };
  const drawn = await drawOwnLabel(
    { ...wanted, allowPrivate: false },
    () => Promise.reject(new Error('no fetch')),
    null,
  );
  if ('fault' in drawn) throw new Error(drawn.fault.message);
  return drawn.warnings ?? [];
}
const reasonsOf = async (text: string): Promise<string[]> => (await warningsOf(text)).map(({ reason }) => reason);

/** The Code 128 of `AB12345678`: widths of bars and spaces in turn, in modules. */
const code128 = [
  ...[2, 1, 1, 2, 1, 4, 1, 1, 1, 3, 2, 3, 1, 3, 1, 1, 2, 3, 1, 1, 3, 1, 4, 1, 1, 1, 2, 2, 3, 2, 1, 3, 1, 1, 2, 3],
  ...[3, 3, 1, 1, 2, 1, 2, 4, 1, 1, 1, 2, 2, 1, 3, 1, 2, 2, 2, 3, 3, 1, 1, 1, 2],
];
/** Bars as rectangles: x and width in modules. */
const bars = code128.reduce<{ at: number; boxes: { x: number; width: number }[] }>(
  ({ at, boxes }, width, index) => ({ at: at + width, boxes: index % 2 === 0 ? [...boxes, { x: at, width }] : boxes }),
  { at: 0, boxes: [] },
).boxes;

const page = (content: string): string =>
  pdfOf(
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 283.46 425.2]/Contents 4 0 R/Resources<<>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  );
/** A PDF with the code at the given module width and height in mm; `turned` rotates it upwards. */
function drawn(module: number, { height = 15, turned = false, boxes = bars } = {}): string {
  const points = (mm: number): string => ((mm / 25.4) * 72).toFixed(3);
  const boxOf = ({ x, width }: { x: number; width: number }): string => {
    const along = `${points(7.03 + x * module)} ${points(20)} ${points(width * module)} ${points(height)}`;
    const [from = '', to = '', long = '', high = ''] = along.split(' ');
    return turned ? `${to} ${from} ${high} ${long} re f` : `${along} re f`;
  };
  return page(boxes.map(boxOf).join(' '));
}
/** A PNG at print-head resolution, with the code at the given number of dots per module. */
function picture(dpi: 203 | 300, module: number): string {
  const dots = dpi === 203 ? 8 : 12;
  const isBar = (x: number): boolean =>
    bars.some((bar) => x >= 40 + bar.x * module && x < 40 + (bar.x + bar.width) * module);
  const bitmap: Bitmap = createBitmap(100 * dots, 150 * dots, (x, y) => y > 100 && y < 100 + 15 * dots && isBar(x));
  return base64(toPng(bitmap));
}

describe('an own label causes a warning if its bars are too fine to print', { timeout: 60_000 }, () => {
  it.each<[string, () => string | Promise<string>, string[]]>([
    ['of less than a dot', () => drawn(0.11), ['fine-bars']],
    ['of a dot and a half', () => drawn(0.19), ['fine-bars']],
    ['of a dot and a half, upwards', () => drawn(0.19, { turned: true }), ['fine-bars']],
    ['of 2 dots of 300 dpi, as PNG', () => picture(300, 2), ['fine-bars']],
    ['of one dot, as PNG', () => picture(203, 1), ['fine-bars']],
    ['of 2 dots', () => drawn(0.25), []],
    ['of 2 dots, as PNG', () => picture(203, 2), []],
    ['of 3 dots of 300 dpi, as carriers draw them', () => picture(300, 3), []],
    ['of 10 mil', () => drawn(0.254), []],
    ['of 13 mil', () => drawn(0.3302), []],
    ['ruled lines', () => drawn(0.15, { boxes: bars.map((_, at) => ({ x: at * 2, width: 1 })) }), []],
    ['bars no higher than letters', () => drawn(0.15, { height: 2.5 }), []],
    ['a whole label as PDF', () => pdf(label), []],
    ['a whole label as PNG', png, []],
  ])('%s', async (_, text, expected) => {
    expect(await reasonsOf(await text())).toEqual(expected);
  });

  it('contains the module width, and does not apply to a printer with a finer head', async () => {
    const warnings = (await warningsOf(drawn(0.17))).map(ownLabelProblem);
    expect(warnings).toMatchObject([{ stops: false, params: { reason: 'fine-bars', module: 0.17, dpi: 203 } }]);
    expect(problemsAtDpi(warnings, 203)).toHaveLength(1);
    expect(problemsAtDpi(warnings, 300)).toEqual([]);
  });
});
