import { exportFacts } from '../../electron/spreadsheets/export/export-facts.ts';
import { exportOrders } from '../../electron/spreadsheets/export/export-orders.ts';
import { writeTemplate } from '../../electron/spreadsheets/export/template.ts';
import { readSpreadsheet } from '../../electron/spreadsheets/import/read-table.ts';
import { createKinds, endpointOfKind } from '../../shared/creates/create-kinds.ts';
import { sampleCreates } from '../practice/sample-creates.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { expectKept } from './kept.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const units = { weightUnit: 'g', lengthUnit: 'cm' };
const languages = ['en', 'zh-CN'] as const;
const forms = ['csv', 'xlsx'] as const;

/** The first row of a sheet, and the names of all sheets in its workbook. */
async function headOf(path: string, sheet?: string): Promise<{ titles: string[]; sheets: string[] }> {
  const { table, sheets } = await readSpreadsheet(readFileSync(path), 'utf-8', sheet);
  return { titles: (table[0] ?? []).map(String), sheets: [...sheets] };
}

it.each(createKinds)(
  'the template of a %s has the columns it had before, in both formats and languages',
  async (kind) => {
    const folder = temporaryFolder();
    const lines: string[] = [];
    for (const language of languages) {
      const [csv = '', xlsx = ''] = forms.map((as) => join(folder, `${language}.${as}`));
      for (const as of forms) await writeTemplate({ path: as === 'csv' ? csv : xlsx, kind, as, language, units });
      const { titles } = await headOf(csv);
      const workbook = await headOf(xlsx);
      expect(workbook.titles).toEqual(titles);
      lines.push(...titles.map((title) => `column, ${language}: ${title}`));
      lines.push(...workbook.sheets.map((name) => `sheet, ${language}: ${name}`));
      const words = await headOf(xlsx, workbook.sheets[1]);
      lines.push(...words.titles.map((title) => `column of words, ${language}: ${title}`));
    }
    expectKept(`sheets/template-${kind}.txt`, lines);
  },
);

it('an export of each kind of order has the columns it had before', async () => {
  const folder = temporaryFolder();
  const lines: string[] = [];
  for (const kind of createKinds) {
    const [sample] = sampleCreates.filter(({ endpoint }) => endpoint === endpointOfKind[kind]);
    if (!sample) throw new Error(`there is no sample of a ${kind}`);
    const { key, body } = sample;
    for (const as of forms) {
      const path = join(folder, `${kind}.${as}`);
      const orders = () => [{ id: 'e1', key, body }];
      await exportOrders({
        kind,
        as,
        path,
        orders,
        yieldToEventLoop: () => Promise.resolve(),
        onProgress: () => undefined,
      });
      const { titles, sheets } = await headOf(path);
      lines.push(...titles.map((title) => `${kind}, ${as}: ${title}`));
      if (as === 'xlsx') lines.push(`${kind}, sheet: ${sheets.join(', ')}`);
    }
  }
  expectKept('sheets/export.txt', lines);
});

it('an export of facts about entries has the columns it had before', async () => {
  const path = join(temporaryFolder(), 'facts.csv');
  await exportFacts({ as: 'csv', path, pages: async function* () {} });
  expectKept('sheets/facts.txt', (await headOf(path)).titles);
});
