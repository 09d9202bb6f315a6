import { entryChanges } from '../../electron/outbox/open-reader.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox();
});
afterEach(() => desk.close());

describe('the changes of entries', () => {
  it('come in the order in which they happened, each once, however they are paged', () => {
    const { outbox } = desk;
    for (const key of ['PD-1', 'PD-2', 'PD-3']) outbox.enqueue(`command ${key}`, labelCapture(key), '', false);
    const { changes, lastChange } = entryChanges(desk.db);
    for (const claimed of outbox.sync.claim(3, desk.now(), 'practice', []).reverse()) {
      const change = { events: ['accepted'], why: { said: 'taken' }, wait: null } as const;
      outbox.sync.settle(claimed, null, 'accepted', change, desk.now());
    }
    const whole = changes(0, 100);
    expect(whole.map((it) => it.n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(whole.filter((it) => it.to === 'accepted').map((it) => it.seq)).toEqual([3, 2, 1]);
    expect(lastChange()).toBe(9);
    const paged = [];
    for (let after = 0; ;) {
      const page = changes(after, 2);
      if (page.length === 0) break;
      paged.push(...page);
      after = page.at(-1)?.n ?? after;
    }
    expect(paged).toEqual(whole);
  });
});
