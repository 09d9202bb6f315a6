import { encodeCode128, isCode128 } from '../../shared/labels/code128.ts';
import { codesOn } from './read-page.ts';
import fc from 'fast-check';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

interface Encoding {
  encode(): { data: string };
}
type Encoder = new (data: string, options: { ean128: boolean }) => Encoding;
const load = createRequire(import.meta.url);
const peer = load('jsbarcode/bin/barcodes/CODE128/index.js') as Record<
  'CODE128' | 'CODE128A' | 'CODE128B' | 'CODE128C',
  Encoder
>;
const peerModules = (name: keyof typeof peer, text: string) => new peer[name](text, { ean128: false }).encode().data;

const characters = (from: number, to: number, size: { minLength: number; maxLength: number }) =>
  fc.array(fc.integer({ min: from, max: to }), size).map((codes) => String.fromCharCode(...codes));

describe('Code 128', () => {
  it('matches another encoder bit for bit on text of set B only', () => {
    const text = fc.stringMatching(/^[a-z][!-~]{0,30}$/).filter((each) => !/[0-9]{2}/.test(each));
    fc.assert(
      fc.property(text, (each) => void expect(encodeCode128(each)).toBe(peerModules('CODE128B', each))),
      { numRuns: 500 },
    );
  });

  it('matches another encoder bit for bit on an even number of digits', () => {
    const text = fc.stringMatching(/^([0-9]{2}){1,20}$/);
    fc.assert(
      fc.property(text, (each) => void expect(encodeCode128(each)).toBe(peerModules('CODE128C', each))),
      { numRuns: 500 },
    );
  });

  it('matches another encoder bit for bit on control characters and capitals', () => {
    const text = characters(0, 31, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(text, (each) => void expect(encodeCode128(`A${each}`)).toBe(peerModules('CODE128A', `A${each}`))),
    );
  });

  it('matches another encoder bit for bit on tracking numbers of carriers', () => {
    for (const text of [
      'LX100200300CN',
      'RR123456785DE',
      '1Z999AA10123456784',
      'JD014600003828392837',
      'SF1234567890123',
    ]) {
      expect(encodeCode128(text), text).toBe(peerModules('CODE128', text));
    }
  });

  it('is never longer than the output of another encoder', () => {
    // Printable text only: the other encoder drops control characters after digits.
    const text = characters(32, 126, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(
        text,
        (each) => void expect(encodeCode128(each).length).toBeLessThanOrEqual(peerModules('CODE128', each).length),
      ),
      { numRuns: 500 },
    );
  });

  it('is read back by a scanner, whatever mixture of sets a text needs', async () => {
    const digits = fc.stringMatching(/^[0-9]{1,9}$/);
    const letters = fc.stringMatching(/^[ -~]{1,5}$/);
    const text = fc.array(fc.oneof(digits, letters), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, async (each) => {
        const modules = `${'0'.repeat(10)}${encodeCode128(each)}${'0'.repeat(10)}`;
        const width = modules.length * 3;
        const row = Uint8Array.from({ length: width }, (_, x) => (modules[Math.floor(x / 3)] === '1' ? 0 : 255));
        const grey = new Uint8Array(width * 60);
        for (let y = 0; y < 60; y++) grey.set(row, y * width);
        expect((await codesOn({ width, height: 60, grey })).code128).toEqual([each]);
      }),
      { numRuns: 200 },
    );
  });

  it('refuses characters that it cannot encode', () => {
    expect(['', 'é', 'LX１', '😀'].map(isCode128)).toEqual([false, false, false, false]);
    expect(() => encodeCode128('é')).toThrow(RangeError);
  });
});
