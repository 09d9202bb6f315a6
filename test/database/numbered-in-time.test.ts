import { createFirstNumberFinder } from '../../electron/storage/database/queries.ts';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';

function rowsAt(times: readonly number[]) {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE step (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL)');
  const insert = db.prepare('INSERT INTO step (at) VALUES (?)');
  const add = (more: readonly number[]): void => more.forEach((at) => insert.run(at));
  add(times);
  return { add, firstAt: createFirstNumberFinder(db, 'step', 'at') };
}

it('the first row from a time on is found, or the position after the last if there is none', () => {
  const { firstAt } = rowsAt([10, 10, 20, 30, 30]);
  expect([0, 10, 11, 20, 25, 30, 31].map(firstAt)).toEqual([1, 1, 3, 3, 4, 4, 6]);
  expect(rowsAt([]).firstAt(5)).toBe(1);
  expect([rowsAt([7]).firstAt(7), rowsAt([7]).firstAt(8)]).toEqual([1, 2]);
});

it('a past time starts at the same row whatever is written later, even if the clock was set back before', () => {
  const times = fc.array(fc.nat(40), { maxLength: 40 });
  const later = fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(times, later, fc.integer({ min: 0, max: 20 }), (before, more, time) => {
      const { add, firstAt } = rowsAt(before);
      const found = firstAt(time);
      add(more);
      expect(firstAt(time)).toBe(found);
    }),
    { numRuns: 300 },
  );
});
