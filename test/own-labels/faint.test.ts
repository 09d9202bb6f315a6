import { drawOwnLabel } from '../../electron/labels/own-labels/make-own-label.ts';
import { ownLabelProblem } from '../../electron/printing/drawing/own-label-of-order.ts';
import { base64, inColour, label, pdf, png } from './own-samples.ts';
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
function inGrey(bar: number, paper = 255): string {
  const rows = new Uint8Array(801 * 1200).map((_, at) => {
    const [x, y] = [(at % 801) - 1, Math.floor(at / 801)];
    if (x < 0) return 0;
    if (y < 100 && x < 100) return 0;
    return y >= 300 && y < 310 ? bar : paper;
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
