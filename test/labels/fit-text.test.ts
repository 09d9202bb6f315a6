import type { LabelAddress } from '../../electron/labels/layout/label-source.ts';
import { layOut, standardForm } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import type { Layout } from '../../shared/labels/label-layout.ts';
import { labelWith } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();

function addressOf(recipient: LabelAddress): { lines: string[]; size: number; layout: Layout } {
  const layout = layOut(labelWith({ recipient }), fonts);
  const box = layout.boxes.find(({ role }) => role === 'recipient.address');
  if (box?.kind !== 'text') throw new Error('no address');
  return { lines: box.lines.map((line) => line.text), size: box.lines[0]?.runs[0]?.size ?? 0, layout };
}

const STREET = 'Donaudampfschifffahrtsstraße';

describe('an address', () => {
  it('is set large while it is short', () => {
    expect(addressOf({ Street1: 'Hauptstraße', HouseNumber: '1', City: 'Ulm' }).size).toBe(5.5);
  });

  it('shrinks before it wraps', () => {
    const { lines, size } = addressOf({ Street1: `${STREET} am Rande der Au`, HouseNumber: '12', City: 'Ulm' });
    expect(lines.length).toBe(2);
    expect(size).toBeLessThan(5.5);
    expect(size).toBeGreaterThanOrEqual(3.5);
  });

  it('wraps between words once it would become too small', () => {
    const { lines, size } = addressOf({
      Street1: `${STREET} am Rande der Au hinter dem zweiten Tor links`,
      City: 'Ulm',
    });
    expect(lines).toEqual([expect.stringContaining(STREET), expect.stringMatching(/links$/), 'Ulm']);
    expect(size).toBe(3.5);
  });

  it('breaks a word only if it fits no line, and never between a letter and its marks', () => {
    const { lines } = addressOf({ Street1: 'a\u0323\u0302'.repeat(120) });
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^(a\u0323\u0302)+$/);
  });

  it('in Thai and Khmer wraps between words, although no spaces separate them', () => {
    const words = { Thai: 'แขวงคลองเตยเหนือเขตวัฒนากรุงเทพมหานคร', Khmer: 'សង្កាត់ផ្សារថ្មីខណ្ឌដូនពេញរាជធានីភ្នំពេញ' };
    for (const [name, text] of Object.entries(words)) {
      const street = text.repeat(4);
      const { lines } = addressOf({ Street1: street });
      expect(lines.length, name).toBeGreaterThan(1);
      expect(lines.join(''), name).toBe(street);
      const starts = Array.from(
        new Intl.Segmenter('th', { granularity: 'word' }).segment(street),
        ({ index }) => index,
      );
      let at = 0;
      for (const line of lines) {
        expect(starts, name).toContain(at);
        at += line.length;
      }
    }
  });

  it('never goes below the smallest legible size', () => {
    const { size, layout } = addressOf({ Street1: `${STREET} `.repeat(40) });
    expect(size).toBe(standardForm.recipient.smallest);
    expect(layout.problems.map(({ kind }) => kind)).toEqual(['does-not-fit']);
  });

  it('is right-aligned if its script is written from right to left', () => {
    const layout = layOut(
      labelWith({ recipient: { Contact: 'דוד לוי', Street1: 'כיכר ספרא', HouseNumber: '1', City: 'ירושלים' } }),
      fonts,
    );
    const box = layout.boxes.find(({ role }) => role === 'recipient.address');
    if (box?.kind !== 'text') throw new Error('no address');
    for (const line of box.lines) expect(line.x + line.width).toBeCloseTo(box.x + box.width, 6);
  });
});
