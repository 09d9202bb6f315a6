import { writeTemplate } from '../../electron/spreadsheets/export/template.ts';
import { guessKind } from '../../electron/spreadsheets/import/mapping.ts';
import { columnNames, readHeader } from '../../electron/spreadsheets/import/read-header.ts';
import { readSpreadsheet } from '../../electron/spreadsheets/import/read-spreadsheet.ts';
import { createKinds, endpointOfKind } from '../../shared/creates/create-kinds.ts';
import { contractPath } from '../../shared/path/path.ts';
import { describeFields } from '../../shared/service/describe-fields.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'parcel-template-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const units = { weightUnit: 'kg', lengthUnit: 'cm' };
async function made(kind: (typeof createKinds)[number], as: 'csv' | 'xlsx', language: 'en' | 'zh-CN' = 'en') {
  const path = join(folder, `t.${as}`);
  await writeTemplate({ path, kind, fileType: as, language, units });
  return readFileSync(path);
}

describe.each(createKinds)('the template of a %s', (kind) => {
  it('has a column for every field of the contract, and each column maps back to its field', async () => {
    const { table } = await readSpreadsheet(await made(kind, 'csv'), 'utf-8', undefined);
    expect(table.filter((row) => row.some((cell) => cell !== null))).toHaveLength(1);
    const columns = readHeader(table[0] ?? [], kind, units);
    expect(columns.filter(({ target }) => target === null)).toEqual([]);
    const filled = columns.flatMap(({ target }) => (target ? [contractPath(target.path)] : []));
    const leaves = describeFields(endpointOfKind[kind]).filter(({ type }) => type !== 'object' && type !== 'list');
    expect(leaves.map(({ path }) => path).filter((path) => !filled.includes(path))).toEqual([]);
    const names = columnNames(endpointOfKind[kind]);
    for (const { name, target } of columns) expect(names.findTarget(name)).toEqual(target);
  });

  it('is recognized by its sheet name, and describes each column on a second sheet', async () => {
    for (const language of ['en', 'zh-CN'] as const) {
      const bytes = await made(kind, 'xlsx', language);
      const { table, sheet, sheets } = await readSpreadsheet(bytes, 'utf-8', undefined);
      const titles = (table[0] ?? []).map(String);
      expect(sheet).toBe(kind);
      expect(guessKind(titles, [kind], units)).toBe(kind);
      const { table: words } = await readSpreadsheet(bytes, 'utf-8', sheets[1]);
      expect(words.slice(1, titles.length + 1).map(([title]) => title)).toEqual(titles);
    }
  });
});

it('a template shows grams for declarations and the unit from the settings elsewhere, and marks required columns', async () => {
  const declaration = (await made('declaration', 'csv')).toString();
  expect(declaration).toMatch(/(^|,)Weight \(g\) \*,/);
  expect(declaration).toContain('PackageId *,');
  expect((await made('box-order', 'csv')).toString()).toContain('ContainerInfos.Weight (kg),');
});
