import { beforeEach, describe, expect, it } from 'vitest';
import { labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { freshOutbox } from './fresh-outbox.ts';

const { box, command, add, claim, settle, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

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
