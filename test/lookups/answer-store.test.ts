import { answerStore } from '../../electron/lookups/answer-store.ts';
import { openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => void (desk = openTestOutbox()));
afterEach(() => desk.close());

const day = 86_400_000;
const open = (limits = { rows: 5, bytes: 1000, ageMs: 90 * day }) => answerStore(desk.db, desk.now, limits);
const keep = (store: ReturnType<typeof open>, subject: string, value: unknown = subject) =>
  store.save('practice', [{ kind: 'order', subject, value }]);
const kept = () =>
  desk.db
    .prepare<[], { subject: string }>('SELECT subject FROM lookup_answer ORDER BY at')
    .all()
    .map(({ subject }) => subject);

describe('stored answers', () => {
  it('are the latest for each subject, with the time they arrived', () => {
    const store = open();
    keep(store, 'A', 1);
    desk.advance(1000);
    const at = keep(store, 'A', 2);
    expect(store.readLast('practice', 'order', 'A')).toEqual({ at, value: 2, unexpected: [] });
    expect(kept()).toEqual(['A']);
  });

  it('are separate for each target and each kind', () => {
    const store = open();
    keep(store, 'A');
    expect(store.readLast('https://other.example', 'order', 'A')).toBe(null);
    expect(store.readLast('practice', 'sku', 'A')).toBe(null);
  });

  it('are evicted oldest first if there are too many', () => {
    const store = open();
    for (const subject of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
      keep(store, subject);
      desk.advance(1);
    }
    expect(kept()).toEqual(['C', 'D', 'E', 'F', 'G']);
    keep(store, 'C');
    keep(store, 'H');
    expect(kept()).toEqual(['E', 'F', 'G', 'C', 'H']);
  });

  it('are evicted if their total size is too large, even after a restart', () => {
    const big = 'x'.repeat(300);
    for (const subject of ['A', 'B']) {
      keep(open(), subject, big);
      desk.advance(1);
    }
    keep(open(), 'B', 'small');
    desk.advance(1);
    keep(open(), 'C', big);
    desk.advance(1);
    expect(kept()).toEqual(['A', 'B', 'C']);
    keep(open(), 'D', big);
    expect(kept()).toEqual(['B', 'C', 'D']);
  });

  it('are deleted when old', () => {
    const store = open();
    keep(store, 'A');
    desk.advance(91 * day);
    keep(store, 'B');
    expect(kept()).toEqual(['B']);
  });

  it('list at most 100 unexpected fields', () => {
    const store = open({ rows: 5, bytes: 1e6, ageMs: day });
    const unexpected = Array.from({ length: 500 }, (_, at) => ({ path: `$[${at}]`, message: 'odd' }));
    store.save('practice', [{ kind: 'order', subject: 'A', value: 1, unexpected }]);
    expect(store.readLast('practice', 'order', 'A')?.unexpected).toHaveLength(100);
  });

  it('are ignored if damaged on disk', () => {
    const store = open();
    keep(store, 'A');
    desk.db.prepare('UPDATE lookup_answer SET answer = substr(answer, 3)').run();
    expect(store.readLast('practice', 'order', 'A')).toBe(null);
  });
});
