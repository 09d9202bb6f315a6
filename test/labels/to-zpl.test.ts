import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw } from '../../electron/labels/formats/draw.ts';
import { headDotsPerMm, type HeadDpi } from '../../electron/labels/formats/print-head.ts';
import { toZpl, crc16 } from '../../electron/labels/formats/zpl.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import type { LabelSource } from '../../electron/labels/layout/label-source.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import type { Layout, Bitmap } from '../../shared/labels/label-layout.ts';
import { codesOn, type Picture } from './read-page.ts';
import { graphicIn, renderedZpl } from './read-zpl.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();
const heads = [203, 300, 600] as const;
const packings = ['z64', 'ascii'] as const;
const drawnAt = new Map<HeadDpi, Map<LabelSource, Bitmap>>(heads.map((dpi) => [dpi, new Map()]));
const layoutOf = (source: LabelSource, dpi: HeadDpi): Layout =>
  layOut(source, fonts, thermalForm({ width: 100, height: 150 }, dpi));
/** Drawn once for all tests that use it. */
function bitmapOf(source: LabelSource, dpi: HeadDpi): Bitmap {
  const known = drawnAt.get(dpi)?.get(source);
  const drawn = known ?? toBitmap(draw(layoutOf(source, dpi), fonts), dpi);
  drawnAt.get(dpi)?.set(source, drawn);
  return drawn;
}

/** Samples of each form of tracking number, and scripts drawn by other fonts. */
const some = SAMPLE_LABELS.filter((_, index) => index % 53 === 0 || index >= SAMPLE_LABELS.length - 3);

/**
 * How many labels are compared completely: a finer picture takes longer to read, and packing does not depend on the
 * resolution.
 */
const looks = [
  [203, 'z64', 7],
  [203, 'ascii', 2],
  [300, 'z64', 3],
  [300, 'ascii', 1],
  [600, 'z64', 1],
] as const;

/** Lengths of dark and light runs along a line of dots, between the outermost dark ones. */
function runsIn(line: readonly boolean[]): number[] {
  const [from, to] = [line.indexOf(true), line.lastIndexOf(true)];
  const runs: number[] = [];
  for (let at = from; at <= to; at += 1) {
    if (at > from && line[at] === line[at - 1]) runs[runs.length - 1]! += 1;
    else runs.push(1);
  }
  return runs;
}
const runsOf = (modules: string): number[] => runsIn([...modules].map((one) => one === '1'));
const isDark = ({ bits, bytesPerRow }: Bitmap, x: number, y: number): boolean =>
  ((bits[y * bytesPerRow + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;

describe('a label in ZPL', { timeout: 300_000 }, () => {
  it.each(looks)(
    'at %i dpi, packed as %s, %i of them rendered by an independent program, matches to the dot, and every code is readable',
    async (dpi, packing, count) => {
      for (const source of some.slice(-count)) {
        const bitmap = bitmapOf(source, dpi);
        const zpl = toZpl(bitmap, { packing, reprints: false });
        const drawn: Picture = await renderedZpl(zpl, 100, 150, headDotsPerMm[dpi]);
        expect([drawn.width, drawn.height]).toEqual([bitmap.width, bitmap.height]);
        const differ = drawn.grey.findIndex(
          (grey, at) => grey < 128 !== isDark(bitmap, at % drawn.width, Math.floor(at / drawn.width)),
        );
        expect(differ, source.PackageId).toBe(-1);
        const read = await codesOn(drawn);
        expect(read, source.PackageId).toEqual({ code128: [source.TrackingNumber], qr: [source.PackageId] });
      }
    },
  );

  it.each(heads)('at %i dpi has each module of its codes on whole dots, with quiet zones', async (dpi) => {
    const dots = headDotsPerMm[dpi];
    for (const source of some) {
      const bitmap = bitmapOf(source, dpi);
      for (const box of layoutOf(source, dpi).boxes) {
        if (box.kind !== 'code128' && box.kind !== 'qr') continue;
        const module = Math.round(box.module * dots);
        const first = box.kind === 'qr' ? (box.rows[0] ?? '') : box.bars;
        const quiet = box.kind === 'qr' ? 4 : 10;
        // the top row of a QR code, and the middle of a barcode
        const y =
          box.kind === 'qr' ? Math.round((box.y + 4 * box.module) * dots) : Math.round((box.y + box.height / 2) * dots);
        const [left, right] = [Math.round(box.x * dots), Math.round((box.x + box.width) * dots)];
        const line = Array.from({ length: right - left }, (_, x) => isDark(bitmap, left + x, y));
        expect(runsIn(line), source.PackageId).toEqual(runsOf(first).map((run) => run * module));
        expect(line.indexOf(true), source.PackageId).toBeGreaterThanOrEqual(quiet * module);
        expect(line.length - 1 - line.lastIndexOf(true), source.PackageId).toBeGreaterThanOrEqual(quiet * module);
      }
    }
  });

  it('states whether the printer reprints a damaged label, and sends no command that changes a printer permanently', async () => {
    const bitmap = bitmapOf(some[0]!, 203);
    expect(toZpl(bitmap, { packing: 'z64', reprints: false })).toMatch(/^\^XA\^JZN/);
    const zpl = toZpl(bitmap, { packing: 'ascii', reprints: true });
    expect(zpl).toMatch(/^\^XA\^JZY.*\^PW800\^LL1200.*\^PQ1,0,1,N\^XZ\n$/);
    expect(zpl).not.toMatch(/\^(MM|JU|MN|MT|MD|DF|FN|DG|CC|S)|~(TA|SD|JC|DG|DY)/);
  });
});

describe('the packing of a bitmap', () => {
  // written by the manufacturer's driver
  it.each([
    ['eJw7b/P5PG0RAwONLQDbAQB3sYGX', 'EB2D'],
    ['eJxjYBgFo2AUjIJRMAroD+r/UwJ+DLj+oQ4Apse6rw==', 'F18F'],
  ])('has the checksum that printers expect', (text, check) => {
    expect(crc16(text)).toBe(check);
  });

  it.each(packings)('as %s preserves every bitmap', (packing) => {
    const stretch = fc.tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom(0, 255, 0x0f, 0xa5));
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(stretch, { minLength: 1, maxLength: 30 }),
        (bytesPerRow, runs) => {
          const all = runs.flatMap(([length, byte]) => Array.from({ length }, () => byte));
          const height = Math.ceil(all.length / bytesPerRow);
          const bits = new Uint8Array(bytesPerRow * height);
          bits.set(all);
          const zpl = toZpl({ width: bytesPerRow * 8, height, bytesPerRow, bits }, { packing, reprints: false });
          const given = graphicIn(zpl);
          expect(given.bytesPerRow).toBe(bytesPerRow);
          expect(Buffer.from(given.bits).equals(Buffer.from(bits))).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
