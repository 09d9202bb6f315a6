import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import type { ClaimedEntry } from '../../electron/outbox/entry.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: PrintDesk;
beforeEach(() => (desk = openPrintDesk()));
afterEach(() => {
  expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, uncovered: 0 });
  desk.close();
});

const saved = (...keys: string[]): string[] =>
  keys.map((key) => desk.outbox.enqueue(desk.command(), labelCapture(key), 'Mia', false).id);
/** Claims due entries in order; the test decides when the service answers them. */
const claimed = (): Map<string, ClaimedEntry> =>
  new Map(desk.outbox.sync.claim(10, desk.now(), 'practice', []).map((one) => [one.key.value, one]));
function settle(
  one: ClaimedEntry | undefined,
  ends: 'made' | 'provisional' | 'refused',
  number = `T-${one?.key.value}`,
): void {
  if (!one) throw new Error('it was not claimed');
  const outcome = {
    ...{
      TrackingNumber: number,
      IsFinalTrackingNumber: ends === 'made',
      ShippingProvider: null,
      SvcId: null,
      record: {},
    },
  };
  const change =
    ends === 'refused'
      ? {
          events: ['refused' as const],
          why: { said: 'no' },
          wait: null,
          reason: { code: 'no', text: 'no', field: null },
        }
      : { events: ['accepted' as const, 'made' as const], why: { said: 'made' }, wait: null, outcome };
  desk.outbox.sync.settle(one, null, ends === 'refused' ? 'refused' : 'accepted', change, desk.now());
}
const follow = (ids: string[] | null, printer = 'Zebra') => desk.queue.follow(desk.command(), { ids, printer }, 'Mia');
/** Prints everything that can be printed now, one label after the other. */
function printed(job: string): string[] {
  const keys: string[] = [];
  for (let next = desk.queue.next(job); next !== null; next = desk.queue.next(job)) {
    keys.push(desk.trackingNumberOf(next.entry).slice(2));
    desk.printNext(job);
  }
  return keys;
}

