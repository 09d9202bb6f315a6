import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Change, Claimed } from '../../electron/outbox/entry.ts';
import { labelCapture, openTestOutbox, type TestOutbox } from '../support/open-test-outbox.ts';

let desk: TestOutbox;
beforeEach(() => {
  desk = openTestOutbox();
});
afterEach(() => desk.close());

let commands = 0;
const command = () => `command-${++commands}`;
const add = (capture: ReturnType<typeof labelCapture>) => desk.outbox.enqueue(command(), capture, 'Mia', false);
const claim = () => desk.outbox.sync.claim(10, desk.now(), 'practice', []);
const settle = (claimed: Claimed, change: Partial<Omit<Change, 'why'>>) =>
  desk.outbox.sync.settle(
    claimed,
    null,
    'test',
    { events: [], why: { said: 'a test' }, wait: null, ...change },
    desk.now(),
  );
const row = (id: string) => desk.reader.one(id)!;

describe('an order the service has', () => {
  it('replaces an accepted order under a new key, links both and lists the old one', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['accepted'] });
    const copy = desk.outbox.replace(command(), id, labelCapture('A1-2'), 'Mia');
    expect(row(id)).toMatchObject({ state: 'accepted', replacedBy: copy.id, toCancel: true });
    expect(row(copy.id)).toMatchObject({ state: 'queued', replaces: id });
    const inItsPlace = { id: copy.id, key: 'A1-2', state: 'queued' };
    expect(desk.reader.detail(id)).toMatchObject({ inPlaceOf: null, inItsPlace });
    const inPlaceOf = { id, key: 'A1', state: 'accepted' };
    expect(desk.reader.detail(copy.id)).toMatchObject({ inPlaceOf, inItsPlace: null });
  });

  it('never sends a replaced order again', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['lost'], maybeTaken: true, wait: { setAt: desk.now(), forMs: 0 } });
    const copy = desk.outbox.replace(command(), id, labelCapture('A1-2'), 'Mia');
    expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: true });
    expect(claim().map((c) => c.id)).toEqual([copy.id]);
    expect(desk.outbox.sync.dueReads(9, desk.now())).toEqual([]);
  });
});
