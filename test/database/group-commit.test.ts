import { openSqlite, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { groupCommit } from '../../electron/storage/database/transactions.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const shape = [{ version: 1, name: 'numbers', sql: 'CREATE TABLE numbers (n INTEGER PRIMARY KEY) STRICT' }];

let folder: string;
let db: Sqlite;
let soon: (() => void)[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-desk-group-'));
  db = openSqlite(join(folder, 'x.db'), shape);
  soon = [];
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Inserts numbers, none twice; `log` records the size of each transaction and when each caller was answered. */
function numbers(oneSpoilsAll?: true) {
  const log: string[] = [];
  const put = db.transaction((some: readonly number[]) =>
    some.map((n) => Number(db.prepare('INSERT INTO numbers VALUES (?)').run(n).lastInsertRowid)),
  );
  const { add, flush } = groupCommit<number, number>({
    commit(some) {
      log.push(`begins with ${some.length}`);
      return put(some);
    },
    schedule: (run) => void soon.push(run),
    ...(oneSpoilsAll && { retryIndividually: oneSpoilsAll }),
  });
  return { log, add: (n: number) => add(n).finally(() => log.push(`${n} told`)), flush };
}
const settle = async (added: readonly Promise<number>[]) => {
  soon.splice(0).forEach((run) => run());
  return (await Promise.allSettled(added)).map((one) => (one.status === 'fulfilled' ? one.value : 'refused'));
};
const onDisk = () => db.prepare('SELECT n FROM numbers').pluck().all();

describe('writes that arrive together', () => {
  it('share one transaction, and no caller is answered before its commit', async () => {
    const { log, add } = numbers();
    const added = [add(1), add(2), add(3)];
    expect(onDisk()).toEqual([]);
    expect(await settle(added)).toEqual([1, 2, 3]);
    expect(log).toEqual(['begins with 3', '1 told', '2 told', '3 told']);
  });

  it('fail individually if one of them makes their transaction fail', async () => {
    const { log, add } = numbers(true);
    expect(await settle([add(1), add(1), add(2)])).toEqual([1, 'refused', 2]);
    expect(log.slice(0, 4)).toEqual(['begins with 3', 'begins with 1', 'begins with 1', 'begins with 1']);
    expect(onDisk()).toEqual([1, 2]);
  });

  it('fail together with their transaction if retries are off', async () => {
    const { add } = numbers();
    expect(await settle([add(1), add(1), add(2)])).toEqual(['refused', 'refused', 'refused']);
    expect(onDisk()).toEqual([]);
  });

  it('answer one with its own error, and the others with their results', async () => {
    const { add } = groupCommit<number, number>({
      commit: (some) => some.map((n) => (n === 2 ? new Error('two is wrong') : n)),
      schedule: (run) => void soon.push(run),
    });
    expect(await settle([add(1), add(2), add(3)])).toEqual([1, 'refused', 3]);
  });

  it('fail while the disk rejects writes, and later ones succeed', async () => {
    const { add } = numbers(true);
    db.pragma('query_only = on');
    expect(await settle([add(1), add(2)])).toEqual(['refused', 'refused']);
    db.pragma('query_only = off');
    expect(await settle([add(3)])).toEqual([3]);
  });

  it('can be committed at once, and are committed only once', async () => {
    const { log, add, flush } = numbers();
    const added = [add(1)];
    flush();
    expect(onDisk()).toEqual([1]);
    expect(await settle(added)).toEqual([1]);
    expect(log).toEqual(['begins with 1', '1 told']);
  });
});
