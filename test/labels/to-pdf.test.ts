import { draw, type Drawing } from '../../electron/labels/formats/draw.ts';
import { PdfDocument, toPdf, writePdf } from '../../electron/labels/formats/pdf.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { SAMPLE_LABELS, labelWith } from './sample-labels.ts';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const fonts = openFonts();
const drawing = (index: number): Drawing => draw(layOut(SAMPLE_LABELS[index] ?? labelWith(), fonts), fonts);

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'labels-'))));
afterEach(() => rmSync(folder, { recursive: true }));

async function pagesOf(pdf: Uint8Array): Promise<{ width: number; height: number; text: string }[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const pages = Array.from(document.pages(), (page) => {
    const { originalWidth, originalHeight } = page.getOriginalSize();
    return { width: originalWidth, height: originalHeight, text: page.getText() };
  });
  library.destroy();
  return pages;
}

describe('the PDF of labels', () => {
  it('has pages of exactly 100 × 150 mm', async () => {
    const pdf = toPdf([drawing(0)]);
    expect(pdf.toString('latin1')).toContain('/MediaBox[0 0 283.465 425.197]');
    const [page] = await pagesOf(pdf);
    expect([page?.width, page?.height].map(Math.round as (value?: number) => number)).toEqual([283, 425]);
  });

  it('keeps its text selectable, in every script', async () => {
    const [latin, thai] = await pagesOf(toPdf([drawing(0), drawing(184)]));
    expect(latin?.text).toContain('Ελένη Schmidt');
    expect(latin?.text).toContain('AD500 Andorra la Vella');
    expect(latin?.text).toContain(SAMPLE_LABELS[0]?.TrackingNumber);
    expect(thai?.text).toContain('สมชาย ใจดี');
  });

  it('contains each glyph once, however many labels show it', () => {
    const one = toPdf([drawing(0)]).length;
    const twenty = toPdf(Array.from({ length: 20 }, () => drawing(0))).length;
    expect(twenty).toBeLessThan(one * 6);
  });

  it('is written page by page as labels are drawn, with only shared objects at the end', () => {
    let given = 0;
    const document = new PdfDocument((bytes) => (given += bytes.length));
    const pages = [0, 1, 2, 3].map((index) => {
      const before = given;
      document.addPage(drawing(index));
      return given - before;
    });
    expect(Math.min(...pages)).toBeGreaterThan(Math.max(...pages) / 3);
  });

  it('lists the correct offset of every object', () => {
    const bytes = toPdf([drawing(0), drawing(190)]).toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(bytes)?.[1]);
    expect(bytes.slice(start, start + 4)).toBe('xref');
    const rows = Array.from(bytes.slice(start).matchAll(/^(\d{10}) 00000 n /gm), (row) => Number(row[1]));
    expect(rows.length).toBeGreaterThan(50);
    rows.forEach((offset, index) => expect(bytes.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`)));
  });
});

describe('writing the PDF to a file', () => {
  it('leaves the complete file and nothing else', async () => {
    expect(await writePdf(join(folder, 'labels.pdf'), [drawing(0), drawing(1)])).toBe(2);
    expect(readdirSync(folder)).toEqual(['labels.pdf']);
    expect(readFileSync(join(folder, 'labels.pdf'))).toEqual(toPdf([drawing(0), drawing(1)]));
  });

  it('never exposes a partial PDF under the name: the previous file stays until the new one is complete', async () => {
    const path = join(folder, 'labels.pdf');
    writeFileSync(path, 'before');
    async function* drawings() {
      for (let index = 0; index < 100; index++) {
        expect(readFileSync(path, 'utf8')).toBe('before');
        yield drawing(index);
      }
    }
    await writePdf(path, drawings());
    expect((await pagesOf(readFileSync(path))).length).toBe(100);
  });

  it('changes nothing if a label fails midway', async () => {
    const path = join(folder, 'labels.pdf');
    writeFileSync(path, 'before');
    async function* drawings() {
      yield drawing(0);
      throw new Error('no more');
    }
    await expect(writePdf(path, drawings())).rejects.toThrow('no more');
    expect(readdirSync(folder)).toEqual(['labels.pdf']);
    expect(readFileSync(path, 'utf8')).toBe('before');
  });

  it('refuses to write a PDF without labels', async () => {
    await expect(writePdf(join(folder, 'labels.pdf'), [])).rejects.toThrow(RangeError);
    expect(readdirSync(folder)).toEqual([]);
  });
});
