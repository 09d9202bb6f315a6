import { practiceMigrations } from '../../electron/practice/migrations/index.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { settingsSchema } from '../../shared/settings/settings.ts';
import { inputLines } from './input-lines.ts';
import { expectGolden } from './expect-golden.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

interface Column {
  name: string;
  type: string;
  notnull: 0 | 1;
  dflt_value: string | null;
  pk: number;
  hidden: number;
}

/** Each column of each table that the migrations create; internal tables of full-text indexes are left out. */
function columnsOf(migrations: typeof deskMigrations): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'parcel-desk-columns-'));
  const db = openSqlite(join(folder, 'file.db'), migrations);
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });
  const tables = db.prepare<[], { name: string; type: string }>(
    `SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual', 'view')
       AND name NOT LIKE 'sqlite%' ORDER BY name`,
  );
  const columns = db.prepare<[string], Column>('SELECT * FROM pragma_table_xinfo(?) ORDER BY cid');
  return tables.all().flatMap(({ name: table }) =>
    columns.all(table).map(({ name, type, notnull, dflt_value: defaultValue, pk, hidden }) => {
      const facts = [type, notnull ? 'not null' : '', defaultValue === null ? '' : `default ${defaultValue}`];
      const keyFacts = [pk > 0 ? `key ${String(pk)}` : '', hidden > 0 ? 'computed' : ''];
      return `${table}.${name} ${[...facts, ...keyFacts].filter((fact) => fact !== '').join(', ')}`.trim();
    }),
  );
}

it('the database of a desk has the columns it had before', () => {
  const lines = columnsOf(deskMigrations);
  expect(lines.length).toBeGreaterThan(100);
  expectGolden('columns.txt', lines);
});

it('the database of the practice service has the columns it had before', () => {
  expectGolden('columns-of-practice.txt', columnsOf(practiceMigrations));
});

it('each setting has the name, limits and default it had before', () => {
  expectGolden(
    'settings.txt',
    inputLines(settingsSchema, '').map((line) => line.slice(1)),
  );
});
