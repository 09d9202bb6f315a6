import { exportFacts } from '../../electron/spreadsheets/export/export-facts.ts';
import { exportOrders } from '../../electron/spreadsheets/export/export-orders.ts';
import { writeTemplate } from '../../electron/spreadsheets/export/template.ts';
import { readSpreadsheet } from '../../electron/spreadsheets/import/read-spreadsheet.ts';
import { createKinds, endpointOfKind } from '../../shared/creates/create-kinds.ts';
import { sampleCreates } from '../practice/sample-creates.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { expectGolden } from './expect-golden.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const units = { weightUnit: 'g', lengthUnit: 'cm' };
const languages = ['en', 'zh-CN'] as const;
const fileFormats = ['csv', 'xlsx'] as const;

/** Reads the first row of a sheet and the names of all sheets of its workbook. */
async function readHead(path: string, sheet?: string): Promise<{ titles: string[]; sheets: string[] }> {
  const { table, sheets } = await readSpreadsheet(readFileSync(path), 'utf-8', sheet);
  return { titles: (table[0] ?? []).map(String), sheets: [...sheets] };
}

it.each(createKinds)(
  'the template of a %s has the columns it had before, in both formats and languages',
  async (kind) => {
    const folder = temporaryFolder();
    const lines: string[] = [];
    for (const language of languages) {
      const [csv = '', xlsx = ''] = fileFormats.map((format) => join(folder, `${language}.${format}`));
      for (const format of fileFormats)
        await writeTemplate({ path: format === 'csv' ? csv : xlsx, kind, fileType: format, language, units });
      const { titles } = await readHead(csv);
      const workbook = await readHead(xlsx);
      expect(workbook.titles).toEqual(titles);
      lines.push(...titles.map((title) => `column, ${language}: ${title}`));
      lines.push(...workbook.sheets.map((name) => `sheet, ${language}: ${name}`));
      const wordSheet = await readHead(xlsx, workbook.sheets[1]);
      lines.push(...wordSheet.titles.map((title) => `column of words, ${language}: ${title}`));
    }
    expectGolden(`sheets/template-${kind}.txt`, lines);
  },
);

it('an export of each kind of order has the columns it had before', async () => {
  const folder = temporaryFolder();
  const lines: string[] = [];
  for (const kind of createKinds) {
    const [sample] = sampleCreates.filter(({ endpoint }) => endpoint === endpointOfKind[kind]);
    if (!sample) throw new Error(`there is no sample of a ${kind}`);
    const { key, body } = sample;
    for (const format of fileFormats) {
      const path = join(folder, `${kind}.${format}`);
      const orders = () => [{ id: 'e1', key, body }];
      await exportOrders({
        kind,
        fileType: format,
        path,
        orders,
        yieldToEventLoop: () => Promise.resolve(),
        onProgress: () => undefined,
      });
      const { titles, sheets } = await readHead(path);
      lines.push(...titles.map((title) => `${kind}, ${format}: ${title}`));
      if (format === 'xlsx') lines.push(`${kind}, sheet: ${sheets.join(', ')}`);
    }
  }
  expectGolden('sheets/export.txt', lines);
});

it('an export of facts about entries has the columns it had before', async () => {
  const path = join(temporaryFolder(), 'facts.csv');
  await exportFacts({ fileType: 'csv', path, pages: async function* () {} });
  expectGolden('sheets/facts.txt', (await readHead(path)).titles);
});