describe('labels printed as their numbers arrive', () => {
  it('are printed in the order of entry, whatever the order of their numbers', () => {
    const ids = saved('A', 'B', 'C');
    const { job, labels } = follow(ids.toReversed());
    expect([labels, desk.read.job(job)]).toMatchObject([3, { state: 'printing', coming: { queued: 3, created: 0 } }]);
    const out = claimed();
    settle(out.get('C'), 'made');
    expect(printed(job)).toEqual([]);
    expect(desk.read.job(job).coming).toMatchObject({ queued: 2, created: 1, waitsFor: { key: 'A' } });
    settle(out.get('A'), 'made');
    expect(printed(job)).toEqual(['A']);
    settle(out.get('B'), 'made');
    expect(printed(job)).toEqual(['B', 'C']);
    expect(desk.read.job(job)).toMatchObject({ state: 'finished', labels: { 'on-paper': 3 } });
  });

  it('are not held up by an order that needs a person, which is printed once it is corrected', () => {
    const [a = '', ...others] = saved('A', 'B');
    const { job } = follow([a, ...others]);
    const out = claimed();
    settle(out.get('A'), 'refused');
    settle(out.get('B'), 'made');
    expect(printed(job)).toEqual(['B']);
    expect(desk.read.job(job)).toMatchObject({ state: 'printing', coming: { asking: 1, waitsFor: null } });
    desk.outbox.mend(desk.command(), a, labelCapture('A', { Weight: 200 }), 'Mia', false);
    settle(claimed().get('A'), 'made');
    expect(printed(job)).toEqual(['A']);
    // A label gets its place in the job when it is sent, so that the question about the last good label stays correct.
    expect(desk.read.labels(job, 0, 10).map(({ key }) => key)).toEqual(['B', 'A']);
    expect(desk.read.job(job).state).toBe('finished');
  });

  it('wait for a final number, since a provisional one may change', () => {
    const { job } = follow(saved('A', 'B'));
    const out = claimed();
    settle(out.get('A'), 'provisional');
    settle(out.get('B'), 'made');
    expect(printed(job)).toEqual([]);
    expect(desk.read.job(job).coming?.waitsFor).toMatchObject({ key: 'A' });
  });

  it('skip the order they wait for if a person says so', () => {
    const { job } = follow(saved('A', 'B'));
    const out = claimed();
    settle(out.get('B'), 'made');
    desk.queue.passAwaited(desk.command(), job, 'Ana');
    expect(printed(job)).toEqual(['B']);
    expect(desk.stepsOf(job)).toContain('1 Ana pass passed');
    expect(() => desk.queue.passAwaited(desk.command(), job, 'Ana')).toThrow(/waits for no number/);
    settle(out.get('A'), 'made');
    expect(printed(job)).toEqual(['A']);
  });

  it('omit withdrawn orders, and print the replacement of a replaced one', () => {
    const [a = '', b = '', c = ''] = saved('A', 'B', 'C');
    const { job } = follow([a, b, c]);
    desk.outbox.withdraw(a, { operator: 'Mia', why: '', decided: false, alone: false });
    const { id: c2 } = desk.outbox.replace(desk.command(), c, labelCapture('C2'), 'Mia');
    const out = claimed();
    expect(desk.queue.removeObsolete()).toBe(true);
    expect(desk.queue.removeObsolete()).toBe(false);
    settle(out.get('B'), 'made');
    expect(printed(job)).toEqual(['B']);
    settle(out.get('C2'), 'made');
    expect(printed(job)).toEqual(['C2']);
    expect(desk.reader.labels.page('printed', {}, 9).rows.at(-1)).toMatchObject({ id: c2 });
    expect(desk.read.job(job)).toMatchObject({ state: 'finished', labels: { 'on-paper': 2, cancelled: 2 } });
    const whys = desk.stepsOf(job).filter((step) => step.includes(' cancel '));
    expect(whys.map((step) => step.split(' ').at(-1))).toEqual(['order-withdrawn', 'order-replaced']);
  });

  it('join the job that already waits for numbers, in the order of entry, and are never in two jobs', () => {
    const [a = '', b = '', c = ''] = saved('A', 'B', 'C');
    const { job } = follow([b]);
    expect(follow([c, a]).job).toBe(job);
    expect(() => follow([a])).toThrow(/in a print job already/);
    expect(() => follow([a], 'Other')).toThrow(/in a print job already/);
    const out = claimed();
    for (const key of ['C', 'B', 'A']) settle(out.get(key), 'made');
    expect(printed(job)).toEqual(['A', 'B', 'C']);
  });

  it('selected without ids are all that are on their way or ready, and none on paper', () => {
    const [ready = '', out = ''] = desk.createOrders('READY', 'OUT');
    desk.printNext(desk.beginJob([out]));
    saved('A');
    const { job, labels, problems } = follow(null);
    expect([labels, problems]).toEqual([2, []]);
    expect(printed(job)).toEqual(['READY']);
    expect(ready).not.toBe('');
    expect(() => follow(null)).toThrow(/No order with a label is on its way/);
  });

  it('are refused with the reason: a draft, or an order withdrawn, replaced or on paper', () => {
    const draft = desk.outbox.enqueue(desk.command(), labelCapture('D'), 'Mia', true).id;
    expect(() => follow([draft])).toThrow(/put aside/);
    const [a = '', b = ''] = desk.createOrders('A', 'B');
    desk.outbox.replace(desk.command(), a, labelCapture('A2'), 'Mia');
    desk.printNext(desk.beginJob([b]));
    expect(() => follow([a])).toThrow(/replaced/);
    expect(() => follow([b])).toThrow(/on paper/);
    expect(desk.read.openJobs()).toEqual([]);
  });

  it('are held after a restart, keep what they wait for, and continue with one key', () => {
    const { job } = follow(saved('A'));
    settle(claimed().get('A'), 'made');
    desk.queue.recoverAfterRestart();
    expect(desk.queue.next(job)).toBeNull();
    expect(desk.read.job(job)).toMatchObject({ state: 'held', heldFor: 'restart', coming: { created: 1 } });
    desk.queue.begin(desk.command(), job, 'Mia');
    expect(printed(job)).toEqual(['A']);
  });

  it('with unknown outcome are asked about before the next one, and at the end if a printer never gives proof', () => {
    const { job } = follow(saved('A', 'B'));
    const out = claimed();
    settle(out.get('A'), 'made');
    desk.printNext(job, { end: 'lost', why: 'no-proof' });
    desk.queue.endRun(job);
    // One more label is still to come.
    expect(desk.read.job(job).state).toBe('printing');
    settle(out.get('B'), 'refused');
    desk.queue.endRun(job);
    expect(desk.read.job(job)).toMatchObject({ state: 'held', heldFor: 'asks' });
    desk.queue.answerAndContinue(desk.command(), job, { upTo: 0 }, true, 'Mia');
    expect(printed(job)).toEqual(['A']);
  });

  it('are printed from a list at once if a person starts that, and then not a second time', () => {
    const [a = ''] = saved('A');
    const { job } = follow([a]);
    settle(claimed().get('A'), 'provisional');
    desk.printNext(desk.beginJob([a]));
    expect(desk.read.job(job)).toMatchObject({ state: 'finished', labels: { cancelled: 1 } });
  });

  it('are not printed again if a label of the same order was printed meanwhile', () => {
    const [a = ''] = desk.createOrders('A');
    const { job } = follow([a]);
    desk.queue.markPrinted(desk.command(), [a], 'Ana');
    expect(desk.read.job(job)).toMatchObject({ state: 'finished', labels: { cancelled: 1 } });
  });
});
