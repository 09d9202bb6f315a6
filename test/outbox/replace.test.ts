import { labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { freshOutbox } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, withHold, command, add, claim, settle, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

describe('an order that the service has', () => {
  it('is replaced under a new key, linked to the new one, and put on the cancel list', () => {
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

  it('is never sent again after it was replaced', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['lost'], maybeTaken: true, wait: { setAt: desk.now(), forMs: 0 } });
    const copy = desk.outbox.replace(command(), id, labelCapture('A1-2'), 'Mia', true);
    expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: true });
    expect(claim().map((c) => c.id)).toEqual([copy.id]);
    expect(desk.outbox.sync.dueChecks(9, desk.now())).toEqual([]);
  });
});

describe('an order that failed at the service after it was replaced', () => {
  it('is never sent again beside its replacement, even after a correction', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['accepted'], wait: { setAt: desk.now(), forMs: 0 } });
    const copy = desk.outbox.replace(command(), id, labelCapture('A1-2'), 'Mia');
    const [read] = desk.outbox.sync.dueChecks(9, desk.now());
    const failed = {
      events: ['failed'] as const,
      why: { said: 'no' },
      wait: null,
      reason: { code: 'E1', text: 'no', field: null },
    };
    desk.outbox.sync.settleCheck(read!, failed, desk.now());
    expect(row(id)).toMatchObject({ state: 'refused', replacedBy: copy.id });
    const mend = (key: string) => () => desk.outbox.mend(command(), id, labelCapture(key), 'Mia', true);
    expect(mend('A1')).toThrow('This entry is replaced');
    expect(mend('A1-3')).toThrow('This entry is replaced');
    expect(claim().map((c) => c.id)).toEqual([copy.id]);
    desk.outbox.withdraw(id, { operator: 'Mia', why: '', decided: false, alone: false });
    expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: true });
  });
});

describe('the replacement of an order', () => {
  const problemOf = (act: () => unknown): object | undefined => {
    try {
      act();
    } catch (error) {
      return (error as { problem?: object }).problem;
    }
    return undefined;
  };
  const replace = (id: string, key = 'COPY', more = {}) =>
    desk.outbox.replace(command(), id, labelCapture(key, more), 'Mia');

  it('leaves nothing to cancel at the service if the order was never sent', () => {
    const { id } = add(labelCapture('A1'));
    replace(id);
    expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: false });
  });

  it('withdraws a refused order, with the new key in its history', () => {
    const { id } = add(labelCapture('A1'));
    const reason = { code: '', text: 'no', field: null };
    settle(claim()[0]!, { events: ['refused'], reason });
    replace(id);
    expect(row(id).state).toBe('withdrawn');
    const replaced = { code: 'replaced', params: { key: 'COPY' } };
    expect(desk.reader.detail(id)?.history.at(-1)).toMatchObject({ who: 'Mia', why: replaced });
  });

  it('leaves an accepted order in its state, with who replaced it in its history', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['accepted'] });
    replace(id);
    const replaced = { code: 'replaced', params: { key: 'COPY' } };
    expect(desk.reader.detail(id)?.history.at(-1)).toMatchObject({ to: 'accepted', who: 'Mia', why: replaced });
  });

  it('is held before it is sent, like any new order', () => {
    desk = withHold(5000);
    const { id } = add(labelCapture('A1'));
    const copy = replace(id);
    expect(row(copy.id).waitsFor).toMatchObject({ for: 'hold' });
  });

  it('is made once, and never for an order that is being sent, a draft or a withdrawn order', () => {
    const sending = add(labelCapture('A1'));
    claim();
    expect(problemOf(() => replace(sending.id))).toMatchObject({ kind: 'wrong-state' });
    const draft = desk.outbox.enqueue(command(), labelCapture('A2'), 'Mia', true);
    expect(problemOf(() => replace(draft.id))).toMatchObject({ kind: 'wrong-state', params: { state: 'draft' } });
    desk.outbox.withdraw(draft.id, { operator: '', why: '', decided: false, alone: false });
    expect(problemOf(() => replace(draft.id))).toMatchObject({ params: { state: 'withdrawn' } });
    settle(desk.outbox.sync.interrupted()[0]!, { events: ['accepted'] });
    const copy = replace(sending.id);
    expect(problemOf(() => replace(sending.id, 'COPY-2'))).toMatchObject({
      kind: 'wrong-state',
      params: { by: copy.id },
    });
  });

  it('has its own key that no other entry has', () => {
    const { id } = add(labelCapture('A1'));
    const other = add(labelCapture('B1'));
    expect(problemOf(() => replace(id, 'A1', { Weight: 7 }))).toMatchObject({
      kind: 'key-in-use',
      params: { key: 'A1', entryId: id },
    });
    const further = () => replace(id, 'A1', { IsCreateNewOrder: true });
    expect(problemOf(further)).toMatchObject({ kind: 'key-in-use', params: { key: 'A1', entryId: id } });
    expect(problemOf(() => replace(id, 'B1'))).toMatchObject({
      kind: 'key-in-use',
      params: { key: 'B1', entryId: other.id },
    });
    expect(row(id)).toMatchObject({ state: 'queued', replacedBy: null });
  });
});
