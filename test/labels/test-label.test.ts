import { makePage } from '../../electron/labels/formats/make-page.ts';
import { layOut, layOutTest } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { problemsOfLayout } from './problems-of-layout.ts';
import { codesOn } from './read-page.ts';
import { renderedZpl } from './read-zpl.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();
const [source] = SAMPLE_LABELS;
const test = { name: '打印机 1', address: 'socket://192.0.2.7:9100', code: 'TEST-004217', method: '203 dpi, z64' };

describe('a reprinted label', () => {
  it('shows its copy number beside other marks, and has no layout problem', () => {
    for (const marks of [{}, { practice: true }, { provisional: true }, { practice: true, provisional: true }]) {
      const layout = layOut({ ...source!, practice: false, provisional: false, ...marks, copy: 12 }, fonts);
      const said = layout.boxes.flatMap((box) => (box.role === 'mark.copy' && box.kind === 'text' ? box.lines : []));
      expect(said.map(({ text }) => text)).toEqual(['COPY 12']);
      expect(layout.problems).toEqual(layOut(source!, fonts).problems);
      expect(problemsOfLayout(layout)).toEqual([]);
    }
  });

  it('has no copy number on the first print', () => {
    const layout = layOut({ ...source!, copy: 1 }, fonts);
    expect(layout.boxes.some(({ role }) => role === 'mark.copy')).toBe(false);
  });
});

describe('a test label', () => {
  it.each([203, 300, 600] as const)('is readable when printed at %i dpi', async (dpi) => {
    const made = await makePage({ test }, { size: '100x150', form: 'zpl', dpi, packing: 'z64', reprints: false });
    if ('fault' in made) throw new Error(made.fault);
    const picture = await renderedZpl(
      Buffer.from(made.page).toString('latin1'),
      100,
      150,
      { 203: 8, 300: 12, 600: 24 }[dpi],
    );
    expect((await codesOn(picture)).code128).toEqual([test.code]);
  });

  it("fits on its paper, however long the printer's name is", () => {
    for (const name of ['A', '打印机 1', 'W'.repeat(60)])
      expect(problemsOfLayout(layOutTest({ ...test, name }, fonts))).toEqual([]);
  });
});
