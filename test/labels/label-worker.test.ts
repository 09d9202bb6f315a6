import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { toSvg } from '../../electron/labels/formats/svg.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

describe('labels in a worker thread', () => {
  it('are identical to those of any other thread', async () => {
    const source = SAMPLE_LABELS.at(-5);
    if (source === undefined) throw new Error('no sample');
    const worker = new Worker(new URL('./label-worker.ts', import.meta.url));
    worker.postMessage(source);
    const [made] = (await once(worker, 'message')) as [Record<string, unknown>];
    await worker.terminate();
    const fonts = openFonts();
    const layout = layOut(source, fonts);
    const drawing = draw(layout, fonts);
    expect(made.layout).toEqual(layout);
    expect(made.svg).toBe(toSvg(drawing));
    expect(made.pdf).toBe(toPdf([drawing]).toString('latin1'));
    expect(made.bits).toEqual(toBitmap(drawing, 203).bits);
  });
});
