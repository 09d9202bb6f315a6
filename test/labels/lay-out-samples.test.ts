import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import type { Box, LayoutBox } from '../../shared/labels/label-layout.ts';
import { problemsOfLayout } from './problems-of-layout.ts';
import { SAMPLE_LABELS } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();
const layouts = SAMPLE_LABELS.map((source) => ({ source, layout: layOut(source, fonts) }));

describe('the layout of every sample order', () => {
  it('has no problem', () => {
    expect(layouts.length).toBe(204);
    const problems = layouts.flatMap(({ source, layout }) =>
      layout.problems.map((problem) => ({ id: source.PackageId, ...problem })),
    );
    expect(problems).toEqual([]);
  });

  it('keeps every box inside the label, and no two boxes overlap', () => {
    for (const { source, layout } of layouts) expect(problemsOfLayout(layout), source.PackageId).toEqual([]);
  });

  it('has no missing glyph', () => {
    const missing = layouts.flatMap(({ layout }) =>
      layout.boxes
        .flatMap((box) => (box.kind === 'text' ? box.lines : []))
        .flatMap((line) => line.runs.flatMap((run) => run.glyphs.filter(({ id }) => id === 0))),
    );
    expect(missing).toEqual([]);
  });

  it('shows every part of the address', () => {
    for (const { source, layout } of layouts) {
      const said = layout.boxes.map(textOf).join(' ');
      const { Contact, Street1, Street2, City, District, Province, HouseNumber, Postcode, Phone } = source.recipient;
      for (const part of [Contact, Street1, Street2, City, District, Province, HouseNumber, Postcode, Phone]) {
        for (const word of (part ?? '').split(/\s+/)) expect(said, source.PackageId).toContain(word);
      }
    }
  });

  it('shows exactly the marks of its order', () => {
    for (const { source, layout } of layouts) {
      const marks = layout.boxes.map((box) => box.role).filter((role) => role.startsWith('mark.'));
      const expected = [
        source.practice ? ['mark.practice'] : [],
        source.provisional ? ['mark.provisional'] : [],
      ].flat();
      expect(marks, source.PackageId).toEqual(expected);
    }
  });

  it('makes barcode modules two to four whole dots wide, with full quiet zones', () => {
    // The default print head has 203 dpi.
    const dots = 203 / 25.4;
    for (const { source, layout } of layouts) {
      const code = layout.boxes.find((box) => box.kind === 'code128');
      if (code?.kind !== 'code128') throw new Error(`no barcode on ${source.PackageId}`);
      const module = Math.round(code.module * dots);
      expect([2, 3, 4]).toContain(module);
      expect(code.module * dots).toBeCloseTo(module, 9);
      expect(code.width).toBeCloseTo((code.bars.length + 20) * code.module, 9);
      expect(code.x * dots).toBeCloseTo(Math.round(code.x * dots), 9);
      const next = (module + 1) / dots;
      expect(module === 4 || (code.bars.length + 20) * next > 100, 'as wide as fits').toBe(true);
    }
  });
});

function textOf(box: LayoutBox & Box): string {
  return box.kind === 'text' ? box.lines.map((line) => line.text.replace(/[\u2066-\u2069]/g, '')).join(' ') : '';
}
