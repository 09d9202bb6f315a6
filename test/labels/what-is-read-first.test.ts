import { toBitmap } from '../../electron/labels/formats/bitmap.ts';
import { draw } from '../../electron/labels/formats/draw.ts';
import { sheetForm, thermalForm, type LabelForm } from '../../electron/labels/layout/label-form.ts';
import type { LabelSource } from '../../electron/labels/layout/label-source.ts';
import { layOut } from '../../electron/labels/layout/lay-out.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import type { TextBox } from '../../shared/labels/label-layout.ts';
import { labelWith } from './sample-labels.ts';
import { describe, expect, it } from 'vitest';

const fonts = openFonts();
const tall = thermalForm({ width: 100, height: 150 });
const forms: Record<string, LabelForm> = {
  'a tall label': tall,
  'a square label': thermalForm({ width: 100, height: 100 }),
  'a low label of a sheet': sheetForm({ width: 105, height: 74.25 }),
  'a small label of a sheet': sheetForm({ width: 70, height: 42.4 }),
};
const printed = { desk: 'desk-7', operator: 'Ana Silva', printedAt: '2026-11-23 20:45' };
const sizesOf = ({ lines }: TextBox) => lines.map((line) => Math.min(...line.runs.map(({ size }) => size)));

function box(source: Partial<LabelSource>, role: string, form = tall): TextBox | undefined {
  const found = layOut(labelWith({ printed, ShippingProvider: 'Post', ...source }), fonts, form).boxes.find(
    (each) => each.role === role,
  );
  return found?.kind === 'text' ? found : undefined;
}

describe('the text that a sorter reads first', () => {
  it.each([
    ['below the street', { Country: 'DE', Street1: 'Weg 1', Postcode: '89073', City: 'Ulm' }, 1],
    ['above it in East Asia', { Country: 'JP', Street1: '千代田1-1', Postcode: '100-0001', City: '東京都' }, 0],
  ])('shows postcode and city larger than the street, %s', (_, recipient, at) => {
    const address = box({ recipient: { Contact: 'A', ...recipient } }, 'recipient.address') as TextBox;
    const [first, second] = sizesOf(address) as [number, number];
    expect(at === 0 ? first : second).toBeGreaterThan(at === 0 ? second : first);
  });

  it('shows them no larger if a line would have to wrap', () => {
    const long = { Contact: 'A', Country: 'DE', Street1: 'Weg 1', Postcode: '89073', City: 'Ulm an der '.repeat(5) };
    const address = box({ recipient: long }, 'recipient.address') as TextBox;
    expect(new Set(sizesOf(address)).size).toBe(1);
  });

  it.each([
    ['Latin', 'Ulm'],
    ['Arabic', 'الرياض'],
    ['Thai', 'กรุงเทพมหานคร'],
    ['Chinese', '深圳市'],
    ['Japanese', 'とうきょう'],
    ['Korean', '서울특별시'],
    ['Hebrew', 'תל אביב'],
    ['Devanagari', 'मुंबई'],
  ])(
    'shows a name in bold in %s: its strokes have at least an eighth more ink than those of a street',
    async (_, text) => {
      const inkOf = async (role: string, recipient: LabelSource['recipient']): Promise<number> => {
        const layout = layOut(labelWith({ recipient }), fonts, tall);
        const only = layout.boxes.filter((each): each is TextBox => each.role === role && each.kind === 'text');
        const size = only[0]?.lines[0]?.runs[0]?.size ?? 0;
        const { bits } = toBitmap(draw({ ...layout, boxes: only }, fonts), 600);
        const dots = bits.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
        return dots / size ** 2;
      };
      const bold = await inkOf('recipient.name', { Contact: text });
      const regular = await inkOf('recipient.address', { Contact: 'A', Street1: text });
      expect(bold).toBeGreaterThan(regular * 1.125);
    },
  );
});

describe.each(Object.entries(forms))('on %s', (_, form) => {
  it('desk, operator, time and carrier are at least 6 points high', () => {
    for (const role of ['foot', 'service.provider']) {
      const found = box({}, role, form) as TextBox;
      expect(found.lines.length, role).toBe(1);
      for (const size of sizesOf(found)) expect(size, role).toBeGreaterThanOrEqual((6 / 72) * 25.4);
    }
  });

  it('a sender without text takes no space, and the recipient uses it', () => {
    const roles = ({ boxes }: { boxes: readonly { role: string }[] }) => boxes.map(({ role }) => role);
    const without = layOut(labelWith({ sender: { Contact: ' ', Email: 'a@example.com' } }), fonts, form);
    expect(roles(without).filter((role) => /sender|from/.test(role))).toEqual([]);
    const left = layOut(labelWith({ sender: undefined as never }), fonts, form);
    expect(without).toEqual(left);
  });
});
