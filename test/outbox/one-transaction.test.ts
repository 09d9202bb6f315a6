import { boxCapture, labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => (desk = openTestOutbox()));
afterEach(() => desk.close());

const tables = (): string[] =>
  desk.db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '*search_[cdi]*'",
    )
    .pluck()
    .all();
/** Every row of every table. */
const everything = (): string =>
  JSON.stringify(tables().map((table) => [table, desk.db.prepare(`SELECT * FROM ${table}`).all()]));
/** Tables that differ between two states. */
function written(before: string, after: string): string[] {
  const [one, other] = [before, after].map((text) => new Map(JSON.parse(text) as [string, unknown][]));
  return tables().filter((table) => JSON.stringify(one?.get(table)) !== JSON.stringify(other?.get(table)));
}

const withdraw = (id: string) => desk.outbox.withdraw(id, { operator: 'Mia', why: 'x', decided: false, alone: false });
const acts: [string, () => void][] = [
  ['a capture', () => void desk.outbox.enqueue('c1', labelCapture('A1'), 'Mia', false)],
  [
    'captures from a file',
    () => void desk.outbox.enqueueMany([labelCapture('A1'), boxCapture('B1')], 'Mia', false, true),
  ],
];
const later: [string, () => void][] = [
  ['a change', () => void desk.outbox.change('c2', 'e1', labelCapture('A0', { Weight: 9 }), 'Mia')],
  [
    'a withdrawal',
    () => void desk.outbox.once('c2', 'withdraw', () => desk.outbox.inOwnTransaction(() => (withdraw('e1'), 'e1'))),
  ],
  ['a claim', () => void desk.outbox.sync.claim(1, desk.now(), 'practice', [])],
];

describe('an act is one transaction', () => {
  it.each([...acts, ...later])('%s writes nothing if one of its tables rejects a row', (_name, act) => {
    desk.outbox.enqueue('c0', labelCapture('A0'), 'Mia', false);
    const before = everything();
    // The tables it writes, found by running it and rolling it back.
    desk.db.exec('SAVEPOINT look');
    act();
    const touched = written(before, everything());
    desk.db.exec('ROLLBACK TO look; RELEASE look');
    expect(everything()).toBe(before);
    expect(touched).toEqual(expect.arrayContaining(['entry', 'history']));
    for (const table of touched.filter((name) => !name.startsWith('sqlite_'))) {
      for (const verb of ['INSERT', 'UPDATE']) {
        desk.db.exec(
          `CREATE TEMP TRIGGER no_room BEFORE ${verb} ON main.${table} BEGIN SELECT RAISE(ABORT, 'no room'); END`,
        );
        try {
          act();
        } catch (error) {
          expect(String(error), `${verb} ${table}`).toMatch(/no room/);
          expect(everything(), `${verb} ${table}`).toBe(before);
          continue;
        } finally {
          desk.db.exec('DROP TRIGGER temp.no_room');
        }
        // It does not write this table in this way; a fresh desk undoes what it did.
        desk.close();
        desk = openTestOutbox();
        desk.outbox.enqueue('c0', labelCapture('A0'), 'Mia', false);
      }
    }
  });

  it('a capture writes its row, its history, the answer of its command and its search terms', () => {
    const before = everything();
    desk.outbox.enqueue('c1', labelCapture('A1'), 'Mia', false);
    const parts = ['entry', 'history', 'command', 'search_terms', 'counter'];
    expect(written(before, everything())).toEqual(expect.arrayContaining(parts));
  });
});
