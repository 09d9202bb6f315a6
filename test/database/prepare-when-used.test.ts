import { prepareLazily } from '../../electron/storage/database/open-desk.ts';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let db: Database.Database;
let prepared: string[];
beforeEach(() => {
  db = new Database(':memory:');
  db.exec(`CREATE TABLE box (id INTEGER PRIMARY KEY, name TEXT) STRICT; INSERT INTO box VALUES (1, 'a'), (2, 'b')`);
  prepared = [];
  const prepare = db.prepare.bind(db);
  db.prepare = (source: string) => {
    prepared.push(source);
    return prepare(source);
  };
  prepareLazily(db);
});
afterEach(() => db.close());

const ids = 'SELECT id FROM box ORDER BY id';

describe('a statement of a desk', () => {
  it('is prepared at its first use, and once', () => {
    const statement = db.prepare(ids);
    expect(prepared).toEqual([]);
    expect([statement.all(), statement.get(), [...statement.iterate()]]).toEqual([
      [{ id: 1 }, { id: 2 }],
      { id: 1 },
      [{ id: 1 }, { id: 2 }],
    ]);
    expect(prepared).toEqual([ids]);
  });

  it.each(['before', 'after'])('takes its options %s its first use', (when) => {
    const [plucked, raw, large] = [db.prepare(ids), db.prepare('SELECT * FROM box'), db.prepare(ids)];
    if (when === 'after') for (const one of [plucked, raw, large]) one.get();
    expect(plucked.pluck().all()).toEqual([1, 2]);
    expect(raw.raw().get()).toEqual([1, 'a']);
    expect(large.pluck().safeIntegers().all()).toEqual([1n, 2n]);
    expect(plucked.pluck(false).get()).toEqual({ id: 1 });
    expect(db.prepare('SELECT name FROM box WHERE id = ?').bind(2).get()).toEqual({ name: 'b' });
  });

  it('that cannot be prepared rolls back the transaction it runs in', () => {
    const [insert, wrong] = [db.prepare('INSERT INTO box VALUES (?, ?)'), db.prepare('INSERT INTO bag VALUES (1)')];
    expect(() =>
      db.transaction(() => {
        insert.run(3, 'c');
        wrong.run();
      })(),
    ).toThrow('no such table: bag');
    expect(db.prepare(ids).pluck().all()).toEqual([1, 2]);
  });

  it('has its columns and its kind', () => {
    const statement = db.prepare(ids);
    expect(statement.columns().map(({ name }) => name)).toEqual(['id']);
    expect([statement.reader, statement.readonly, statement.busy, statement.source]).toEqual([true, true, false, ids]);
  });
});
