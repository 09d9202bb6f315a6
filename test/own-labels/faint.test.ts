import { drawOwnLabel } from '../../electron/labels/own-labels/make-own-label.ts';
import { ownLabelProblem } from '../../electron/printing/drawing/own-label-of-order.ts';
import { base64, inColour, label, pageOf, pdf, png } from './own-samples.ts';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** Reasons of the warnings about a label, each with whether it prevents printing. */
async function warningsOf(text: string): Promise<(readonly [unknown, boolean])[]> {
  const wanted = {
    texts: [{ field: 'ImportLabel' as const, text }],
    marks: { practice: false, copy: 1 },
  };
  const drawn = await drawOwnLabel(
    { ...wanted, allowPrivate: false },
    () => Promise.reject(new Error('no fetch')),
    null,
  );
  if ('fault' in drawn) throw new Error(drawn.fault.message);
  return (drawn.warnings ?? []).map(ownLabelProblem).map(({ params, stops }) => [params['reason'], stops]);
}

function chunk(name: string, bytes: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name), bytes]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(bytes.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

/** A black square with a grey bar below it, on paper of the given shade. */
const inGrey = (bar: number, paper = 255): string =>
  greyPng((x, y) => {
    if (y < 100 && x < 100) return 0;
    return y >= 300 && y < 310 ? bar : paper;
  });

/** A picture of 100 × 150 mm. */
function greyPng(greyAt: (x: number, y: number) => number): string {
  const rows = new Uint8Array(801 * 1200).map((_, at) => {
    const [x, y] = [(at % 801) - 1, Math.floor(at / 801)];
    return x < 0 ? 0 : greyAt(x, y);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(800, 0);
  head.writeUInt32BE(1200, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', new Uint8Array())];
  return base64(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
}

describe('an own label causes a warning if parts are too light to print', { timeout: 60_000 }, () => {
  const warned = [['faint', false]];
  it.each<[string, () => string | Promise<string>, unknown[]]>([
    ['black letters of a PDF', () => inColour('0 g'), []],
    ['dark grey letters', () => inColour('0.5 g'), []],
    ['light grey letters', () => inColour('0.65 g'), warned],
    ['orange letters', () => inColour('1 0.6 0 rg'), warned],
    ['a dark grey bar of a PNG', () => inGrey(120), []],
    ['a lighter grey bar', () => inGrey(140), warned],
    ['a scan whose paper is slightly grey', () => inGrey(0, 245), []],
    ['a whole label as PDF', () => pdf(label), []],
    ['a whole label as PNG', png, []],
  ])('%s', async (_, text, expected) => {
    expect(await warningsOf(await text())).toEqual(expected);
  });
});

/** TO in black on white, and a name in one colour on a box of another; null: an empty box. */
function onGround(ground: string, ink: string | null): string {
  const name = ink === null ? '' : `BT /F1 18 Tf 20 300 Td ${ink} (Ana Ruiz, Calle 5) Tj ET`;
  return pageOf(`BT /F1 18 Tf 20 380 Td 0 g (TO) Tj ET ${ground} 10 280 260 60 re f ${name}`);
}

/** A picture with a square of one grey on a bar of another. */
const squareOn = (bar: number, square: number): string =>
  greyPng((x, y) => {
    if (y < 300 || y >= 400) return 255;
    return y >= 340 && y < 360 && x >= 340 && x < 360 ? square : bar;
  });

describe('an own label causes a warning if dark parts are on a ground that prints black', { timeout: 60_000 }, () => {
  const warned = [['dark-ground', false]];
  it.each<[string, () => string | Promise<string>, unknown[]]>([
    ['black on middle grey', () => onGround('0.55 g', '0 g'), warned],
    ['black on dark grey', () => onGround('0.4 g', '0 g'), warned],
    ['black on red', () => onGround('1 0 0 rg', '0 g'), warned],
    ['black on blue', () => onGround('0.2 0.5 0.9 rg', '0 g'), warned],
    ['black on green', () => onGround('0 0.6 0.3 rg', '0 g'), warned],
    ['red on blue', () => onGround('0 0 1 rg', '1 0 0 rg'), warned],
    ['a grey ground with nothing on it', () => onGround('0.5 g', null), []],
    ['white on dark grey', () => onGround('0.4 g', '1 g'), []],
    ['white on black', () => onGround('0 g', '1 g'), []],
    ['black on yellow, which prints white', () => onGround('1 1 0 rg', '0 g'), [['faint', false]]],
    ['a square on a bar of a PNG', () => squareOn(110, 0), warned],
    ['a square of nearly the same grey', () => squareOn(20, 0), []],
    ['a whole label as PDF', () => pdf(label), []],
    ['a whole label as PNG', png, []],
  ])('%s', async (_, text, expected) => {
    expect(await warningsOf(await text())).toEqual(expected);
  });
});
