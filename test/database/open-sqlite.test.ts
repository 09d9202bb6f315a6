import { checkFolder } from '../../electron/copies/verify/full-check.ts';
import { verifyBackup, verifyClosed } from '../../electron/copies/verify/verify-folder.ts';
import { createOpener } from '../../electron/platform/encryption/lock.ts';
import { practiceMigrations } from '../../electron/practice/migrations/index.ts';
import { migrate, type Migration } from '../../electron/storage/database/migrate.ts';
import { handoverNumbers } from '../../electron/storage/database/migrations/028-handover-numbers.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openDesk, openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { openSqlite } from '../../electron/storage/database/open-sqlite.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import Database from 'better-sqlite3';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parcel-desk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The whole content of a database. */
function heldIn(path: string) {
  const db = new Database(path, { readonly: true });
  try {
    const items = db.prepare<[], { type: string; name: string }>('SELECT type, name, sql FROM sqlite_schema').all();
    const tables = items.filter(({ type }) => type === 'table').map(({ name }) => name);
    const rowsOf = (table: string) => db.prepare(`SELECT * FROM "${table}"`).safeIntegers().all();
    return {
      version: db.pragma('user_version', { simple: true }),
      items: items.toSorted((a, b) => (`${a.type} ${a.name}` < `${b.type} ${b.name}` ? -1 : 1)),
      rows: Object.fromEntries(tables.map((table) => [table, rowsOf(table)])),
    };
  } finally {
    db.close();
  }
}

