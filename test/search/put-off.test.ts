import { capturedRow, indexIdOf as inIndexOf, searchIndex } from '../../electron/outbox/search/search-index.ts';
import { tokensOf } from '../../electron/outbox/search/tokens.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox();
});
afterEach(() => desk.close());

const orders = 150;
const key = (n: number): string => `PKG-${1000 + n}`;
const found = (search: string): string[] => desk.reader.page({ search }, 50).rows.map((row) => row.key);
const inIndex = (): unknown => desk.db.prepare('SELECT count(*) FROM search').pluck().get();
function capture(from: number, to: number): void {
  const captures = Array.from({ length: to - from }, (_, n) =>
    labelCapture(key(from + n), { Remark: `box${from + n}` }),
  );
  desk.outbox.enqueueMany(captures, 'Mia', false);
}

describe('an entry with deferred indexing', () => {
  it('is found from its commit on by the same texts, indexed or not', () => {
    capture(0, orders);
    expect(inIndex()).toBe(0);
    const before = [0, 70, 149].map((n) => [found(key(n)), found(`box${n}`), found(key(n).slice(-4))]);
    expect(before.map(([first]) => first)).toEqual([0, 70, 149].map((n) => [key(n)]));
    const index = searchIndex(desk.db);
    while (index.processBatch()) continue;
    expect(inIndex()).toBeGreaterThan(orders - 32);
    expect([0, 70, 149].map((n) => [found(key(n)), found(`box${n}`), found(key(n).slice(-4))])).toEqual(before);
  });

  it('is found only by its new text after a change, whether it was indexed before or not', () => {
    capture(0, orders);
    const index = searchIndex(desk.db);
    index.processBatch();
    const change = (n: number): void => {
      const { id } = desk.reader.page({ search: key(n) }, 1).rows[0]!;
      desk.outbox.change(`change-${n}`, id, labelCapture(key(n), { Remark: `crate${n}` }), 'Ana');
    };
    for (const n of [3, 140]) change(n);
    for (const round of ['before', 'after']) {
      for (const n of [3, 140]) {
        expect(found(`crate${n}`), round).toEqual([key(n)]);
        expect(found(`box${n}`), round).not.toContain(key(n));
      }
      while (index.processBatch()) continue;
    }
    // The old content remains in no list of the index.
    const token = [...tokensOf({ numbers: new Set(), words: new Set(['box3']) })].toSorted(
      (a, b) => b.length - a.length,
    );
    const rows = desk.db.prepare<[string], number>('SELECT rowid FROM search WHERE search MATCH ?').pluck();
    expect(rows.all(`"${token[0]}"`)).not.toContain(inIndexOf(capturedRow(4)));
    expect(rows.all(`"${token[0]}"`)).toContain(inIndexOf(capturedRow(31)));
  });

  it('waits to be indexed together with others', () => {
    capture(0, 10);
    expect(searchIndex(desk.db).processBatch()).toBe(false);
    expect(inIndex()).toBe(0);
  });
});
