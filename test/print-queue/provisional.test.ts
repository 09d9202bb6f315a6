import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: PrintDesk;
beforeEach(() => (desk = openPrintDesk()));
afterEach(() => {
  expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, uncovered: 0 });
  desk.close();
});

/** Parcels captured offline, without numbers. */
const captured = (...keys: string[]): string[] =>
  keys.map((key) => desk.outbox.enqueue(desk.command(), labelCapture(key), 'Mia', false).id);
const provisional = (ids: string[] | null, reason: string | null = null) =>
  desk.queue.provisional(desk.command(), { ids, printer: 'Zebra', reason }, 'Mia');
const again = () => desk.reader.labels.page('reprint', {}, 10).rows.map(({ key, stale }) => [key, stale]);

describe('a provisional label', () => {
  it('is printed without a number, and its order is listed for reprinting once it has a number', () => {
    const [a = ''] = captured('A');
    const { job } = provisional([a]);
    desk.printNext(job);
    expect(desk.read.labels(job, 0, 9)).toMatchObject([{ key: 'A', state: 'on-paper', number: '', copy: 1 }]);
    expect(desk.read.progress(a)).toMatchObject({ comes: true, provisionalOut: true, list: null });
    expect(again()).toEqual([]);
    desk.settleAs('T-A');
    expect(again()).toEqual([['A', 'number-came']]);
    expect(desk.read.progress(a)).toMatchObject({ stale: 'number-came', provisionalOut: true, number: 'T-A' });
    desk.printNext(desk.beginJob([a]));
    expect(desk.read.progress(a)).toMatchObject({ list: 'printed', provisionalOut: false });
    expect(again()).toEqual([]);
  });

  it('becomes the final label if the number arrives before it is sent', () => {
    const [a = ''] = captured('A');
    const { job } = provisional([a]);
    const label = desk.queue.next(job);
    const drawn = desk.printedLabel(label?.entry ?? 0);
    desk.settleAs('T-A');
    const sent = { printer: 'Zebra', way: 'raw', reprints: false } as const;
    expect(() => desk.queue.handOver(label?.seq ?? 0, { ...sent, ...drawn })).toThrow(/another since/);
    desk.printNext(job);
    expect(desk.read.labels(job, 0, 9)).toMatchObject([{ number: 'T-A', state: 'on-paper' }]);
    expect(desk.read.progress(a)).toMatchObject({ list: 'printed', provisionalOut: false });
  });

  it('selected without ids is one for every order without a number or printed label; a second one needs a reason', () => {
    const [a = ''] = desk.createOrders('A');
    const [b = '', c = ''] = captured('B', 'C');
    desk.printNext(provisional([b]).job);
    expect(() => provisional([a])).toThrow(/no label that waits/);
    expect(() => provisional([b])).toThrow(/Give a reason/);
    const { labels, job } = provisional(null);
    expect(labels).toBe(1);
    expect(desk.read.labels(job, 0, 9)).toMatchObject([{ id: c }]);
    const torn = provisional([b], 'torn');
    expect(desk.read.labels(torn.job, 0, 9)).toMatchObject([{ copy: 2, reason: 'torn' }]);
    expect(desk.stepsOf(torn.job)).toContain('1 Mia add no-number-yet');
  });

  it('is followed by the label with the number in a job that prints as numbers arrive', () => {
    const [a = ''] = captured('A');
    desk.printNext(provisional([a]).job);
    const { job } = desk.queue.follow(desk.command(), { ids: [a], printer: 'Zebra' }, 'Mia');
    expect(desk.queue.next(job)).toBeNull();
    desk.settleAs('T-A');
    desk.printNext(job);
    expect(desk.read.progress(a)).toMatchObject({ list: 'printed', stale: null });
  });
});
