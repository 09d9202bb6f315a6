import { practiceWrites } from '../../electron/practice/practice.ts';
import { openSqlite, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const shape = [{ version: 1, name: 'numbers', sql: 'CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT' }];

describe('creates committed together', () => {
  let folder: string;
  let db: Sqlite;
  let beside: Sqlite;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parcel-desk-practice-'));
    db = openSqlite(join(folder, 'x.db'), shape);
    beside = openSqlite(join(folder, 'x.db'), shape);
  });
  afterEach(() => {
    db.close();
    beside.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const add = (n: number) => () => db.prepare('INSERT INTO numbers VALUES (?)').run(n).lastInsertRowid;
  const seenBeside = () => beside.prepare('SELECT n FROM numbers').pluck().all();

  it('are all on disk when the first one resolves', async () => {
    const { write } = practiceWrites(db);
    const first = write(add(1)).then(seenBeside);
    const second = write(add(2));
    expect(seenBeside()).toEqual([]);
    expect(await first).toEqual([1, 2]);
    expect(await second).toBe(2);
  });

  it('lose nothing if one of them throws midway', async () => {
    const { write } = practiceWrites(db);
    const results = await Promise.allSettled([
      write(add(1)),
      write(() => {
        add(2)();
        throw new Error('midway');
      }),
      write(add(1)),
      write(add(3)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(seenBeside()).toEqual([1, 3]);
  });

  it('all reject if their commit fails', async () => {
    const { write } = practiceWrites(db);
    const writes = [write(add(1)), write(add(2))];
    const settled = Promise.allSettled(writes);
    db.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(seenBeside()).toEqual([]);
  });
});
