import { restore } from '../../electron/copies/restore/restore.ts';
import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openDesk } from '../../electron/storage/database/open-desk.ts';
import { openSqlite, openSqliteReader, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import { box, label, openLostDesk, restoreTo } from './lost-desk.ts';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A backup made by the product and then altered by someone else. */
async function altered(alter: (db: Sqlite) => void): Promise<string> {
  const desk = await openLostDesk();
  await desk.add(box('A1'));
  await desk.add(label('A2'));
  const path = await desk.backup();
  await desk.close();
  const db = openSqlite(path, deskMigrations);
  db.pragma('journal_mode = DELETE');
  alter(db);
  db.close();
  return path;
}
const tables = (db: Sqlite): string[] =>
  db
    .prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'`,
    )
    .all()
    .map(({ name }) => name);

describe('a restore from a foreign backup', () => {
  it('takes only rows, and lists foreign triggers, views, tables and indexes as left behind', async () => {
    const from = await altered((db) => {
      db.exec(
        `CREATE TRIGGER eats AFTER INSERT ON entry BEGIN UPDATE entry SET state = 'withdrawn', settled_at = 1; END`,
      );
      db.exec('CREATE VIEW looks AS SELECT * FROM entry');
      db.exec('CREATE TABLE more (a); CREATE INDEX of_more ON more (a)');
    });
    const looked = openSqliteReader(from, deskMigrations);
    expect(verifyDatabase(looked).damages.map(({ part }) => part)).toEqual(['shape', 'shape', 'shape', 'shape']);
    looked.close();
    const { folder, told } = await restoreTo(from, null);
    expect(told.leftBehind.toSorted()).toEqual(['index of_more', 'table more', 'trigger eats', 'view looks']);
    const [db, fresh] = [openDesk(folder), openDesk(temporaryFolder())];
    const schema = (one: Sqlite) => one.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
    expect(schema(db)).toEqual(schema(fresh));
    db.close();
    fresh.close();
  });

  it.each([
    [
      'an endless view',
      `ALTER TABLE fact RENAME TO old; CREATE VIEW fact AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n)
        SELECT 'generation' AS name, '1' AS value FROM n`,
    ],
    [
      'a table with another definition',
      `DROP TABLE fact; CREATE TABLE fact (name TEXT, value TEXT DEFAULT (zeroblob(1000000)))`,
    ],
    ['an index of arbitrary cost', `CREATE INDEX slow ON entry (hex(zeroblob(1)))`],
    ['an impossible row', `PRAGMA ignore_check_constraints = ON; UPDATE entry SET state = 'gone'`],
    [
      'a row without its entry',
      `PRAGMA foreign_keys = OFF; INSERT INTO entry_print (entry, recipient, goods, at) VALUES (99, x'00', x'00', 0)`,
    ],
    ['content that was not captured', `UPDATE entry SET request = replace(request, 'SGP', 'SGQ')`],
    ['an oversized row', `INSERT INTO memory (name, value, at) VALUES ('x', '"' || hex(zeroblob(40000000)) || '"', 0)`],
  ])('refuses %s in place of the original at once, and leaves nothing', async (_, sql) => {
    const from = await altered((db) => db.exec(sql));
    const folder = temporaryFolder();
    const host = { now: Date.now, newId: () => 'f', yieldToEventLoop: () => Promise.resolve() };
    await expect(restore(from, folder, null, host)).rejects.toMatchObject({ problem: { kind: 'damaged' } });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('can be stopped halfway, and leaves nothing', async () => {
    const from = await altered(() => undefined);
    const folder = temporaryFolder();
    let rests = 0;
    const yieldToEventLoop = () => (++rests > 5 ? Promise.reject(new Error('stopped')) : Promise.resolve());
    await expect(restore(from, folder, null, { now: Date.now, newId: () => 'f', yieldToEventLoop })).rejects.toThrow(
      'stopped',
    );
    expect(existsSync(join(folder, 'desk.db'))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('copies every table whole, and rebuilds derived data as it was', async () => {
    const desk = await openLostDesk();
    await desk.add(box('A1'));
    const draft = await desk.add(label('A2', { Skus: [{ Sku: 'S1', Quantity: 2 }] }), true);
    await desk.desk.ask('entry.withdraw', { ...desk.command(), ids: [draft] });
    await desk.desk.ask('lists.import', { commandId: 'list-of-skus', list: 'skus', csv: 'S1,Mug\nS2,Cup' });
    const from = await desk.backup();
    await desk.close();
    const { folder } = await restoreTo(from, null);
    const [before, after] = [openSqliteReader(from, deskMigrations), openDesk(folder)];
    const count = (db: Sqlite, table: string) =>
      db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n;
    const grown = ['history', 'attempt', 'fact'];
    for (const table of tables(after)) {
      const [was = 0, is = 0] = [count(before, table), count(after, table)];
      if (grown.includes(table)) expect(is, table).toBeGreaterThanOrEqual(was);
      // The desk learns and indexes in the background, before its backup or after.
      else if (!['sku_row', 'sku_pending', 'search_pending'].includes(table)) expect(is, table).toBe(was);
    }
    const states = 'SELECT state, entries FROM counter WHERE entries > 0 ORDER BY state';
    expect(after.prepare(states).all()).toEqual([
      { state: 'sending', entries: 1 },
      { state: 'withdrawn', entries: 1 },
    ]);
    before.close();
    after.close();
    const found = await openLostDesk(folder);
    const { rows } = await found.desk.ask('entries.page', { search: 'A2' });
    expect(rows.map(({ key }) => key)).toEqual(['A2']);
  });

  it('refuses the journal of another desk, whose orders are not entered', async () => {
    const [mine, other] = [await openLostDesk(), await openLostDesk()];
    await mine.add(label('MINE'));
    await other.add(label('OTHERS'));
    const from = await mine.backup();
    await other.close();
    await expect(restoreTo(from, join(other.folder, 'journal'))).rejects.toThrow('the journal of another desk');
  });
});
