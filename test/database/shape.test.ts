import { deskMigrations } from '../../electron/storage/database/migrations/index.ts';
import { openTestOutbox, labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => (desk = openTestOutbox()));
afterEach(() => desk.close());

const tables = () =>
  desk.db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '*search_[cdi]*'",
    )
    .all();

describe('every table', () => {
  it('is STRICT', () => {
    expect(tables().length).toBeGreaterThan(20);
    const strict = desk.db.prepare<[], string>('SELECT name FROM pragma_table_list WHERE strict = 1').pluck().all();
    expect(tables().filter(({ name }) => !strict.includes(name))).toEqual([]);
  });

  it('names each of its constraints, so that an error shows the reason', () => {
    const unnamed = tables().filter(({ name, sql }) => {
      const checks = [...sql.matchAll(/\bCHECK\s*\(/gi)].length;
      const named = [...sql.matchAll(/\bCONSTRAINT\s+\w+\s+CHECK\s*\(/gi)].length;
      // The table of the oldest version, which is never edited, has an unnamed one: no counter falls below zero.
      return checks > named && name !== 'counter';
    });
    expect(unnamed).toEqual([]);
  });
});

describe('a history step', () => {
  it('is never changed, removed or replaced', () => {
    const { id } = desk.outbox.enqueue('c1', labelCapture('A1'), 'Mia', false);
    desk.outbox.withdraw(id, { operator: 'Mia', why: 'no', decided: false, alone: false });
    const steps = () => desk.db.prepare('SELECT * FROM history').all();
    const before = steps();
    for (const column of [
      'seq',
      'entry',
      'at',
      'who',
      'event',
      'from_state',
      'to_state',
      'why',
      'why_code',
      'why_params',
    ])
      expect(() => desk.db.exec(`UPDATE history SET ${column} = '7'`), column).toThrow(/append-only/);
    expect(() => desk.db.exec('DELETE FROM history')).toThrow(/append-only/);
    expect(() => desk.db.exec('DELETE FROM history WHERE seq = 1')).toThrow(/append-only/);
    expect(steps()).toEqual(before);
  });

  it('has the next number of its desk, even after the last one was lost', () => {
    for (const key of ['A1', 'A2', 'A3']) desk.outbox.enqueue(`c-${key}`, labelCapture(key), 'Mia', false);
    const numbers = () => desk.db.prepare<[], number>('SELECT seq FROM history ORDER BY seq').pluck().all();
    expect(numbers()).toEqual([1, 2, 3]);
    // As damage does.
    desk.db.exec('DROP TRIGGER history_is_never_removed; DELETE FROM history WHERE seq = 3');
    desk.outbox.enqueue('c-A4', labelCapture('A4'), 'Mia', false);
    expect(numbers()).toEqual([1, 2, 4]);
  });
});

it('a released migration is never edited', () => {
  const released = deskMigrations.slice(0, 6).map(({ name, sql }) => [name, hashOf(sql)]);
  expect(released).toEqual([
    ['outbox', '892620b4e9229a62'],
    ['search', '31db963a32a95373'],
    ['lookups', '6639e9c7bc47ddab'],
    ['memories', '5ab34a001e1d6b5e'],
    ['history-why', '6d3bce4ceda00e38'],
    ['sku-search', '35e8d29b17803a83'],
  ]);
});

it('no later migration creates an index that another one drops for good: each takes time in a large database', () => {
  const since = deskMigrations.slice(6);
  const made = since.map(({ sql }) => [...sql.matchAll(/CREATE INDEX (\w+)/g)].map(([, name]) => name));
  // An index over a column whose meaning changed is created again in the same step.
  const dropped = since.map(({ sql }, at) =>
    [...sql.matchAll(/DROP INDEX (?:IF EXISTS )?(\w+)/g)].flatMap(([, name]) =>
      made[at]?.includes(name) ? [] : [name],
    ),
  );
  const inVain = made.flatMap((names, at) =>
    names.filter((name) =>
      dropped
        .slice(at + 1)
        .flat()
        .includes(name),
    ),
  );
  expect(made.flat().length).toBeGreaterThan(1);
  expect(inVain).toEqual([]);
});

const hashOf = (sql: string): string => createHash('sha256').update(sql).digest('hex').slice(0, 16);
