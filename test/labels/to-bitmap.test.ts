import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw, type Drawing, type Glyphs } from '../../electron/labels/formats/draw.ts';
import { headDotsPerMm } from '../../electron/labels/formats/print-head.ts';
import { toSvg } from '../../electron/labels/formats/svg.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { loadResvg } from '../../electron/labels/own-labels/read-png.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import type { Bitmap } from '../../shared/labels/label-layout.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import { Resvg } from '@resvg/resvg-wasm';
import { beforeAll, describe, expect, it } from 'vitest';

const fonts = openFonts();
/**
 * An independent renderer draws at this multiple of the resolution with antialiasing; summing its greys gives the share
 * of each dot that is covered.
 */
const FINER = 4;
/** A dot is ink if at least this share is covered; within NEAR of it, rounding of either program decides. */
const [LEAST, NEAR] = [0.4, 0.08];

beforeAll(loadResvg);

/** The covered share of each dot, from 0 to 1. */
function coverOf(drawing: Drawing, { width, height }: Bitmap): Float32Array {
  const fitTo = { mode: 'width', value: width * FINER } as const;
  const resvg = new Resvg(toSvg(drawing), { fitTo, font: { loadSystemFonts: false } });
  const image = resvg.render();
  const white = new Uint32Array(width * height);
  const { pixels } = image;
  for (let y = 0, from = 0; y < height * FINER; y += 1)
    for (let x = 0, dot = Math.floor(y / FINER) * width; x < width; x += 1, dot += 1)
      for (let fine = 0; fine < FINER; fine += 1, from += 4) white[dot]! += pixels[from]!;
  const cover = Float32Array.from(white, (sum) => 1 - sum / 255 / FINER ** 2);
  image.free();
  resvg.free();
  return cover;
}
const isInk = ({ bits, bytesPerRow }: Bitmap, x: number, y: number): boolean =>
  (bits[y * bytesPerRow + (x >> 3)]! & (0x80 >> (x & 7))) !== 0;

interface Looked {
  /** ink, although too little is covered */
  dark: string[];
  /** paper, although enough is covered */
  light: string[];
  /** dots crossed by an edge */
  edges: number;
}

function look(drawing: Drawing): Looked {
  const bitmap = toBitmap(drawing, 203);
  const seen: Looked = { dark: [], light: [], edges: 0 };
  for (const [at, part] of coverOf(drawing, bitmap).entries()) {
    const [x, y] = [at % bitmap.width, Math.floor(at / bitmap.width)];
    if (part > 0.01 && part < 0.99) seen.edges += 1;
    const is = isInk(bitmap, x, y);
    if (Math.abs(part - LEAST) > NEAR && is !== part > LEAST) seen[is ? 'dark' : 'light'].push(`${x}, ${y}: ${part}`);
  }
  return seen;
}

/** Every script, on a label of low height, since rendering at a multiple of the resolution is slow. */
const low = thermalForm({ width: 100, height: 100 }, 203);
const shown = [SAMPLE_LABELS[0]!, ...SAMPLE_LABELS.slice(-20)];

describe('the dots of a label', { timeout: 300_000 }, () => {
  it('are ink if letters cover two fifths of them, in every script, as measured by an independent renderer', () => {
    for (const source of shown) {
      const layout = layOut(source, fonts, low);
      // Letters only: codes and rules are whole dots, and their rounding is tested below.
      const drawing = draw({ ...layout, boxes: layout.boxes.filter(({ kind }) => kind === 'text') }, fonts);
      const shapes = drawing.shapes.filter(({ kind, paint }) => kind === 'glyphs' && paint === 'ink');
      const letters = { ...drawing, shapes };
      const { dark, light, edges } = look(letters);
      expect(edges).toBeGreaterThan(1000);
      expect(dark, source.PackageId).toEqual([]);
      // If two letters each cover a part of one dot, neither makes it ink.
      expect(light.length / edges, light.join()).toBeLessThan(1 / 1000);
    }
  });

  it('are paper if white letters leave less than two fifths of the ink below', () => {
    const glyphs = draw(layOut(SAMPLE_LABELS[0]!, fonts, low), fonts).shapes.find(
      ({ kind }) => kind === 'glyphs',
    ) as Glyphs;
    const page = { x: 0, y: 0, width: 100, height: 100 };
    const drawing: Drawing = {
      width: 100,
      height: 100,
      shapes: [
        { kind: 'rectangles', paint: 'ink', boxes: [page] },
        { ...glyphs, paint: 'paper' },
      ],
    };
    const { dark, light, edges } = look(drawing);
    expect(edges).toBeGreaterThan(50);
    expect([dark, light]).toEqual([[], []]);
  });

  it('of rules and codes are those with their centre inside, and nothing is drawn beyond a page', () => {
    const dot = 1 / headDotsPerMm[203];
    const boxes = [
      { x: 0.4 * dot, y: 2.6 * dot, width: 2.2 * dot, height: 1.8 * dot },
      { x: 12.6 * dot, y: -3 * dot, width: 100, height: 3.4 * dot },
      { x: 6 * dot, y: 6 * dot, width: 11 * dot, height: dot },
      { x: -2 * dot, y: 6.6 * dot, width: 2.4 * dot, height: 9 },
    ];
    const shapes: Drawing['shapes'] = [{ kind: 'rectangles', paint: 'ink', boxes }];
    const bitmap = toBitmap({ width: 20 * dot, height: 8 * dot, shapes }, 203);
    const rows = Array.from({ length: 8 }, (_, y) =>
      Array.from({ length: 20 }, (_, x) => (isInk(bitmap, x, y) ? '#' : '.')).join(''),
    );
    const empty = '.'.repeat(20);
    expect(rows).toEqual([empty, empty, empty, '###' + '.'.repeat(17), empty, empty, '......###########...', empty]);
  });

  it('of letters that cross the edge of a page are clipped to the page', () => {
    const shapes = draw(layOut(SAMPLE_LABELS[0]!, fonts, low), fonts).shapes.filter((one) => one.kind === 'glyphs');
    const moved = (by: number): Drawing => ({
      width: 40,
      height: 40,
      shapes: shapes.map((shape) => ({
        ...shape,
        glyphs: shape.glyphs.map((glyph) => ({ ...glyph, x: glyph.x - by, y: glyph.y - by })),
      })),
    });
    for (const by of [0, 10.3, 47]) {
      const { dark, light, edges } = look(moved(by));
      expect(edges, String(by)).toBeGreaterThan(50);
      expect([dark, light], String(by)).toEqual([[], []]);
    }
    expect(toBitmap(moved(1000), 203).bits.every((byte) => byte === 0)).toBe(true);
  });
});
