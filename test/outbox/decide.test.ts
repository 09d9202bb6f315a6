import type { Decision } from '../../electron/outbox/decide.ts';
import type { PendingQuestion, Change } from '../../electron/outbox/entry.ts';
import { boxCapture, labelCapture, skuCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { freshOutbox } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, command, add, claim, settle, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

const decide = (id: string, decision: Decision, words = '') =>
  desk.outbox.decide(command(), id, decision, 'Mia', words);
const problemOf = (act: () => unknown): string | undefined => {
  try {
    act();
  } catch (error) {
    return (error as { problem?: { kind: string } }).problem?.kind;
  }
  return undefined;
};
const whyOf = (id: string) => desk.reader.detail(id)?.history.at(-1)?.why;
const due = (): string[] => desk.outbox.sync.dueChecks(9, desk.now()).map((read) => read.id);
const reason = { code: 'E', text: 'exists already', field: null };

/** An entry whose attempt ended with this change. */
function after(capture: ReturnType<typeof labelCapture>, change: Partial<Omit<Change, 'why'>>): string {
  const { id } = add(capture);
  settle(claim()[0]!, change);
  return id;
}
const unsure = (capture = labelCapture('A1'), asks: PendingQuestion = 'may-be-there') =>
  after(capture, { events: ['lost'], maybeTaken: true, asks, reason, wait: { setAt: desk.now(), forMs: 60_000 } });

describe('for an order that may be there, a person decides', () => {
  it('that it is not there: it is sent at once as new, and the next answer of the service counts', () => {
    const id = unsure();
    expect(decide(id, 'send-again', 'they have none')).toBe('queued');
    expect(row(id)).toMatchObject({ maybeTaken: false, asks: null, reason: null });
    expect(whyOf(id)).toEqual({ said: 'they have none' });
    expect(claim()).toMatchObject([{ id, maybeTaken: false, reached: 'same' }]);
  });

  it('that it is there: its outcome is checked at once', () => {
    const id = unsure();
    expect(decide(id, 'taken')).toBe('accepted');
    expect(row(id)).toMatchObject({ maybeTaken: false, asks: null, reason: null });
    expect(whyOf(id)).toMatchObject({ code: 'was-taken' });
    expect(due()).toEqual([id]);
  });

  it('that it is there, for a kind without a status: it is done', () => {
    const id = unsure(skuCapture('S1'));
    expect(decide(id, 'taken')).toBe('done');
    expect(whyOf(id)).toMatchObject({ code: 'acceptance-is-all' });
    expect(due()).toEqual([]);
  });

  it('that the record found is this order: it is accepted', () => {
    const id = unsure(labelCapture('A1'), 'another-record');
    expect(decide(id, 'ours')).toBe('accepted');
    expect(row(id)).toMatchObject({ maybeTaken: false, asks: null });
    expect(whyOf(id)).toMatchObject({ code: 'ours' });
    expect(due()).toEqual([id]);
  });

  it('that it is no longer wanted: it is withdrawn and put on the cancel list', () => {
    const id = unsure();
    expect(decide(id, 'withdraw')).toBe('withdrawn');
    expect(row(id).toCancel).toBe(true);
    expect(whyOf(id)).toMatchObject({ code: 'withdrawn-decided' });
  });
});

describe('for a refused or accepted order, a person decides', () => {
  it.each(['by the decision', 'by withdrawing it'])(
    'that it is no longer wanted after it failed at the service, which may still make it: it is put on the cancel list %s',
    (way) => {
      const id = after(labelCapture('A1'), { events: ['accepted', 'failed'], reason });
      expect(row(id)).toMatchObject({ state: 'refused', maybeTaken: false });
      if (way === 'by the decision') expect(decide(id, 'withdraw')).toBe('withdrawn');
      else desk.outbox.withdraw(id, { operator: 'Mia', why: '', decided: false, alone: false });
      expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: true });
    },
  );

  it('that a refused order is no longer wanted: nothing has to be cancelled', () => {
    const id = after(labelCapture('A1'), { events: ['refused'], reason });
    expect(decide(id, 'withdraw', 'a mistake')).toBe('withdrawn');
    expect(row(id).toCancel).toBe(false);
    expect(whyOf(id)).toEqual({ said: 'a mistake' });
  });

  it('that a refused order was accepted with its content, so that the same content is expected there later', () => {
    const id = after(labelCapture('A1'), { events: ['refused'], reason });
    expect(decide(id, 'taken')).toBe('accepted');
    const [read] = desk.outbox.sync.dueChecks(1, desk.now());
    const failed = { events: ['failed'] as const, why: { said: 'no' }, wait: null, reason };
    desk.outbox.sync.settleCheck(read!, failed, desk.now());
    desk.outbox.mend(command(), id, labelCapture('A1'), 'Mia', true);
    expect(claim()).toMatchObject([{ id, reached: 'same' }]);
  });

  it('that a record which was there before is this order: its outcome is checked at once', () => {
    const id = after(boxCapture('A1'), { events: ['accepted'], asks: 'was-there-before', maybeTaken: true });
    expect(decide(id, 'ours')).toBe('accepted');
    expect(row(id)).toMatchObject({ asks: null, maybeTaken: false });
    expect(whyOf(id)).toMatchObject({ code: 'ours' });
    expect(due()).toEqual([id]);
  });

  it('that a record which was there before has its content, so that the same content is expected there later', () => {
    const id = after(boxCapture('A1'), { events: ['accepted'], asks: 'was-there-before' });
    decide(id, 'ours');
    const [read] = desk.outbox.sync.dueChecks(1, desk.now());
    const failed = { events: ['failed'] as const, why: { said: 'no' }, wait: null, reason };
    desk.outbox.sync.settleCheck(read!, failed, desk.now());
    desk.outbox.mend(command(), id, boxCapture('A1'), 'Mia', true);
    expect(claim()).toMatchObject([{ id, reached: 'same' }]);
  });

  it('that a record which was there before is this order, for a kind without a status: it is done', () => {
    const id = after(skuCapture('S1'), { events: ['accepted'], asks: 'was-there-before' });
    expect(decide(id, 'ours', 'we made it last week')).toBe('done');
    expect(row(id).asks).toBe(null);
    expect(desk.reader.detail(id)?.history.map(({ why }) => why)).toContainEqual({ said: 'we made it last week' });
  });

  it('that it was closed by phone: it is done and no longer checked', () => {
    const id = after(boxCapture('A1'), { events: ['accepted'], wait: { setAt: desk.now(), forMs: 0 } });
    expect(decide(id, 'closed')).toBe('done');
    expect(whyOf(id)).toMatchObject({ code: 'closed-by-phone' });
    expect(due()).toEqual([]);
  });
});

it('a decision on a question that is not pending changes nothing', () => {
  const id = after(boxCapture('A1'), { events: ['accepted'] });
  for (const decision of ['ours', 'refusal', 'forget-text', 'send-again'] as const)
    expect(
      problemOf(() => decide(id, decision)),
      decision,
    ).toBe('wrong-state');
  expect(row(id)).toMatchObject({ state: 'accepted', asks: null, toCancel: false });
  expect(desk.reader.detail(id)?.history).toHaveLength(3);
});

it('the meaning of a text can be either an acceptance or a refusal', () => {
  const said = (key: string, words: string): string =>
    after(skuCapture(key), { events: ['accepted'], asks: 'unknown-text', said: words });
  const [fine, no] = [said('S1', 'noted'), said('S2', 'not kept here')];
  expect(decide(fine, 'ours')).toBe('done');
  expect(decide(no, 'refusal')).toBe('refused');
  expect(row(no)).toMatchObject({ asks: null, reason: { code: 'text', text: 'not kept here' } });
});
