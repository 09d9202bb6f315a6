import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { dropMeter } from '../../electron/storage/database/migrations/029-no-meter.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openSqlite, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { unpackSample } from '../golden/lay-out-folder.ts';
import { firstStatements } from '../support/cut-script.ts';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const rowsIn = (db: Sqlite): Map<string, unknown[]> => {
  const tables = db
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .pluck()
    .all()
    .filter((name) => name !== 'sqlite_schema');
  return new Map(tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
};

it('the counts of keys per parcel go from a desk with all states and every other row stays, after a kill before any statement', () => {
  let killed = 0;
  for (;;) {
    const cut = firstStatements(dropMeter.sql, killed);
    if (cut === null) break;
    killed += 1;
    const path = join(unpackSample('version-28').folder, 'desk.db');
    const half = new Database(path);
    const before = rowsIn(half);
    expect(before.get('meter_parcel')).toHaveLength(1);
    expect(before.get('meter_field')).toHaveLength(1);
    half.exec(`BEGIN EXCLUSIVE; ${cut}`);
    half.close();

    const db = openSqlite(path, deskMigrations.slice(0, dropMeter.version));
    for (const name of ['meter_parcel', 'meter_field']) before.delete(name);
    const isOfMeter = (row: unknown) => (row as { name: string }).name === 'meter_parcel';
    before.set('sqlite_sequence', before.get('sqlite_sequence')?.filter((row) => !isOfMeter(row)) ?? []);
    expect(rowsIn(db)).toEqual(before);
    expect(verifyDatabase(db)).toMatchObject({ whole: true, damages: [], uncovered: 0 });
    db.close();
  }
  expect(killed).toBe(2);
});
