import { labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { problemKindOf } from '../support/problem-kind.ts';
import { because, freshOutbox, refused } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, command, add, claim, settle, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

describe('a person', () => {
  it('can change an entry only before it was first sent', () => {
    const { id } = add(labelCapture('A1'));
    desk.outbox.change(command(), id, labelCapture('A1', { Weight: 9 }), 'Mia');
    expect(desk.reader.detail(id)?.request.body).toMatchObject({ Package: { Weight: 9 } });
    settle(claim()[0]!, { events: ['again'], maybeTaken: true });
    expect(problemKindOf(() => desk.outbox.change(command(), id, labelCapture('A1'), 'Mia'))).toBe('maybe-taken');
  });

  it('corrects a refused entry, which keeps its place in the order', () => {
    const first = add(labelCapture('A1'));
    const second = add(labelCapture('A2'));
    settle(claim(1)[0]!, refused);
    desk.outbox.mend(command(), first.id, labelCapture('A1', { Weight: 9 }), 'Mia', false);
    expect(claim().map((c) => c.id)).toEqual([first.id, second.id]);
  });

  it('needs a decision to send changed content under a key that the service may have', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['accepted'] });
    const [entry] = [row(id)];
    expect(entry?.state).toBe('accepted');
    desk.db.prepare(`UPDATE entry SET wait_set_at = 0, wait_for = 0 WHERE id = ?`).run(id);
    const [due] = desk.outbox.sync.dueChecks(1, desk.now());
    desk.outbox.sync.settleCheck(due!, { ...refused, events: ['failed'], why: because, wait: null }, desk.now());
    const other = labelCapture('A1', { Weight: 9 });
    expect(problemKindOf(() => desk.outbox.mend(command(), id, other, 'Mia', false))).toBe('maybe-taken');
    expect(
      problemKindOf(() => desk.outbox.mend(command(), id, labelCapture('A1-2', { Weight: 9 }), 'Mia', false)),
    ).toBe('none');
  });

  it('needs a decision to withdraw a possibly sent entry, which is put on the cancel list', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['again'], maybeTaken: true });
    const options = { operator: '', why: '', decided: false, alone: false };
    expect(problemKindOf(() => desk.outbox.withdraw(id, options))).toBe('maybe-taken');
    desk.outbox.withdraw(id, { ...options, decided: true });
    expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: true });
    desk.outbox.cancelled(command(), id, 'Mia');
    expect(row(id).toCancel).toBe(false);
  });

  it('decides about an unsure entry', () => {
    const ids = ['A', 'B', 'C'].map((key) => add(labelCapture(key)).id);
    for (const claimed of claim()) settle(claimed, { events: ['lost'], maybeTaken: true, asks: 'may-be-there' });
    expect(row(ids[0]!).waitsFor).toEqual({ for: 'person', question: 'may-be-there' });
    expect(desk.outbox.decide(command(), ids[0]!, 'send-again', 'Mia', '')).toBe('queued');
    expect(desk.outbox.decide(command(), ids[1]!, 'taken', 'Mia', '')).toBe('accepted');
    expect(desk.outbox.decide(command(), ids[2]!, 'withdraw', 'Mia', '')).toBe('withdrawn');
    expect(desk.reader.counts().asking).toBe(0);
  });

  it('closes an accepted order by phone, which is recorded with operator and reason', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['accepted'] });
    desk.outbox.decide(command(), id, 'closed', 'Mia', 'confirmed by phone');
    const last = desk.reader.detail(id)?.history.at(-1);
    expect(last).toMatchObject({ to: 'done', who: 'Mia', why: { said: 'confirmed by phone' } });
  });

  it('cannot cause a transition that the table does not contain', () => {
    const { id } = add(labelCapture('A1'));
    expect(problemKindOf(() => desk.outbox.decide(command(), id, 'closed', 'Mia', ''))).toBe('wrong-state');
    expect(row(id).state).toBe('queued');
  });

  it('can have the status of a possibly sent refused order checked at once', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { ...refused, maybeTaken: true });
    expect(desk.outbox.sync.dueChecks(1, desk.now())).toEqual([]);
    desk.outbox.tryNow([id]);
    expect(desk.outbox.sync.dueChecks(1, desk.now())).toMatchObject([{ id, state: 'refused', maybeTaken: true }]);
  });
});
