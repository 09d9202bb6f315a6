import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { whole, path, writeWholeDesk, removeDesk, verified, shown, tablesOf, numbers } from './whole-desk.ts';
import Database from 'better-sqlite3';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

beforeAll(writeWholeDesk, 60_000);
afterAll(removeDesk);

describe('verify', () => {
  it('finds what the desk wrote whole, with every row covered', () => {
    copyFileSync(whole, path);
    expect(verified()).toMatchObject({ whole: true, damages: [], uncovered: 0 });
  });

  it('reports every damaged cell of every table, by its entry, with advice', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    db.pragma('ignore_check_constraints = ON');
    const triggers = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").pluck().all();
    for (const name of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
    // Once only: it goes through all statements that were ever prepared and not yet collected.
    db.pragma('foreign_keys = OFF');
    const next = numbers(7);
    const untold: string[] = [];
    let damaged = 0;
    for (const { table, columns, key } of tablesOf(db)) {
      const rows = db.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[];
      expect(rows.length, table).toBeGreaterThan(0);
      for (const name of columns.filter((one) => one !== 'seal')) {
        // The same row twice would be the same damage.
        for (const row of new Set([rows[next(rows.length)] ?? {}, rows[next(rows.length)] ?? {}])) {
          db.exec('BEGIN');
          const is = row[name];
          const other =
            typeof is === 'number'
              ? is + 1_000_000
              : Buffer.isBuffer(is)
                ? Buffer.alloc(is.length, 7)
                : `${typeof is === 'string' ? is : ''}1~`;
          const type = db.prepare('SELECT type FROM pragma_table_info(?) WHERE name = ?').pluck().get(table, name);
          const value =
            is === null && type === 'INTEGER' ? 1 : is === null && type === 'BLOB' ? Buffer.alloc(32) : other;
          const at = key.map((part) => `${part} = @${part}`).join(' AND ');
          db.prepare(`UPDATE ${table} SET ${name} = @damage WHERE ${at}`).run({
            damage: value,
            ...Object.fromEntries(key.map((part) => [part, row[part]])),
          });
          damaged += 1;
          const damages = verifyDatabase(db).damages.filter(({ part }) => part !== 'shape');
          const entry =
            table === 'entry'
              ? row
              : ['attempt', 'history', 'need'].includes(table)
                ? { id: idOf(db, row['entry']) }
                : null;
          const told =
            name === 'id' || name === 'entry' || entry === null
              ? damages.length > 0
              : damages.some(({ id, todo }) => id === entry['id'] && todo !== '');
          if (!told) untold.push(`${table}.${name}`);
          db.exec('ROLLBACK');
        }
      }
    }
    db.close();
    expect(damaged).toBeGreaterThan(200);
    expect(untold).toEqual([]);
  }, 300_000);

  it('reports every changed letter of a table, constraint, index or trigger', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    const made = db.prepare(
      "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT GLOB '*search_*' AND name NOT GLOB 'sqlite_*'",
    );
    const statements = made.all() as { name: string; sql: string }[];
    db.close();
    const bytes = readFileSync(whole);
    const next = numbers(5);
    const untold: string[] = [];
    let tried = 0;
    for (const { name, sql } of statements) {
      const letters = [...sql.matchAll(/[A-Za-z]/g)].map(({ index }) => index);
      const damaged = Buffer.from(bytes);
      // A different letter, not the same one in another case, which SQL does not distinguish.
      const letter = letters[next(letters.length)] ?? 0;
      let places = 0;
      // Also where SQLite moved it away from, which is no longer read.
      for (let at = bytes.indexOf(sql); at >= 0; at = bytes.indexOf(sql, at + 1), places += 1)
        damaged[at + letter]! ^= 1;
      if (places === 0) continue;
      writeFileSync(path, damaged);
      tried += 1;
      const { whole: says, damages } = verified();
      if (says || damages.some(({ todo }) => todo === '')) untold.push(name);
    }
    expect(tried).toBeGreaterThan(50);
    expect(untold).toEqual([]);
  });

  it('reports foreign tables, indexes and triggers, and missing ones of its own', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    db.exec('CREATE TRIGGER eats AFTER UPDATE ON entry BEGIN SELECT 1; END; DROP INDEX entry_by_key');
    db.close();
    const told = verified().damages.filter(({ part }) => part === 'shape');
    expect(told.map(({ message }) => message)).toEqual([
      'The index entry_by_key is not there.',
      'The trigger eats was not made by this program.',
    ]);
  });

  it('reports every missing row', () => {
    copyFileSync(whole, path);
    const db = new Database(path);
    db.exec('DROP TRIGGER history_is_never_removed');
    db.pragma('foreign_keys = OFF');
    for (const [table, column] of [
      ['entry', 'seq'],
      ['attempt', 'id'],
      ['history', 'seq'],
      ['handover_parcel', 'seq'],
    ] as const) {
      for (const which of ['min', 'max']) {
        db.exec('BEGIN');
        db.exec(`DELETE FROM ${table} WHERE ${column} = (SELECT ${which}(${column}) FROM ${table})`);
        expect(verifyDatabase(db).damages.map(({ part }) => part)).toContain('missing');
        db.exec('ROLLBACK');
      }
    }
    db.close();
  });

  it('reports every damaged byte that changes what is shown or decided', () => {
    copyFileSync(whole, path);
    const bytes = readFileSync(whole);
    const before = shown();
    const next = numbers(11);
    const untold: number[] = [];
    let harmful = 0;
    for (let round = 0; round < 250; round += 1) {
      const at = next(bytes.length);
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 + next(255));
      writeFileSync(path, damaged);
      if (shown() === before) continue;
      harmful += 1;
      const found = verified();
      if (found.whole || found.damages.length === 0) untold.push(at);
    }
    expect(harmful).toBeGreaterThan(25);
    expect(untold).toEqual([]);
  }, 300_000);

  it('reports a page that is zeroed, cut off or replaced by another page', () => {
    const bytes = readFileSync(whole);
    const size = bytes.readUInt16BE(16);
    copyFileSync(whole, path);
    const before = shown();
    const untold: string[] = [];
    for (let page = 0; page < bytes.length / size; page += 1) {
      const zeros = Buffer.from(bytes).fill(0, page * size, (page + 1) * size);
      const other = Buffer.from(bytes);
      bytes.copy(other, page * size, 0, size);
      for (const [name, damaged] of [
        ['zeros', zeros],
        ['cut', bytes.subarray(0, page * size)],
        ['other', other],
      ] as const) {
        writeFileSync(path, damaged);
        if (shown() !== before && verified().whole) untold.push(`${name} ${page}`);
      }
    }
    expect(untold).toEqual([]);
  }, 300_000);
});

function idOf(db: Database.Database, seq: unknown): unknown {
  return db.prepare('SELECT id FROM entry WHERE seq = ?').pluck().get(seq);
}
