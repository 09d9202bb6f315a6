import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../electron/backup/verify.ts';
import { printQueueReader } from '../../electron/print-queue/read-queue.ts';
import { openDeskReader } from '../../electron/database/open-desk.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';

let desk: PrintDesk;
beforeEach(() => (desk = openPrintDesk()));
afterEach(() => {
  expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, uncovered: 0 });
  desk.close();
});

const start = (ids: string[]): string =>
  desk.queue.start(desk.command(), { ids, printer: 'Zebra', reason: null }, 'Mia', true).job;
function scan(job: string, code: string) {
  desk.pass(2000);
  return desk.queue.scan(desk.command(), job, code, 'Ana');
}
const named = (job: string) => {
  const { missing, twice, strangers } = desk.read.scans(job);
  return {
    missing: missing.map(({ key }) => key),
    twice: twice.map(({ key, scans }) => `${key} ${scans}`),
    strangers: strangers.map(({ text, end }) => `${text} ${end}`),
  };
};

describe('labels that are scanned as they are stuck on', () => {
  it('are over by themselves when each was scanned once, by number or by package', () => {
    const job = start(desk.orders('A', 'B'));
    for (const _ of [1, 2]) desk.print(job);
    expect(desk.read.open()).toMatchObject([{ state: 'finished', scans: { open: true, scanned: 0, of: 2 } }]);
    expect(scan(job, 'A')).toMatchObject({ end: 'stuck-on', key: 'A', left: 1, over: false });
    expect(scan(job, ']C1T-B')).toMatchObject({ end: 'stuck-on', key: 'B', left: 0, over: true });
    expect(desk.read.open()).toEqual([]);
    expect(() => scan(job, 'A')).toThrow(/not scanned now/);
  });

  it('names at the end what was not scanned, scanned twice, and of another batch, also after the desk was closed', () => {
    const [a = '', b = '', c = ''] = desk.orders('A', 'B', 'C');
    const job = start([a, b]);
    for (const _ of [1, 2]) desk.print(job);
    desk.print(desk.begun([c]));
    expect(scan(job, 'T-A').end).toBe('stuck-on');
    expect(scan(job, 'T-A')).toMatchObject({ end: 'stuck-on-twice', left: 1 });
    expect(scan(job, 'T-C')).toMatchObject({ end: 'other-batch', key: null });
    expect(scan(job, 'no label of ours').end).toBe('other-batch');
    desk.queue.interrupted();
    const others = openDeskReader(desk.folder);
    expect(printQueueReader(others).scans(job)).toEqual(desk.read.scans(job));
    others.close();
    expect(named(job)).toEqual({
      missing: ['B'],
      twice: ['A 2'],
      strangers: ['T-C other-batch', 'no label of ours other-batch'],
    });
    // what is wrong is seen by a person before it is over
    expect(scan(job, 'T-B')).toMatchObject({ left: 0, over: false });
    expect(desk.read.job(job).scans).toEqual({ open: true, scanned: 2, of: 2, twice: 1, strangers: 2 });
    desk.queue.endScans(desk.command(), job, 'Ana');
    expect(desk.read.job(job).scans).toMatchObject({ open: false });
    expect(desk.stepsOf(job)).toEqual(
      expect.arrayContaining(['1 Ana scan stuck-on', '1 Ana scan stuck-on-twice', 'job Ana scan other-batch']),
    );
  });

  it('are on paper by their scan where their printer gives no proof, and the job goes on', () => {
    const job = start(desk.orders('A', 'B'));
    desk.print(job, { end: 'lost', why: 'connection-cut' });
    desk.queue.hold(job, 'asks');
    scan(job, 'T-A');
    expect(desk.statesOf(job)).toEqual(['on-paper', 'waiting']);
    expect(desk.read.labels(job, 0, 1)).toMatchObject([{ proof: 'scanned' }]);
    expect(desk.read.job(job).state).toBe('printing');
  });

  it('are on paper where they were scanned before their printer told that it does not know', () => {
    const job = start(desk.orders('A'));
    const attempt = desk.handOver(job);
    expect(scan(job, 'T-A').end).toBe('stuck-on');
    expect(desk.statesOf(job)).toEqual(['handed-over']);
    desk.queue.settle(attempt, { end: 'lost', why: 'no-proof' });
    expect(desk.read.labels(job, 0, 1)).toMatchObject([{ state: 'on-paper', proof: 'scanned' }]);
    expect(desk.stepsOf(job)).toContain('1 Ana seen scanned');
  });

  it('tell older paper: of a label that did not leave in this batch, and of an order that was replaced since', () => {
    const [a = '', b = ''] = desk.orders('A', 'B');
    const job = start([a, b]);
    desk.print(job);
    expect(scan(job, 'T-B').end).toBe('not-sent');
    desk.db.prepare("UPDATE entry SET replaced_by = 'x' WHERE id = ?").run(a);
    expect(scan(job, 'T-A').end).toBe('order-replaced');
    desk.db.prepare('UPDATE entry SET replaced_by = NULL WHERE id = ?').run(a);
    expect(named(job)).toEqual({ missing: ['A', 'B'], twice: [], strangers: ['B not-sent', 'A order-replaced'] });
  });

  it('count one reading that bounced once', () => {
    const job = start(desk.orders('A', 'B'));
    desk.print(job);
    scan(job, 'T-A');
    expect(desk.queue.scan(desk.command(), job, 'T-A', 'Ana').end).toBe('stuck-on');
    expect(desk.read.job(job).scans).toMatchObject({ scanned: 1, twice: 0 });
  });

  it('count for the batch they are of, where two are scanned at once', () => {
    const [a = '', b = ''] = desk.orders('A', 'B');
    const [one, two] = [start([a]), start([b])];
    desk.print(one);
    desk.print(two);
    expect(scan(one, 'T-B')).toMatchObject({ job: two, end: 'stuck-on', over: true });
    expect(desk.read.job(one).scans).toMatchObject({ scanned: 0, strangers: 0 });
  });
});
