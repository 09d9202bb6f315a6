import { draw } from '../../../electron/labels/formats/draw.ts';
import { toPdf } from '../../../electron/labels/formats/pdf.ts';
import { layOutPaper } from '../../../electron/labels/lay-out-paper.ts';
import { openFonts } from '../../../electron/labels/text/fonts.ts';
import { paperSchema } from '../../../shared/paper/paper.ts';
import { callsOf } from '../../support/calls-of.ts';
import { readPdfPages } from '../../support/pdf-text.ts';
import { openForAll, show } from './printing-desk.ts';
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';

openForAll();

interface Fake {
  fake: { handlers: Record<string, unknown> };
}

it.each([
  ['en', 'Packing slip', 'PRACTICE'],
  ['zh-CN', '装箱单', '练习'],
] as const)(
  'a packing slip lists recipient and contents without prices, and is printed from its entry by one key: %s',
  async (language, title, mark) => {
    const page = await show('#/outbox/e14', [], { language });
    await page.evaluate(() => {
      (globalThis as unknown as Fake).fake.handlers['paper.pages'] = () => ({
        ok: true,
        value: { pages: [], widthMm: 210, heightMm: 297 },
      });
    });
    await page.locator('strong', { hasText: 'LX284613579CN' }).waitFor();
    await page.keyboard.press('Alt+Shift+U');
    await expect.poll(() => callsOf(page, 'paper.pages')).toHaveLength(1);
    const to = ['Zoë Åkesson', 'Storgatan 1', 'Göteborg', 'SE'];
    const [asked] = await callsOf<{ paper: unknown }>(page, 'paper.pages');
    const paper = paperSchema.parse(asked?.paper);
    expect(paper).toMatchObject({ title, code: 'PKG-2025-100014', mark });
    expect(paper.facts.map(([, text]) => text)).toEqual([...to, 'not a number', 'LX284613579CN', 'EXP-EU', '1250.5 g']);
    expect(paper.tables[0]?.rows.map((row) => row.slice(0, 3))).toEqual([
      ['MUG-BLUE', 'Mug', '2'],
      [paper.tables[0]?.rows.at(-1)?.[0], '', '2'],
    ]);
    expect(JSON.stringify(paper)).not.toContain('4.2');
    const fonts = openFonts();
    const layouts = layOutPaper(paper, fonts);
    // The fonts have every glyph.
    expect(layouts.flatMap(({ problems }) => problems)).toEqual([]);
    const pdf = toPdf(layouts.map((layout) => draw(layout, fonts)));
    if (process.env['PRINT_PICTURES']) writeFileSync(`${process.env['PRINT_PICTURES']}/slip-${language}.pdf`, pdf);
    const [first] = await readPdfPages(pdf);
    for (const text of [title, 'PKG-2025-100014', 'MUG-BLUE']) expect(first?.text).toContain(text);
    await page.context().close();
  },
);

it('packing slips of chosen entries are one print, in which each slip gets the number of pages before it', async () => {
  const page = await show('#/outbox', []);
  await page.evaluate(() => {
    (globalThis as unknown as Fake).fake.handlers['paper.pages'] = () => ({
      ok: true,
      value: { pages: ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<svg xmlns="http://www.w3.org/2000/svg"/>'] },
    });
  });
  await page.locator('[role=grid]').focus();
  for (const key of ['Home', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Alt+Shift+K']) await page.keyboard.press(key);
  await expect.poll(() => callsOf(page, 'paper.pages')).toHaveLength(3);
  const asked = await callsOf<{ before: number; paper: { code: string } }>(page, 'paper.pages');
  expect(asked.map(({ before }) => before)).toEqual([0, 2, 4]);
  expect(new Set(asked.map(({ paper }) => paper.code)).size).toBe(3);
  await page.context().close();
});

it('a packing slip uses the paper of the label sheet chosen last, even once labels are on single pages again', async () => {
  const page = await show('#/labels', []);
  await page.evaluate(() => {
    (globalThis as unknown as Fake).fake.handlers['paper.pages'] = () => ({ ok: true, value: { pages: [] } });
  });
  const kind = page.getByRole('combobox').filter({ hasText: 'Letter, 4 per sheet' });
  for (const chosen of ['Letter 4', '']) await kind.selectOption(chosen);
  await page.evaluate(() => (location.hash = '#/outbox/e14'));
  await page.locator('strong', { hasText: 'LX284613579CN' }).waitFor();
  await page.keyboard.press('Alt+Shift+U');
  await expect.poll(() => callsOf(page, 'paper.pages')).toMatchObject([{ paper: { on: 'Letter' } }]);
  await page.context().close();
});

it('no packing slip is offered for an erased entry', async () => {
  const page = await show('#/outbox/e14', []);
  await page.evaluate(() => {
    const { handlers } = (globalThis as unknown as Fake).fake;
    const whole = handlers['entries.get'] as (input: unknown) => Promise<{ value: { request: { body: object } } }>;
    handlers['entries.get'] = async (input: unknown) => {
      const answer = await whole(input);
      return { ...answer, value: { ...answer.value, erasedAt: 1 } };
    };
    location.hash = '#/outbox/e15';
  });
  await page.getByText('PKG-2025-100015').first().waitFor();
  await page.keyboard.press('Alt+E');
  await page.locator('dialog[open]').waitFor();
  expect(await page.locator('dialog[open]').getByText('Print packing slip').count()).toBe(0);
  await page.context().close();
});
