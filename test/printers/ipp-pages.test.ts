import type { IppValue } from '../../electron/printing/printers/ipp-call.ts';
import { selectPageFormat, forwardsPages } from '../../electron/printing/printers/ipp-printer.ts';
import { describe, expect, it } from 'vitest';

const attributes = (all: Record<string, readonly IppValue[]>) => new Map(Object.entries(all));
/** RFC 8010, section 3.9: cross-feed, feed, and unit. */
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

describe('the page format for an IPP printer', () => {
  it.each([
    [
      'PDF if it accepts that',
      { ...pwg(['sgray_8'], resolution(203)), ...takes('image/urf', 'application/pdf') },
      null,
    ],
    [
      'grey raster at the resolution of its head',
      pwg(['black_1', 'sgray_8'], resolution(203)),
      ['image/pwg-raster', 'sgray_8', 203],
    ],
    ['color if it supports no grey', pwg(['srgb_8'], resolution(600)), ['image/pwg-raster', 'srgb_8', 600]],
    ['black if it supports nothing else', pwg(['black_1'], resolution(300)), ['image/pwg-raster', 'black_1', 300]],
    [
      'the lowest resolution that labels need',
      pwg(['sgray_8'], resolution(1200), resolution(300), resolution(600)),
      ['image/pwg-raster', 'sgray_8', 300],
    ],
  ])('is %s', (_, its, raster) => {
    const [form, colors, dpi] = raster ?? [];
    expect(selectPageFormat(attributes(its))).toEqual({
      ...(raster ? { mediaType: form, raster: { form, colors, dpi } } : { mediaType: 'application/pdf', raster: null }),
      // None of these reports the resolution of its head.
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
    [
      "raster at its head's resolution",
      takesBoth(resolution(203), resolution(203), resolution(300)),
      { dpi: 203, raster: 203 },
    ],
    [
      "raster at a whole fraction of its head's resolution",
      takesBoth(resolution(600), resolution(300), resolution(400)),
      { dpi: 600, raster: 300 },
    ],
    [
      'PDF laid out on its dots if it accepts no raster at a matching resolution',
      takesBoth(resolution(203), resolution(300)),
      { dpi: 203, raster: null },
    ],
    [
      'PDF for a queue, whose filters rasterize again',
      { ...takesBoth(resolution(300), resolution(300)), 'device-uri': ['socket://192.0.2.7'] },
      { dpi: 300, raster: null },
    ],
    [
      'PDF if the desk cannot lay out at its resolution',
      takesBoth(resolution(360), resolution(300)),
      { dpi: null, raster: null },
    ],
  ])('of a printer that accepts PDF and raster is %s', (_, its, { dpi, raster }) => {
    const pages = selectPageFormat(attributes(its));
    expect([pages?.dpi, pages?.raster?.dpi ?? null]).toEqual([dpi, raster]);
    expect(pages?.mediaType).toBe(raster === null ? 'application/pdf' : 'image/pwg-raster');
  });

  it('is AirPrint raster if nothing better is supported', () => {
    const its = { ...takes('image/urf'), 'urf-supported': ['V1.5', 'W8', 'RS203-300'] };
    expect(selectPageFormat(attributes(its))).toMatchObject({
      raster: { form: 'image/urf', colors: 'sgray_8', dpi: 300 },
    });
    const uneven = {
      ...pwg(['sgray_8'], resolution(600, 300), resolution(80, 80, 4)),
      'urf-supported': ['W8', 'RS600'],
    };
    expect(selectPageFormat(attributes(uneven))).toMatchObject({ mediaType: 'image/urf' });
  });

  it('is null if the printer accepts no supported format', () => {
    expect(selectPageFormat(attributes(takes('application/postscript')))).toBeNull();
    expect(selectPageFormat(attributes(takes('image/urf')))).toBeNull();
    expect(selectPageFormat(attributes({}))).toBeNull();
  });
});

describe('a printer queue', () => {
  it.each([
    ['ipp://printer.example/ipp/print', false],
    ['ipps://printer.example/ipp/print', false],
    ['dnssd://Label%20Printer._ipp._tcp.local/?uuid=1', false],
    ['dnssd://Label%20Printer._pdl-datastream._tcp.local/', true],
    ['ipp://printer.example/ipp/print?waitjob=false', true],
    ['socket://192.0.2.7:9100', true],
    ['usb://Zebra/ZD421', true],
    ['file:///dev/null', true],
  ])('to %s forwards labels without feedback: %s', (uri, passes) => {
    expect(forwardsPages(attributes({ 'device-uri': [uri] }))).toBe(passes);
  });
  it('without a device address is the printer itself', () => expect(forwardsPages(attributes({}))).toBe(false));
});
