import { skuIndex, skuFinder } from '../../electron/memory/listed-skus.ts';
import { listFinder, typeAhead } from '../../electron/memory/type-ahead.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqlite, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { importList } from '../support/import-list.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** A new database and its folder; deleted after the test. */
function opened(): { folder: string; db: Sqlite } {
  const folder = mkdtempSync(join(tmpdir(), 'listed-'));
  const db = openSqlite(join(folder, 'desk.db'), deskMigrations);
  onTestFinished(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, db };
}

/** As many lines as are scanned without an index, with codes that sort first. */
const before = Array.from({ length: 5000 }, (_, n) => ({ code: `A-${n}`, name: 'Thing' }));
const far = [
  { code: 'Z-7731-BLUE', name: 'Ceramic teapot 蓝色茶壶' },
  { code: 'Z-7732-RED', name: 'Ceramic "cup" 红色茶杯' },
];
const index = (db: Sqlite): void =>
  db.transaction(() => {
    const { processBatch } = skuIndex(db);
    while (processBatch());
  })();
const found = (db: Sqlite, text: string) => skuFinder(db)(text, [], 5).map(({ Sku }) => Sku);
const offered = (db: Sqlite, text: string) => listFinder(db)('skus', text, 5, 'en').map(({ code }) => code);

describe('a list of more SKUs than are scanned without an index', () => {
  function listed(): Sqlite {
    const { db } = opened();
    importList(db, 'skus', [...before, ...far]);
    index(db);
    return db;
  }

  it('is searched by any part of a code or a name', () => {
    const db = listed();
    for (const [text, ...codes] of [
      ['7731', 'Z-7731-BLUE'],
      ['31-bl', 'Z-7731-BLUE'],
      ['eapo', 'Z-7731-BLUE'],
      ['色茶', 'Z-7731-BLUE', 'Z-7732-RED'],
      ['杯', 'Z-7732-RED'],
      ['ramic 7732', 'Z-7732-RED'],
      ['"cup"', 'Z-7732-RED'],
      ['z-77', 'Z-7731-BLUE', 'Z-7732-RED'],
      ['ramic 99'],
    ] as [string, ...string[]][]) {
      expect(found(db, text).toSorted(), text).toEqual(codes);
      expect(offered(db, text).toSorted(), text).toEqual(codes);
    }
  });

  it('finds a line by its new name, and no longer by the old one', () => {
    const db = listed();
    typeAhead(db).learn('skus', 'Z-7731-BLUE', 'Kettle', 1);
    typeAhead(db).learn('skus', 'A-1', '', 1);
    index(db);
    expect([found(db, 'ettle'), found(db, 'eapot')]).toEqual([['Z-7731-BLUE'], []]);
  });

  it('is replaced by the next list, except used codes', () => {
    const db = listed();
    typeAhead(db).learn('skus', 'Z-7732-RED', '', 1);
    importList(db, 'skus', [...before, { code: 'Z-1', name: 'Teapot' }]);
    index(db);
    expect(found(db, 'eapot')).toEqual(['Z-1']);
    expect(found(db, '蓝')).toEqual([]);
    expect(found(db, 'ramic')).toEqual(['Z-7732-RED']);
    expect(db.prepare('SELECT count(*) AS n FROM sku_row').get()).toEqual({ n: 5002 });
  });
});

it('the index is written in batches', () => {
  const { db } = opened();
  importList(db, 'skus', before.slice(0, 100));
  const { processBatch } = skuIndex(db);
  expect([processBatch(), processBatch(), processBatch(), processBatch()]).toEqual([true, true, false, false]);
});

it('a list imported before the index existed is added to it', () => {
  const path = join(opened().folder, 'older.db');
  const older = openSqlite(path, deskMigrations.slice(0, 5));
  older.exec(
    `INSERT INTO list_item (list, code, name, folded, imported, used) VALUES
       ('skus', 'Z-1', 'Teapot', 'z-1 teapot', 1, 0), ('services', 'SGP', '', 'sgp', 1, 0)`,
  );
  older.close();
  const newer = openSqlite(path, deskMigrations);
  while (skuIndex(newer).processBatch());
  expect(newer.prepare('SELECT code FROM sku_row').all()).toEqual([{ code: 'Z-1' }]);
  newer.close();
});
