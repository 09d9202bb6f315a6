import { declareCapture, labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { because, freshOutbox, refused } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, command, add, claim, settle, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

const lost = { events: ['lost'] as const, maybeTaken: true };
const withdraw = (id: string) =>
  desk.outbox.once(command(), 'withdraw', () => {
    desk.outbox.withdraw(id, { operator: 'Mia', why: '', decided: true, alone: true });
    return id;
  });
const problemOf = (act: () => unknown): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { problem?: unknown }).problem;
  }
};
/** An order that was withdrawn after attempts with these ends. */
function withdrawnAfter(key: string, ...ends: Parameters<typeof settle>[1][]): string {
  const { id } = add(labelCapture(key));
  for (const end of ends) settle(claim()[0]!, end);
  withdraw(id);
  return id;
}
const askedAbout = (entryId: string, key: string) => ({
  kind: 'maybe-taken',
  params: { key, entryId, reason: 'withdrawn' },
});

describe('an order that was withdrawn while the service may have it', () => {
  it.each([
    ['an answer was lost', lost],
    ['the service accepted and then failed it', { events: ['accepted', 'failed'] as const, reason: refused.reason }],
  ])('is entered again only with a decision, if %s', (_how, end) => {
    const id = withdrawnAfter('A1', end);
    const again = (decided: boolean) =>
      desk.outbox.enqueue(command(), labelCapture('A1', { Weight: 120 }), 'Jo', false, decided);
    expect(problemOf(() => again(false))).toMatchObject(askedAbout(id, 'A1'));
    expect(claim()).toEqual([]);
    // The note that it was cancelled there is a person's word, and proves nothing.
    desk.outbox.cancelled(command(), id, 'Jo');
    expect(problemOf(() => again(false))).toMatchObject(askedAbout(id, 'A1'));
    const { id: sent } = again(true);
    expect(claim().map((one) => one.id)).toEqual([sent]);
  });

  it("is not sent under its key by a draft, by a change of another order's key, or as a replacement either", () => {
    const id = withdrawnAfter('A1', lost);
    const draft = desk.outbox.enqueue(command(), labelCapture('A1'), 'Jo', true);
    expect(desk.reader.detail(draft.id)).toMatchObject({ withdrawnBefore: id, maybeTaken: false });
    const submit = (decided: boolean) => desk.outbox.submit(command(), draft.id, labelCapture('A1'), 'Jo', decided);
    expect(problemOf(() => submit(false))).toMatchObject(askedAbout(id, 'A1'));
    desk.outbox.withdraw(draft.id, { operator: 'Jo', why: '', decided: false, alone: true });

    const other = add(labelCapture('B1'));
    const change = (decided: boolean) => desk.outbox.change(command(), other.id, labelCapture('A1'), 'Jo', decided);
    expect(problemOf(() => change(false))).toMatchObject(askedAbout(id, 'A1'));
    settle(claim()[0]!, refused);
    const mend = (decided: boolean) => desk.outbox.mend(command(), other.id, labelCapture('A1'), 'Jo', decided);
    expect(problemOf(() => mend(false))).toMatchObject(askedAbout(id, 'A1'));
    const replace = (decided: boolean) => desk.outbox.replace(command(), other.id, labelCapture('A1'), 'Jo', decided);
    expect(problemOf(() => replace(false))).toMatchObject(askedAbout(id, 'A1'));
    expect(row(other.id).key).toBe('B1');
    const imported = desk.outbox.enqueueMany([labelCapture('A1'), labelCapture('C1')], 'Jo', false, true);
    expect(imported).toMatchObject([{ problem: askedAbout(id, 'A1') }, { key: 'C1', state: 'queued' }]);
    expect(replace(true)).toMatchObject({ key: 'A1', state: 'queued' });
  });

  it('does not block a declaration under its key, which has its own namespace', () => {
    withdrawnAfter('A1', lost);
    expect(add(declareCapture('A1'))).toMatchObject({ state: 'queued' });
  });
});

it('an order that was never sent can be entered again without a decision', () => {
  withdrawnAfter('A1');
  expect(add(labelCapture('A1', { Weight: 120 }))).toMatchObject({ state: 'queued', already: false });
});

it.each([
  ['refused it', [refused]],
  [
    'is proven not to have it',
    [
      { ...lost, wait: { setAt: 0, forMs: 0 } },
      { events: ['not-there'] as const, maybeTaken: false },
    ],
  ],
])('an order can be entered again without a decision if the service %s', (_how, [first, then]) => {
  const { id } = add(labelCapture('A1'));
  settle(claim()[0]!, first!);
  if (then) {
    const [read] = desk.outbox.sync.dueChecks(9, desk.now());
    expect(desk.outbox.sync.settleCheck(read!, { why: because, wait: null, ...then }, desk.now())).toBe(true);
  }
  withdraw(id);
  expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: false });
  expect(add(labelCapture('A1', { Weight: 120 }))).toMatchObject({ state: 'queued', already: false });
});

it('the replacement of an order that may be there is sent only with a decision', () => {
  const { id } = add(labelCapture('A1'));
  settle(claim()[0]!, lost);
  const replace = (decided: boolean) => desk.outbox.replace(command(), id, labelCapture('A1-2'), 'Jo', decided);
  expect(problemOf(() => replace(false))).toMatchObject({ kind: 'maybe-taken', params: { key: 'A1' } });
  expect(row(id)).toMatchObject({ state: 'unsure', replacedBy: null });
  const copy = replace(true);
  expect(row(id)).toMatchObject({ state: 'withdrawn', replacedBy: copy.id, toCancel: true });
  const known = add(labelCapture('B1'));
  settle(
    claim().find((one) => one.id === known.id)!,
    { events: ['accepted'] },
  );
  expect(desk.outbox.replace(command(), known.id, labelCapture('B1-2'), 'Jo')).toMatchObject({ state: 'queued' });
});
