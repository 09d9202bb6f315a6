import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { createKinds as practiceKinds } from '../../electron/practice/migrations/002-create-kinds.ts';
import { practiceMigrations } from '../../electron/practice/migrations/index.ts';
import { createKinds } from '../../electron/storage/database/migrations/020-create-kinds.ts';
import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openDesk, openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { openSqlite, type Sqlite } from '../../electron/storage/database/open-sqlite.ts';
import { createNumbers, keyKindOf } from '../../shared/creates/create-kinds.ts';
import { unpackSample } from '../golden/lay-out-folder.ts';
import { firstStatements } from '../support/cut-script.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { temporaryFolder } from '../support/run-desk.ts';
import Database from 'better-sqlite3';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Every row of every table except the table of kinds, with the columns of this version. */
function rowsIn(db: Sqlite): Record<string, unknown[]> {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'create_kind'",
    )
    .pluck()
    .all();
  return Object.fromEntries(tables.map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
}

function rowsOf(path: string): Record<string, unknown[]> {
  const db = new Database(path, { readonly: true });
  try {
    return rowsIn(db);
  } finally {
    db.close();
  }
}

/** Leaves the state of a kill: the earlier statements in a transaction that was never committed. */
function killedIn(path: string, cut: string): void {
  const half = new Database(path);
  half.pragma('journal_mode = WAL');
  half.exec(`BEGIN EXCLUSIVE; ${cut}`);
  half.close();
}

const kindsIn = (db: Sqlite): unknown[] => db.prepare('SELECT endpoint, key_kind FROM create_kind').raw().all();
const known = createNumbers.map((create) => [create, keyKindOf(create)]);

describe('the table of kinds', () => {
  it('is added without changing any row of a desk with all states, after a kill before any of its statements', () => {
    const { folder } = unpackSample('version-19');
    const before = rowsOf(join(folder, 'desk.db'));
    expect(before['entry']?.length).toBeGreaterThan(10);
    let killed = 0;
    for (;;) {
      const cut = firstStatements(createKinds.sql, killed);
      if (cut === null) break;
      killed += 1;
      const laid = unpackSample('version-19').folder;
      killedIn(join(laid, 'desk.db'), cut);
      expect(rowsOf(join(laid, 'desk.db'))).toEqual(before);
      const db = openSqlite(join(laid, 'desk.db'), deskMigrations.slice(0, createKinds.version));
      expect(rowsIn(db)).toEqual(before);
      expect(kindsIn(db)).toEqual(known);
      expect(verifyDatabase(db)).toMatchObject({ whole: true, damages: [], uncovered: 0 });
      db.close();
    }
    expect(killed).toBe(6);
  });

  it('is added to the practice service without changing any arrival, after a kill before any of its statements', () => {
    const folder = temporaryFolder();
    const old = join(folder, 'old.db');
    const made = openSqlite(old, practiceMigrations.slice(0, 1));
    const keep = made.prepare(
      `INSERT INTO arrival (endpoint, shelf, key, arrived_at, moment, query, body, status, effect)
       VALUES (?, 'package', ?, 1, 1, '', '{}', 201, 1)`,
    );
    for (const create of createNumbers) keep.run(create, `K-${create}`);
    made.close();
    const before = rowsOf(old);
    for (let statement = 0; ; statement += 1) {
      const cut = firstStatements(practiceKinds.sql, statement);
      if (cut === null) break;
      const path = join(folder, `killed-${statement}.db`);
      copyFileSync(old, path);
      killedIn(path, cut);
      const db = openSqlite(path, practiceMigrations.slice(0, 2));
      expect(rowsIn(db)).toEqual(before);
      expect(kindsIn(db)).toEqual(known);
      expect(() => db.exec(`UPDATE arrival SET effect = 2`)).toThrow(/CHECK/);
      expect(() =>
        db.exec(`INSERT INTO arrival SELECT 99, 99, shelf, 'K', also, 1, 1, '', '', 400, 0 FROM arrival`),
      ).toThrow('arrival_is_of_a_kind');
      db.close();
    }
  });

  it('rejects an entry of a read endpoint, or with a key of another kind, on insert and on update', () => {
    const { folder } = unpackSample('version-19');
    const db = openDesk(folder);
    onTestFinished(() => void db.close());
    const copied = (endpoint: number, kind: string) =>
      db.exec(`INSERT INTO entry (id, endpoint, key_kind, key, state, request, request_sha256, operator, recipient, captured_at)
        SELECT 'copied', ${endpoint}, '${kind}', 'COPIED', 'draft', request, request_sha256, operator, recipient, captured_at
        FROM entry LIMIT 1`);
    expect(() => copied(3, 'PackageId')).toThrow('entry_is_of_a_kind');
    expect(() => copied(15, 'PackageId')).toThrow('entry_is_of_a_kind');
    copied(15, 'Sku');
    expect(() => db.exec("UPDATE entry SET endpoint = 16 WHERE id = 'copied'")).toThrow('entry_is_of_a_kind');
    expect(() => db.exec("UPDATE entry SET key_kind = 'PackageId' WHERE id = 'copied'")).toThrow('entry_is_of_a_kind');
  });

  it('gets a row for each create the program knows, without a migration', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'desk.db');
    const db = openSqlite(path, deskMigrations);
    db.exec("DELETE FROM create_kind WHERE endpoint = 15; UPDATE create_kind SET key_kind = 'Sku' WHERE endpoint = 2");
    db.close();
    const again = openDesk(folder);
    expect(kindsIn(again)).toEqual(known);
    again.close();
  });

  it('is reported if damaged, and rebuilt at the next start', () => {
    const folder = temporaryFolder();
    openDesk(folder).close();
    const damage = new Database(join(folder, 'desk.db'));
    damage.exec('UPDATE create_kind SET endpoint = 11 WHERE endpoint = 10');
    damage.close();
    const reader = openDeskReader(folder);
    expect(verifyDatabase(reader)).toMatchObject({ whole: false, damages: [{ part: 'fact' }] });
    reader.close();
    const again = openDesk(folder);
    expect(kindsIn(again)).toEqual(known);
    expect(verifyDatabase(again)).toMatchObject({ whole: true });
    again.close();
  });

  it('with a create that this program does not know is left to the newer program', () => {
    const folder = temporaryFolder();
    const db = openDesk(folder);
    db.exec("INSERT INTO create_kind (endpoint, key_kind) VALUES (21, 'PackageId')");
    db.close();
    expect(problemKindOf(() => openDesk(folder))).toBe('newer-database');
    expect(problemKindOf(() => openDeskReader(folder))).toBe('newer-database');
  });
});
