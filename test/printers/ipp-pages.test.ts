import { describe, expect, it } from 'vitest';
import { pagesOf, passesOn } from '../../electron/printers/ipp-pages.ts';
import type { IppValue } from '../../electron/printers/ipp-message.ts';

const attributes = (all: Record<string, readonly IppValue[]>) => new Map(Object.entries(all));
/** RFC 8010, section 3.9: across, along, and what is counted in. */
function resolution(across: number, along = across, unit = 3): Uint8Array {
  const bytes = Buffer.alloc(9, unit);
  bytes.writeInt32BE(across, 0);
  bytes.writeInt32BE(along, 4);
  return Uint8Array.from(bytes);
}
const takes = (...forms: string[]) => ({ 'document-format-supported': forms });
const pwg = (types: string[], ...dpis: Uint8Array[]) => ({
  ...takes('application/octet-stream', 'image/pwg-raster', 'image/urf'),
  'pwg-raster-document-type-supported': types,
  'pwg-raster-document-resolution-supported': dpis,
});

describe('the pages an IPP printer gets', () => {
  it.each([
    ['PDF where it takes it', { ...pwg(['sgray_8'], resolution(203)), ...takes('image/urf', 'application/pdf') }, null],
    [
      'grey dots as dense as its head',
      pwg(['black_1', 'sgray_8'], resolution(203)),
      ['image/pwg-raster', 'sgray_8', 203],
    ],
    ['color where it has no grey', pwg(['srgb_8'], resolution(600)), ['image/pwg-raster', 'srgb_8', 600]],
    ['black alone where it has nothing else', pwg(['black_1'], resolution(300)), ['image/pwg-raster', 'black_1', 300]],
    [
      'as dense as labels need',
      pwg(['sgray_8'], resolution(1200), resolution(300), resolution(600)),
      ['image/pwg-raster', 'sgray_8', 300],
    ],
  ])('are %s', (_, its, raster) => {
    const [form, colors, dpi] = raster ?? [];
    expect(pagesOf(attributes(its))).toEqual({
      ...(raster ? { mediaType: form, raster: { form, colors, dpi } } : { mediaType: 'application/pdf', raster: null }),
      // none of them reports the dots of its head
      dpi: null,
    });
  });

  const takesBoth = (head: Uint8Array, ...dpis: Uint8Array[]) => ({
    ...pwg(['sgray_8'], ...dpis),
    ...takes('application/pdf', 'image/pwg-raster'),
    'printer-resolution-default': [head],
    'printer-resolution-supported': [head, resolution(1200)],
  });
  it.each([
    ['dots of its head', takesBoth(resolution(203), resolution(203), resolution(300)), { dpi: 203, raster: 203 }],
    [
      'whole dots for each dot',
      takesBoth(resolution(600), resolution(300), resolution(400)),
      { dpi: 600, raster: 300 },
    ],
    [
      'PDF laid out on its dots where it takes no pages on them',
      takesBoth(resolution(203), resolution(300)),
      { dpi: 203, raster: null },
    ],
    [
      'PDF of a queue, whose filters draw it again',
      { ...takesBoth(resolution(300), resolution(300)), 'device-uri': ['socket://192.0.2.7'] },
      { dpi: 300, raster: null },
    ],
    [
      'PDF of dots that the desk cannot lay out',
      takesBoth(resolution(360), resolution(300)),
      { dpi: null, raster: null },
    ],
  ])('of a printer that takes PDF and dots are %s', (_, its, { dpi, raster }) => {
    const pages = pagesOf(attributes(its));
    expect([pages?.dpi, pages?.raster?.dpi ?? null]).toEqual([dpi, raster]);
    expect(pages?.mediaType).toBe(raster === null ? 'application/pdf' : 'image/pwg-raster');
  });

  it('are those of AirPrint where there is nothing better', () => {
    const its = { ...takes('image/urf'), 'urf-supported': ['V1.5', 'W8', 'RS203-300'] };
    expect(pagesOf(attributes(its))).toMatchObject({ raster: { form: 'image/urf', colors: 'sgray_8', dpi: 300 } });
    const uneven = {
      ...pwg(['sgray_8'], resolution(600, 300), resolution(80, 80, 4)),
      'urf-supported': ['W8', 'RS600'],
    };
    expect(pagesOf(attributes(uneven))).toMatchObject({ mediaType: 'image/urf' });
  });

  it('are none of a printer that takes nothing of ours', () => {
    expect(pagesOf(attributes(takes('application/postscript')))).toBeNull();
    expect(pagesOf(attributes(takes('image/urf')))).toBeNull();
    expect(pagesOf(attributes({}))).toBeNull();
  });
});

describe('a queue', () => {
  it.each([
    ['ipp://printer.example/ipp/print', false],
    ['ipps://printer.example/ipp/print', false],
    ['dnssd://Label%20Printer._ipp._tcp.local/?uuid=1', false],
    ['dnssd://Label%20Printer._pdl-datastream._tcp.local/', true],
    ['ipp://printer.example/ipp/print?waitjob=false', true],
    ['socket://192.0.2.7:9100', true],
    ['usb://Zebra/ZD421', true],
    ['file:///dev/null', true],
  ])('that leads to %s passes labels on without an answer: %s', (uri, passes) => {
    expect(passesOn(attributes({ 'device-uri': [uri] }))).toBe(passes);
  });
  it('that tells of no other is the printer itself', () => expect(passesOn(attributes({}))).toBe(false));
});
