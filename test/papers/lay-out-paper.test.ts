import { draw } from '../../electron/labels/formats/draw.ts';
import { toPdf } from '../../electron/labels/formats/pdf.ts';
import { layOutPaper } from '../../electron/labels/lay-out-paper.ts';
import { openFonts } from '../../electron/labels/text/fonts.ts';
import { paperSchema, type PaperInput } from '../../shared/paper/paper.ts';
import { readPdfPages } from '../support/pdf-text.ts';
import { expect, test } from 'vitest';

const fonts = openFonts();
const laidOut = (given: PaperInput) => layOutPaper(paperSchema.parse(given), fonts);

const rows = (count: number) => Array.from({ length: count }, (_, n) => [String(n + 1), `P-${n}`, '上海市浦东新区']);
const given = (count: number): PaperInput => ({
  title: 'Handover',
  code: 'H261123ABCDEFGH',
  facts: [['Parcels', String(count)]],
  tables: [
    {
      columns: [
        { head: '#', share: 1 },
        { head: 'Package', share: 3 },
        { head: '收件人', share: 3 },
      ],
      rows: rows(count),
    },
  ],
  signatures: ['Handed over', 'Taken over'],
  foot: 'Desk 7',
});

test('every row of a long table appears on exactly one page, and every page shows its number', async () => {
  const pages = await readPdfPages(toPdf(laidOut(given(300)).map((layout) => draw(layout, fonts))));
  expect(pages.length).toBeGreaterThan(5);
  const text = pages.map((page) => page.text).join('\n');
  for (const [, key = ''] of rows(300)) expect(text.match(new RegExp(`${key}(?!\\d)`, 'g'))).toHaveLength(1);
  for (const [at, page] of pages.entries()) expect(page.text).toContain(`${at + 1} / ${pages.length}`);
  expect(text).toContain('上海市浦东新区');
});

test.each(['A4', 'Letter'] as const)('nothing is printed beyond the margins of %s', (on) => {
  const pages = laidOut({ ...given(300), on });
  expect([pages[0]?.width, pages[0]?.height]).toEqual(on === 'A4' ? [210, 297] : [215.9, 279.4]);
  for (const { boxes, height, width } of pages)
    for (const box of boxes) {
      expect(box.x).toBeGreaterThanOrEqual(14.9);
      expect(box.x + box.width).toBeLessThanOrEqual(width - 14.9);
      expect(box.y + box.height).toBeLessThanOrEqual(height - 14.9);
    }
});

test('a text too long for its cell is truncated with an ellipsis', async () => {
  const [page] = laidOut({
    title: 'T',
    tables: [
      {
        columns: [
          { head: 'a', share: 1 },
          { head: 'b', share: 9 },
        ],
        rows: [['long '.repeat(40), 'x']],
      },
    ],
  });
  const lines = page!.boxes.flatMap((box) => (box.kind === 'text' ? box.lines : []));
  expect(lines.find(({ text }) => text.startsWith('long'))?.text).toMatch(/…$/);
});

test('the barcode contains only the code, in whole dots of an office printer, with quiet zones', () => {
  const [page] = laidOut(given(1));
  const codes = page!.boxes.filter(({ kind }) => kind === 'code128');
  // Ten dots at 600 dpi or five at 300 dpi: the smallest whole number that gives 0.4 mm or more.
  expect(codes).toMatchObject([{ text: 'H261123ABCDEFGH', module: expect.closeTo(25.4 / 60, 9) }]);
});

test('direction marks and invisible characters are removed from every text', async () => {
  const hidden = 'PD\u202E321\u2066\ufeff\u0007';
  const [page] = await readPdfPages(
    toPdf(
      laidOut({
        title: `Title ${hidden}`,
        mark: `Mark ${hidden}`,
        facts: [[`Fact ${hidden}`, `Value ${hidden}`]],
        tables: [
          { title: `Table ${hidden}`, columns: [{ head: `Head ${hidden}`, share: 1 }], rows: [[`Row ${hidden}`]] },
        ],
        signatures: [`Signed ${hidden}`],
        foot: `Foot ${hidden}`,
      }).map((layout) => draw(layout, fonts)),
    ),
  );
  for (const said of ['Title', 'Mark', 'Fact', 'Value', 'Table', 'Head', 'Row', 'Signed', 'Foot'])
    expect(page?.text).toContain(`${said} PD321`);
});
