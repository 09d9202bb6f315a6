import { makePage, type PageForm } from '../../electron/labels/formats/make-page.ts';
import { thermalForm } from '../../electron/labels/layout/label-form.ts';
import type { LabelSource } from '../../electron/labels/layout/label-source.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { encodeCode128 } from '../../shared/labels/code128.ts';
import type { Code128Box, QrBox } from '../../shared/labels/label-layout.ts';
import { headDpis, rasterForms } from '../../shared/printing/configured-printer.ts';
import { onlyPage, pictureOf, picturesOf, scannedOn, stretches, withGain, type Picture } from './read-page.ts';
import { pagesOfRaster } from './read-raster.ts';
import { graphicIn } from './read-zpl.ts';
import { labelWith } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();
/**
 * Tracking numbers as carriers form them: letters at both ends, digits only, mixed case with punctuation, GS1, and
 * increasing length.
 */
const numbers = [
  'LX100000007CN',
  '33901000000070000000',
  '1Z100000007AB-x/2',
  'JD011000000074600',
  '(00)340123450000000017',
  '420902109261290100000000000019',
  'Parcel/2026-11-28/desk-7',
  'PARCEL-2026-11-28-DESK-7-0001',
];
const labels = numbers.map((TrackingNumber, at) =>
  labelWith({ TrackingNumber, PackageId: `PD-${'7'.repeat(at * 3)}` }),
);
/** Inches, so that a page is a whole number of dots at each resolution. */
const size = '4x6';
const inches = { width: 4, height: 6 };
/** Width of the quiet zone on either side that the standards require, in modules. */
const quiet = { code128: 10, qr: 4 };

type Send = (source: LabelSource, dpi: (typeof headDpis)[number]) => Promise<Picture>;
async function sent(source: LabelSource, form: PageForm): Promise<Buffer> {
  const made = await makePage({ label: source }, form);
  if ('fault' in made) throw new Error(made.fault);
  return Buffer.from(made.page);
}
/** The dots that a print head burns, read from the exact bytes that the printer receives. */
const sends: [string, Send][] = [
  ...(['z64', 'ascii'] as const).map((packing): [string, Send] => [
    `ZPL, ${packing}`,
    async (source, dpi) => {
      const zpl = await sent(source, { size, form: 'zpl', dpi, packing, reprints: false });
      const { bytesPerRow, bits } = graphicIn(zpl.toString('latin1'));
      return pictureOf({ width: bytesPerRow * 8, height: bits.length / bytesPerRow, bytesPerRow, bits });
    },
  ]),
  ...rasterForms.map((form): [string, Send] => [
    form,
    async (source, dpi) => {
      const raster = { form, colors: 'sgray_8', dpi } as const;
      return pagesOfRaster(await sent(source, { size, form: 'raster', raster }))[0]!;
    },
  ]),
  [
    'PDF',
    async (source, dpi) => {
      const dots = { width: inches.width * dpi, height: inches.height * dpi };
      return onlyPage(picturesOf(await sent(source, { size, form: 'pdf', dpi }), dots));
    },
  ],
];

/** The area a person aims a scanner at: a code with its quiet zone. */
function aimedAt({ width, height, grey }: Picture, box: Code128Box | QrBox, dotsPerMm: number): Picture {
  const [left, top] = [Math.max(0, Math.floor(box.x * dotsPerMm)), Math.max(0, Math.floor(box.y * dotsPerMm))];
  const right = Math.min(width, Math.ceil((box.x + box.width) * dotsPerMm));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * dotsPerMm));
  const seen = new Uint8Array((right - left) * (bottom - top));
  for (let y = top; y < bottom; y += 1)
    seen.set(grey.subarray(y * width + left, y * width + right), (y - top) * (right - left));
  return { width: right - left, height: bottom - top, grey: seen };
}

const modulesOf = (bars: string): number[] => (bars.match(/0+|1+/g) ?? []).map((run) => run.length);

const cases = sends.flatMap(([name, send]) => headDpis.map((dpi) => [name, dpi, send] as const));

describe('codes on printed labels', { timeout: 300_000 }, () => {
  it.each(cases)(
    'as %s at %i dpi have modules of whole dots, as large as fit, and are read reliably after one dot of gain',
    async (name, dpi, send) => {
      // Print heads that take ZPL are specified in dots per millimetre.
      const perMm = name.startsWith('ZPL') ? { 203: 8, 300: 12, 600: 24 }[dpi] : dpi / 25.4;
      const form = thermalForm({ width: inches.width * 25.4, height: inches.height * 25.4 }, { dotsPerMm: perMm });
      for (const source of labels) {
        const picture = await send(source, dpi);
        const { boxes, problems } = layOut(source, fonts, form);
        const thick = withGain(picture);
        const read: Record<string, string[]> = { code128: [], qr: [] };
        for (const box of boxes) {
          if (box.kind !== 'code128' && box.kind !== 'qr') continue;
          const seen = aimedAt(picture, box, perMm);
          const bars = box.kind === 'qr' ? box.rows[0]! : encodeCode128(source.TrackingNumber);
          const lengths = modulesOf(bars);
          const row = box.kind === 'qr' ? Math.round((quiet.qr + 0.5) * box.module * perMm) : seen.height >> 1;
          const each = stretches(seen, row);
          const module = each[0]! / lengths[0]!;
          expect(each, `${source.TrackingNumber} ${box.kind}`).toEqual(lengths.map((length) => length * module));
          if (box.kind === 'code128') {
            const whole = Math.floor((form.width * perMm) / (bars.length + 2 * quiet.code128));
            expect(module, source.TrackingNumber).toBe(Math.min(whole, Math.round(0.5 * perMm)));
            expect(problems.some(({ kind }) => kind === 'fine-bars')).toBe(module <= 2);
            // Codes with a warning may be too thick to be read.
            if (module <= 2) continue;
          }
          const { code128, qr } = await scannedOn(aimedAt(thick, box, perMm));
          read['code128']!.push(...code128);
          read['qr']!.push(...qr);
        }
        const fine = problems.some(({ kind }) => kind === 'fine-bars');
        expect(read).toEqual({ code128: fine ? [] : [source.TrackingNumber], qr: [source.PackageId] });
      }
    },
  );
});
