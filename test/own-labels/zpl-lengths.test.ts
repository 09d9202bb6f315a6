import { describe, expect, it } from 'vitest';
import { drawOwn, makeOwn } from '../../electron/own-labels/make-own.ts';
import { zplText } from './own-samples.ts';

const noFetch = () => Promise.reject(new Error('no fetch'));
const wantedOf = (fields: string) => ({
  texts: [{ field: 'ImportLabel' as const, text: `^XA^CI28${fields}^XZ` }],
  marks: { practice: false, copy: 1 },
  allowPrivate: false,
});
/** Why the label is not printed on a printer of 203 dpi with paper of 100 x 150 mm, and what is said before. */
async function faultsOf(fields: string): Promise<(string | null)[]> {
  const wanted = wantedOf(fields);
  const form = { form: 'zpl', size: '100x150', dpi: 203, packing: 'z64', reprints: false } as const;
  const made = await makeOwn(wanted, noFetch, form);
  const drawn = await drawOwn(wanted, noFetch, { width: 100, height: 150 });
  return [made, drawn].map((one) => ('fault' in one ? one.fault.reason : null));
}
const cut = ['does-not-fit', 'does-not-fit'];
const printed = [null, 'zpl-printer'];

describe('an own label in ZPL whose field begins on the paper and runs over its edge', { timeout: 60_000 }, () => {
  it.each<[string, string, (string | null)[]]>([
    // 35 + 11 x 14 modules of 3 dots are 567
    ['a Code 128 that ends on the paper', '^FO230,200^BY3^BCN,200^FDABCDEFGHIJKLMN^FS', printed],
    ['one that does not', '^FO260,200^BY3^BCN,200^FDABCDEFGHIJKLMN^FS', cut],
    ['one of digits, which may be half as long', '^FO400,200^BY3^BCN,200^FD12345678901234^FS', printed],
    ['one upwards that does not', '^FO260,800^BY3^BCR,200^FDABCDEFGHIJKLMN^FS', cut],
    ['one upwards that ends on the paper', '^FO260,600^BY3^BCR,200^FDABCDEFGHIJKLMN^FS', printed],
    ['one that is higher than the paper', '^FO10,1100^BY2^BCN,200^FDABC^FS', cut],
    ['one placed by its base line', '^FT260,400^BY3^BCN,200^FDABCDEFGHIJKLMN^FS', cut],
    ['one that ends at its place', '^FO760,200,1^BY3^BCN,200^FDABCDEFGHIJKLMN^FS', printed],
    ['a Code 39', '^FO330,200^BY2^B3N,N,100^FDABCDEFGHIJKLMNOPQ^FS', cut],
    ['an EAN', '^FO600,200^BY3^BEN,100^FD123456789012^FS', cut],
    ['capitals 50 dots wide', '^FO200,60^A0N,60,50^FDABCDEFGHKMNOPQRSTUVWXYZABCDEFGHKM^FS', cut],
    ['as many narrow letters', '^FO200,60^A0N,60,50^FDilililililililililililililililil^FS', printed],
    ['letters of one width', '^FO500,60^ADN,36,20^FDABCDEFGHIJKLMNOPQ^FS', cut],
    ['text in the font of ^CF', '^CF0,60,50^FO200,60^FDABCDEFGHKMNOPQRSTUVWXYZABCDEFGHKM^FS', cut],
    ['text that is broken into lines', '^FO200,60^A0N,60,50^FB500,3^FDABCDEFGHKMNOPQRSTUVWXYZABCDEFGHKM^FS', printed],
    ['characters written in hexadecimal', '^FO600,60^A0N,30,30^FH^FD_41_42_43_44_45_46_47_48^FS', printed],
    ['characters of several bytes', `^FO600,60^A0N,30,30^FD${'ä'.repeat(12)}^FS`, printed],
    ['what a carrier gives', zplText.replace(/^\^XA|\^XZ$/g, ''), printed],
  ])('%s', async (_, fields, expected) => {
    expect(await faultsOf(fields)).toEqual(expected);
  });
});