describe('a database', () => {
  it('is synced in full at every commit', () => {
    const db = openDesk(folder);
    expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(db.pragma('synchronous', { simple: true })).toBe(2);
    db.close();
  });

  it('is migrated to the newest version step by step, with each step run once', () => {
    const steps: Migration[] = [
      { version: 1, name: 'one', sql: 'CREATE TABLE a (x) ' },
      { version: 2, name: 'two', sql: 'ALTER TABLE a ADD COLUMN y' },
    ];
    const path = join(folder, 'x.db');
    openSqlite(path, steps.slice(0, 1)).close();
    openSqlite(path, steps).close();
    const db = openSqlite(path, steps);
    expect(db.prepare('SELECT x, y FROM a').all()).toEqual([]);
    db.close();
  });

  it('stays at its old version if a step fails', () => {
    const path = join(folder, 'x.db');
    const one: Migration = { version: 1, name: 'one', sql: 'CREATE TABLE a (x)' };
    const bad: Migration = { version: 2, name: 'bad', sql: 'CREATE TABLE b (x); SELECT nonsense' };
    openSqlite(path, [one]).close();
    expect(() => openSqlite(path, [one, bad])).toThrow(/nonsense/);
    const db = openSqlite(path, [one]);
    expect(db.pragma('user_version', { simple: true })).toBe(1);
    expect(() => db.prepare('SELECT * FROM b')).toThrow(/no such table/);
    db.close();
  });

  it('stays empty if it is new and a step fails', () => {
    const path = join(folder, 'x.db');
    const one: Migration = { version: 1, name: 'one', sql: 'CREATE TABLE a (x)' };
    const bad: Migration = { version: 2, name: 'bad', sql: 'CREATE TABLE b (x); SELECT nonsense' };
    expect(() => openSqlite(path, [one, bad])).toThrow(/nonsense/);
    expect(heldIn(path)).toEqual({ version: 0, items: [], rows: {} });
  });

  it.each([
    ['new', 0],
    ['old', 1],
  ])('that is %s may be migrated by two connections at once', (_name, version) => {
    const path = join(folder, 'x.db');
    if (version > 0) openSqlite(path, practiceMigrations.slice(0, version)).close();
    const [first, second] = [new Database(path), new Database(path)];
    const read = first.pragma.bind(first);
    // The second connection migrates after the first has read the version and before it writes anything.
    first.pragma = (...asked) => {
      first.pragma = read;
      const seen = read(...asked);
      migrate(second, practiceMigrations);
      return seen;
    };
    migrate(first, practiceMigrations);
    first.close();
    second.close();
    openSqlite(join(folder, 'alone.db'), practiceMigrations).close();
    expect(heldIn(path)).toEqual(heldIn(join(folder, 'alone.db')));
  });

  it('that two threads open at the same time before it exists is created by one and opened by the other', async () => {
    const workerData = new SharedArrayBuffer(4);
    const threads = [1, 2].map(() => new Worker(new URL('./open-worker.ts', import.meta.url), { workerData }));
    const told = new Set<unknown>();
    for (let n = 0; n < 60; n++) {
      const heard = threads.map((thread) => once(thread, 'message'));
      for (const thread of threads) thread.postMessage(join(folder, `${n}.db`));
      for (const [what] of await Promise.all(heard)) told.add(what);
    }
    await Promise.all(threads.map((thread) => thread.terminate()));
    expect([...told]).toEqual(['opened']);
  });

  it.each([
    ['desk', deskMigrations],
    ['practice service', practiceMigrations],
  ])('of a new %s is identical to one migrated from an older version', (_name, migrations) => {
    const [laid, stepped] = [join(folder, 'laid.db'), join(folder, 'stepped.db')];
    openSqlite(laid, migrations).close();
    openSqlite(stepped, migrations.slice(0, 1)).close();
    openSqlite(stepped, migrations).close();
    expect(heldIn(laid).items.length).toBeGreaterThan(1);
    expect(heldIn(laid)).toEqual(heldIn(stepped));
  });

  it('of a newer program is refused and left unchanged', () => {
    const db = openDesk(folder);
    db.pragma(`user_version = ${deskMigrations.length + 1}`);
    db.close();
    expect(problemKindOf(() => openDesk(folder))).toBe('newer-database');
    expect(problemKindOf(() => openDeskReader(folder))).toBe('newer-database');
  });

  it('that contains something else is refused and left unchanged', () => {
    const path = join(folder, 'desk.db');
    writeFileSync(path, 'these are not the bytes of a database, and long enough to be looked at '.repeat(20));
    const before = readFileSync(path);
    expect(problemKindOf(() => openDesk(folder))).toBe('damaged');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it('whose damaged header is one version behind runs a migration that changes no schema again, which changes nothing', () => {
    const path = join(folder, 'desk.db');
    const untilHandoverNumbers = deskMigrations.slice(0, handoverNumbers.version);
    openSqlite(path, untilHandoverNumbers).close();
    const before = heldIn(path);
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(handoverNumbers.version - 1, 60);
    writeFileSync(path, bytes);
    openSqlite(path, untilHandoverNumbers).close();
    expect(heldIn(path)).toEqual(before);
  });

  it.each([
    ['names an older version than its own', deskMigrations.length - 1],
    ['claims to be empty', 0],
    ['names a much newer version', deskMigrations.length + 8],
  ])('whose damaged header %s is reported as damaged and left unchanged', (_says, version) => {
    const path = join(folder, 'desk.db');
    openDesk(folder).close();
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(version, 60);
    writeFileSync(path, bytes);
    expect(problemKindOf(() => openDeskReader(folder))).toBe('damaged');
    expect(problemKindOf(() => openDesk(folder))).toBe('damaged');
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('whose damaged header makes it read-only is reported as damaged, also by checks', async () => {
    const path = join(folder, 'desk.db');
    openDesk(folder).close();
    const bytes = readFileSync(path);
    bytes.writeUInt8(7, 18);
    writeFileSync(path, bytes);
    expect(problemKindOf(() => openDesk(folder))).toBe('damaged');
    const unhurried = (): void => undefined;
    expect((await verifyClosed(folder, unhurried)).structure.join()).toContain('damaged');
    expect((await verifyBackup(path, createOpener([]), unhurried)).structure.join()).toContain('damaged');
    expect((await checkFolder(folder, unhurried)).structure).not.toEqual([]);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  it('opened with `mustExist` is not created if it or its folder is missing', () => {
    for (const place of [join(folder, 'gone'), folder]) {
      expect(
        problemKindOf(() => openDesk(place, { mustExist: true })),
        place,
      ).toBe('disk');
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('cannot be written by a read-only connection', () => {
    const db = openDesk(folder);
    const reader = openDeskReader(folder);
    expect(() => reader.prepare(`INSERT INTO fact (name, value) VALUES ('a', 'b')`).run()).toThrow(/readonly/);
    reader.close();
    db.close();
  });
});
