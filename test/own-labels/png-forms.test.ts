import { makeLogo } from '../../electron/labels/own-labels/make-logo.ts';
import { readPngPage } from '../../electron/labels/own-labels/read-png.ts';
import { readLogo } from '../../shared/labels/logo.ts';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

interface Form {
  depth: 8 | 16;
  /** colour type as numbered by PNG */
  kind: 0 | 2 | 3 | 4 | 6;
  /** samples of a dot inside and outside the mark */
  mark: number[];
  none: number[];
  more?: Buffer[];
  interlaced?: boolean;
}

function chunk(name: string, bytes: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(bytes.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}
const [width, height] = [120, 50];
const isMark = (x: number, y: number): boolean => x >= 30 && x < 90 && y >= 10 && y < 40;
/** Start and step of each Adam7 pass. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A black mark of half the width and more than half the height in the middle of an otherwise empty picture. */
function pngOf({ depth, kind, mark, none, more = [], interlaced = false }: Form): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, kind, 0, 0, interlaced ? 1 : 0], 8);
  const rows: number[] = [];
  for (const [left, top, right, down] of interlaced ? adam7 : ([[0, 0, 1, 1]] as const))
    for (let y = top; y < height; y += down) {
      rows.push(0);
      for (let x = left; x < width; x += right)
        for (const value of isMark(x, y) ? mark : none)
          if (depth === 16) rows.push(value >> 8, value & 255);
          else rows.push(value);
    }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', new Uint8Array()),
  ]);
}

const rgba = { kind: 6 as const, none: [0, 0, 0, 0] };
const forms: [string, Form][] = [
  ['colours with alpha', { ...rgba, depth: 8, mark: [0, 0, 0, 255] }],
  ['16-bit colours with alpha', { ...rgba, depth: 16, mark: [0, 0, 0, 65_535] }],
  ['interlaced colours with alpha', { ...rgba, depth: 8, mark: [0, 0, 0, 255], interlaced: true }],
  ['greys with alpha', { kind: 4, depth: 8, mark: [0, 255], none: [0, 0] }],
  ['interlaced 16-bit greys with alpha', { kind: 4, depth: 16, mark: [0, 65_535], none: [0, 0], interlaced: true }],
  [
    'a palette with one transparent colour',
    {
      ...{ kind: 3, depth: 8, mark: [1], none: [0] },
      more: [chunk('PLTE', Uint8Array.of(0, 0, 0, 0, 0, 0)), chunk('tRNS', Uint8Array.of(0))],
    },
  ],
  [
    'greys with one transparent value',
    { kind: 0, depth: 8, mark: [5], none: [0], more: [chunk('tRNS', Uint8Array.of(0, 0))] },
  ],
  [
    '16-bit colours with one transparent value',
    { ...{ kind: 2, depth: 16, mark: [9, 9, 9], none: [0, 0, 0] }, more: [chunk('tRNS', new Uint8Array(6))] },
  ],
];
const share = ({ bits, width, height }: { bits: Uint8Array; width: number; height: number }): number =>
  bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0) / (width * height);

describe('a partly transparent PNG is drawn on white', { timeout: 60_000 }, () => {
  it.each(forms)('of %s', async (_, form) => {
    const made = await makeLogo(pngOf(form));
    const logo = 'logo' in made ? readLogo(made.logo) : null;
    expect([logo?.width, logo?.height]).toEqual([576, 240]);
    expect(share(logo!)).toBeCloseTo(0.3, 1);
    expect(share((await readPngPage(pngOf(form))).bitmap!)).toBeCloseTo(0.3, 2);
  });

  it.each([
    ['that is fully transparent', [0, 0, 0, 0]],
    ['with a white mark', [255, 255, 255, 255]],
  ])('and one %s is reported as blank, not as damaged', async (_, mark) => {
    expect(await makeLogo(pngOf({ ...rgba, depth: 8, mark }))).toEqual({ fault: 'blank' });
  });
});
