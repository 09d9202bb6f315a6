import { drawOwnLabel } from '../../electron/labels/own-labels/make-own-label.ts';
import { base64, pageOf } from './own-samples.ts';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** What is wrong with the label; null if it is drawn. */
async function faultOf(file: Buffer): Promise<string | null> {
  const texts = [{ field: 'ImportLabel' as const, text: base64(file) }];
  const request = { texts, marks: { practice: false, copy: 1 }, allowPrivate: false };
  const drawn = await drawOwnLabel(request, () => Promise.reject(new Error('no fetch')), null);
  return 'fault' in drawn ? drawn.fault.reason : null;
}

const lines = Array.from(
  { length: 100 },
  (_, n) => `BT /F1 6 Tf 0 g 20 ${410 - n * 4} Td (line ${n} ${Math.sin(n).toFixed(9)}) Tj ET`,
);
const packed = deflateSync(Buffer.from(lines.join('\n')));
const fileWith = (content: Buffer, filter = '/Filter/FlateDecode'): Buffer =>
  Buffer.from(pageOf(content.toString('latin1'), filter), 'base64');

describe('a PDF whose content is packed', { timeout: 60_000 }, () => {
  it('is never drawn in part: it is refused whatever byte of the content is damaged', async () => {
    const faults: (string | null)[] = [];
    for (let at = 1; at < packed.length; at += Math.ceil(packed.length / 24)) {
      const damaged = Buffer.from(packed);
      damaged[at]! ^= 0x55;
      faults.push(await faultOf(fileWith(damaged)));
    }
    expect(new Set(faults)).toEqual(new Set(['broken']));
  });

  it.each(['/Filter[/FlateDecode]', '/Filter /Fl', '/#46ilter/Flate#44ecode'])('as %s is checked', async (filter) => {
    const damaged = Buffer.from(packed);
    damaged[packed.length >> 1]! ^= 0x55;
    expect(await faultOf(fileWith(packed, filter))).toBeNull();
    expect(await faultOf(fileWith(damaged, filter))).toBe('broken');
  });

  it('is refused if its content ends early', async () => {
    expect(await faultOf(fileWith(packed.subarray(0, packed.length >> 1)))).toBe('broken');
  });

  it('is drawn if it leaves out the checksum alone, as some programs do', async () => {
    expect(await faultOf(fileWith(packed.subarray(0, -4)))).toBeNull();
  });
});
