import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { prepareSealedRows } from '../../electron/storage/database/sealed-write.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox({ holdMs: 5000 });
});
afterEach(() => desk.close());

const sealOf = (table: string, row: number): unknown =>
  desk.db.prepare(`SELECT seal FROM ${table} WHERE rowid = ?`).pluck().get(row);
const sealAnew = (table: string): void => void desk.db.exec(`UPDATE ${table} SET seal = NULL`);
const capture = (key: string): string => desk.outbox.enqueue(`command-${key}`, labelCapture(key), 'Mia', false).id;

describe('a row written with its own seal', () => {
  it('has the same seal as the triggers compute', () => {
    capture('A1');
    desk.advance(5000);
    const [claimed] = desk.outbox.sync.claim(1, desk.now(), 'practice', []);
    expect(claimed).toBeDefined();
    const before = ['entry', 'attempt', 'search_terms'].map((table) => sealOf(table, table === 'search_terms' ? 2 : 1));
    expect(before.every((seal) => Buffer.isBuffer(seal))).toBe(true);
    sealAnew('entry');
    // Any write of a row without a seal computes it.
    desk.db.exec(
      'UPDATE entry SET operator = operator; UPDATE attempt SET seal = NULL; UPDATE attempt SET target = target',
    );
    desk.db.exec('UPDATE search_terms SET seal = NULL; UPDATE search_terms SET words = words');
    expect(
      ['entry', 'attempt', 'search_terms'].map((table) => sealOf(table, table === 'search_terms' ? 2 : 1)),
    ).toEqual(before);
    expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, uncovered: 0 });
  });

  it('stays damaged, whatever is written to it afterwards', () => {
    capture('A1');
    // As a disk does: the seal stays unchanged.
    desk.db.exec("DROP TRIGGER temp.seal_changed_entry; UPDATE entry SET recipient = 'Eva, FR'");
    const row = prepareSealedRows(desk.db, 'entry', 'seq')(1);
    expect(row?.isIntact).toBe(false);
    row?.write({ operator: 'Ana' });
    expect(prepareSealedRows(desk.db, 'entry', 'seq')(1)?.isIntact).toBe(false);
    expect(verifyDatabase(desk.db)).toMatchObject({ whole: false });
  });

  it('is damaged if one of its numbers is beyond the safe integers', () => {
    capture('A1');
    desk.db.exec('DROP TRIGGER temp.seal_changed_entry; UPDATE entry SET reads = 9007199254740993');
    expect(prepareSealedRows(desk.db, 'entry', 'seq')(1)?.isIntact).toBe(false);
  });
});
