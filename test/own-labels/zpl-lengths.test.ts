import { drawOwnLabel, makeOwnLabel } from '../../electron/labels/own-labels/make-own-label.ts';
import { zplText } from './own-samples.ts';
import { describe, expect, it } from 'vitest';

const noFetch = () => Promise.reject(new Error('no fetch'));
const wantedOf = (fields: string) => ({
  texts: [{ field: 'ImportLabel' as const, text: `^XA^CI28${fields}^XZ` }],
  marks: { practice: false, copy: 1 },
  allowPrivate: false,
});
/** Fault on a 203 dpi printer with 100 × 150 mm paper, and the fault reported before printing. */
async function faultsOf(fields: string): Promise<(string | null)[]> {
  const wanted = wantedOf(fields);
  const form = { form: 'zpl', size: '100x150', dpi: 203, packing: 'z64', reprints: false } as const;
  const made = await makeOwnLabel(wanted, noFetch, form);
  const drawn = await drawOwnLabel(wanted, noFetch, { width: 100, height: 150 });
  return [made, drawn].map((one) => ('fault' in one ? one.fault.reason : null));
}
const cut = ['does-not-fit', 'does-not-fit'];
const printed = [null, 'zpl-printer'];

describe(
  'an own label in ZPL with a field that starts on the paper and may run over its edge',
  { timeout: 60_000 },
  () => {
    it.each<[string, string, (string | null)[]]>([
      // 35 + 11 × 14 modules of 3 dots are 567 dots.
      ['a Code 128 that ends on the paper', '^FO230,200^BY3^BCN,200^FDABCDEFGHIJKLMN^FS', printed],
      ['a Code 128 that runs over the edge', '^FO260,200^BY3^BCN,200^FDABCDEFGHIJKLMN^FS', cut],
      ['a Code 128 of digits, which may be half as long', '^FO400,200^BY3^BCN,200^FD12345678901234^FS', printed],
      ['an upward Code 128 that runs over the edge', '^FO260,800^BY3^BCR,200^FDABCDEFGHIJKLMN^FS', cut],
      ['an upward Code 128 that ends on the paper', '^FO260,600^BY3^BCR,200^FDABCDEFGHIJKLMN^FS', printed],
      ['a Code 128 that extends below the paper', '^FO10,1100^BY2^BCN,200^FDABC^FS', cut],
      ['a Code 128 positioned by its baseline', '^FT260,400^BY3^BCN,200^FDABCDEFGHIJKLMN^FS', cut],
      ['a right-justified Code 128', '^FO760,200,1^BY3^BCN,200^FDABCDEFGHIJKLMN^FS', printed],
      ['a Code 39', '^FO330,200^BY2^B3N,N,100^FDABCDEFGHIJKLMNOPQ^FS', cut],
      ['an EAN', '^FO600,200^BY3^BEN,100^FD123456789012^FS', cut],
      ['capitals 50 dots wide', '^FO200,60^A0N,60,50^FDABCDEFGHKMNOPQRSTUVWXYZABCDEFGHKM^FS', cut],
      ['the same number of narrow letters', '^FO200,60^A0N,60,50^FDilililililililililililililililil^FS', printed],
      ['letters of a monospaced font', '^FO500,60^ADN,36,20^FDABCDEFGHIJKLMNOPQ^FS', cut],
      ['text in the font of ^CF', '^CF0,60,50^FO200,60^FDABCDEFGHKMNOPQRSTUVWXYZABCDEFGHKM^FS', cut],
      ['text wrapped into lines', '^FO200,60^A0N,60,50^FB500,3^FDABCDEFGHKMNOPQRSTUVWXYZABCDEFGHKM^FS', printed],
      ['characters written in hexadecimal', '^FO600,60^A0N,30,30^FH^FD_41_42_43_44_45_46_47_48^FS', printed],
      ['characters of several bytes', `^FO600,60^A0N,30,30^FD${'ä'.repeat(12)}^FS`, printed],
      ['the sample of a carrier', zplText.replace(/^\^XA|\^XZ$/g, ''), printed],
    ])('%s', async (_, fields, expected) => {
      expect(await faultsOf(fields)).toEqual(expected);
    });
  },
);
