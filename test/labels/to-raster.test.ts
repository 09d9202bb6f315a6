import { makePage } from '../../electron/labels/formats/make-page.ts';
import { toRaster } from '../../electron/labels/formats/to-raster.ts';
import { rasterColors, rasterForms, type Raster } from '../../shared/printing/configured-printer.ts';
import { codesOn } from './read-page.ts';
import { pagesOfRaster } from './read-raster.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const ways = rasterForms.flatMap((form) =>
  rasterColors.filter((colors) => form !== 'image/urf' || colors !== 'black_1').map((colors) => ({ form, colors })),
);
const source = SAMPLE_LABELS.at(-1)!;

describe('a label as raster for a printer that accepts no PDF', () => {
  it.each([203, 300, 600] as const)('at %i dpi is as large as its paper, and every code is readable', async (dpi) => {
    const raster: Raster = { form: 'image/pwg-raster', colors: 'sgray_8', dpi };
    const made = await makePage({ label: source }, { size: '4x6', form: 'raster', raster });
    const [page] = pagesOfRaster(Buffer.from('page' in made ? made.page : []));
    expect([page!.width, page!.height, page!.dpi]).toEqual([4 * dpi, 6 * dpi, dpi]);
    expect(await codesOn(page!)).toEqual({ code128: [source.TrackingNumber], qr: [source.PackageId] });
  });

  it.each(ways)('as $form in $colors preserves every dot of every page', (way) => {
    const stretch = fc.tuple(fc.integer({ min: 1, max: 900 }), fc.constantFrom(0, 255, 0x0f, 0xa5, 0x81));
    const page = fc.tuple(fc.integer({ min: 1, max: 60 }), fc.array(stretch, { minLength: 1, maxLength: 12 }));
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 3 }), (given) => {
        const bitmaps = given.map(([bytesPerRow, runs]) => {
          const all = runs.flatMap(([length, byte]) => Array.from({ length }, () => byte));
          const height = Math.ceil(all.length / bytesPerRow);
          const bits = new Uint8Array(bytesPerRow * height);
          bits.set(all);
          return { width: bytesPerRow * 8, height, bytesPerRow, bits };
        });
        const read = pagesOfRaster(toRaster(bitmaps, { width: 100, height: 150 }, { ...way, dpi: 203 }));
        expect(read.map(({ width, height }) => [width, height])).toEqual(bitmaps.map((one) => [one.width, one.height]));
        for (const [at, { width, bits }] of bitmaps.entries()) {
          const dark = Uint8Array.from(read[at]!.grey, (_, dot) => (bits[dot >> 3]! & (0x80 >> (dot & 7)) ? 0 : 255));
          expect(width % 8).toBe(0);
          expect(Buffer.compare(read[at]!.grey, dark)).toBe(0);
        }
      }),
      { numRuns: 60 },
    );
  });
});
