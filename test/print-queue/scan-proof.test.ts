import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
import { printQueueReader } from '../../electron/printing/queue/read-queue.ts';
import { openDeskReader } from '../../electron/storage/database/open-desk.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
import { openPrintDesk, type PrintDesk } from '../support/print-jobs.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let desk: PrintDesk;
beforeEach(() => (desk = openPrintDesk()));
afterEach(() => {
  expect(verifyDatabase(desk.db)).toMatchObject({ whole: true, uncovered: 0 });
  desk.close();
});

const start = (ids: string[]): string =>
  desk.queue.start(desk.command(), { ids, printer: 'Zebra', reason: null }, 'Mia', true).job;
function scan(job: string, code: string) {
  desk.advance(2000);
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

describe('labels scanned after they are stuck on', () => {
  it('complete their scan check automatically when each was scanned once, by number or package id', () => {
    const job = start(desk.createOrders('A', 'B'));
    for (const _ of [1, 2]) desk.printNext(job);
    expect(desk.read.openJobs()).toMatchObject([{ state: 'finished', scans: { open: true, scanned: 0, of: 2 } }]);
    expect(scan(job, 'A')).toMatchObject({ end: 'stuck-on', key: 'A', left: 1, over: false });
    expect(scan(job, ']C1T-B')).toMatchObject({ end: 'stuck-on', key: 'B', left: 0, over: true });
    expect(desk.read.openJobs()).toEqual([]);
    expect(() => scan(job, 'A')).toThrow(/not scanned now/);
  });

  it('that are missing, scanned twice or of another batch are listed at the end, even after a restart', () => {
    const [a = '', b = '', c = ''] = desk.createOrders('A', 'B', 'C');
    const job = start([a, b]);
    for (const _ of [1, 2]) desk.printNext(job);
    desk.printNext(desk.beginJob([c]));
    expect(scan(job, 'T-A').end).toBe('stuck-on');
    expect(scan(job, 'T-A')).toMatchObject({ end: 'stuck-on-twice', left: 1 });
    expect(scan(job, 'T-C')).toMatchObject({ end: 'other-batch', key: null });
    expect(scan(job, 'no label of ours').end).toBe('other-batch');
    desk.queue.recoverAfterRestart();
    const others = openDeskReader(desk.folder);
    expect(printQueueReader(others).scans(job)).toEqual(desk.read.scans(job));
    others.close();
    expect(named(job)).toEqual({
      missing: ['B'],
      twice: ['A 2'],
      strangers: ['T-C other-batch', 'no label of ours other-batch'],
    });
    // A person must see the errors before the check is complete.
    expect(scan(job, 'T-B')).toMatchObject({ left: 0, over: false });
    expect(desk.read.job(job).scans).toEqual({ open: true, scanned: 2, of: 2, twice: 1, strangers: 2 });
    desk.queue.endScans(desk.command(), job, 'Ana');
    expect(desk.read.job(job).scans).toMatchObject({ open: false });
    expect(desk.stepsOf(job)).toEqual(
      expect.arrayContaining(['1 Ana scan stuck-on', '1 Ana scan stuck-on-twice', 'job Ana scan other-batch']),
    );
  });

  it('count as on paper by their scan if the printer gives no proof, and the job continues', () => {
    const job = start(desk.createOrders('A', 'B'));
    desk.printNext(job, { end: 'lost', why: 'connection-cut' });
    desk.queue.hold(job, 'asks');
    scan(job, 'T-A');
    expect(desk.statesOf(job)).toEqual(['on-paper', 'waiting']);
    expect(desk.read.labels(job, 0, 1)).toMatchObject([{ proof: 'scanned' }]);
    expect(desk.read.job(job).state).toBe('printing');
  });

  it('count as on paper if scanned before the printer reports an unknown outcome', () => {
    const job = start(desk.createOrders('A'));
    const attempt = desk.handOver(job);
    expect(scan(job, 'T-A').end).toBe('stuck-on');
    expect(desk.statesOf(job)).toEqual(['handed-over']);
    desk.queue.settle(attempt, { end: 'lost', why: 'no-proof' });
    expect(desk.read.labels(job, 0, 1)).toMatchObject([{ state: 'on-paper', proof: 'scanned' }]);
    expect(desk.stepsOf(job)).toContain('1 Ana seen scanned');
  });

  it('that were not sent in this batch or are of a replaced order are reported as old labels', () => {
    const [a = '', b = ''] = desk.createOrders('A', 'B');
    const job = start([a, b]);
    desk.printNext(job);
    expect(scan(job, 'T-B').end).toBe('not-sent');
    desk.db.prepare("UPDATE entry SET replaced_by = 'x' WHERE id = ?").run(a);
    expect(scan(job, 'T-A').end).toBe('order-replaced');
    desk.db.prepare('UPDATE entry SET replaced_by = NULL WHERE id = ?').run(a);
    expect(named(job)).toEqual({ missing: ['A', 'B'], twice: [], strangers: ['B not-sent', 'A order-replaced'] });
  });

  it('are counted once if the scanner bounces', () => {
    const job = start(desk.createOrders('A', 'B'));
    desk.printNext(job);
    scan(job, 'T-A');
    expect(desk.queue.scan(desk.command(), job, 'T-A', 'Ana').end).toBe('stuck-on');
    expect(desk.read.job(job).scans).toMatchObject({ scanned: 1, twice: 0 });
  });

  it('scanned twice are counted as such even after the clock was set back', () => {
    const job = start(desk.createOrders('A', 'B'));
    desk.printNext(job);
    scan(job, 'T-A');
    desk.advance(-3_600_000);
    expect(desk.queue.scan(desk.command(), job, 'T-A', 'Ana').end).toBe('stuck-on-twice');
    expect(desk.read.job(job).scans).toMatchObject({ scanned: 1, twice: 1 });
  });

  it('that share one number need a confirmation or are identified by package id', () => {
    const job = start(desk.createOrders('A', 'B', 'C'));
    desk.db.exec("UPDATE entry SET tracking_number = 'SAME' WHERE key IN ('A', 'C')");
    for (const _ of [1, 2, 3]) desk.printNext(job, { end: 'lost', why: 'no-proof' });
    expect(scan(job, 'SAME')).toMatchObject({ end: 'which-print', key: 'A', which: { by: 'shared-number' } });
    desk.advance(2000);
    expect(desk.queue.scan(desk.command(), job, 'SAME', 'Ana', true)).toMatchObject({ end: 'stuck-on', key: 'A' });
    // The same number again would be the other label.
    expect(scan(job, 'SAME')).toMatchObject({ end: 'which-print', key: 'C' });
    expect(scan(job, 'C')).toMatchObject({ end: 'stuck-on', key: 'C' });
    expect(desk.statesOf(job)).toEqual(['on-paper', 'unconfirmed', 'on-paper']);
  });

  it('count for their own batch if two batches are scanned at once', () => {
    const [a = '', b = ''] = desk.createOrders('A', 'B');
    const [one, two] = [start([a]), start([b])];
    desk.printNext(one);
    desk.printNext(two);
    expect(scan(one, 'T-B')).toMatchObject({ job: two, end: 'stuck-on', over: true });
    expect(desk.read.job(one).scans).toMatchObject({ scanned: 0, strangers: 0 });
  });
});

describe('a code that an earlier label of the order also has', () => {
  const again = (ids: string[], reason: string | null): string =>
    desk.queue.start(desk.command(), { ids, printer: 'Zebra', reason }, 'Mia', true).job;
  function confirm(job: string, code: string) {
    desk.advance(2000);
    return desk.queue.scan(desk.command(), job, code, 'Ana', true);
  }
  const noProof = { end: 'lost', why: 'no-proof' } as const;
  /** An order with a printed provisional number that has changed since. */
  function renumbered(key: string): string {
    const [id = ''] = desk.createOrders(key);
    desk.db.prepare('UPDATE entry SET tracking_final = 0 WHERE id = ?').run(id);
    desk.printNext(desk.beginJob([id]));
    desk.db.prepare("UPDATE entry SET tracking_number = 'T-NEW', tracking_final = 1 WHERE id = ?").run(id);
    return id;
  }
  /** An order corrected after its label was printed, under the same number. */
  function corrected(key: string): string {
    const [id = ''] = desk.createOrders(key);
    desk.printNext(desk.beginJob([id]));
    desk.db.prepare("UPDATE entry SET state = 'refused', settled_at = NULL, reason_text = 'no' WHERE id = ?").run(id);
    const changed = labelCapture(key, { ShipToAddress: { Contact: 'Bea', Country: 'PT' } });
    desk.outbox.mend(desk.command(), id, changed, 'Mia', true);
    desk.settleAs(`T-${key}`);
    return id;
  }

  it('does not prove a label with a new number: only the barcode of the new number does', () => {
    const job = again([renumbered('A')], null);
    desk.printNext(job, noProof);
    expect(scan(job, 'T-A').end).toBe('other-batch');
    expect(scan(job, 'A')).toMatchObject({ end: 'scan-number', key: 'A', left: 1, over: false });
    // A person cannot confirm it either by a code that both labels have.
    expect(confirm(job, 'A').end).toBe('scan-number');
    expect([desk.statesOf(job), desk.read.job(job).scans]).toMatchObject([['unconfirmed'], { scanned: 0, of: 1 }]);
    expect(scan(job, 'T-NEW').end).toBe('stuck-on');
    expect(desk.read.labels(job, 0, 1)).toMatchObject([{ state: 'on-paper', proof: 'scanned' }]);
  });

  it('proves nothing while the label is only handed over', () => {
    const cases = [
      { ids: [renumbered('A')], reason: null, code: 'A' },
      { ids: [corrected('B')], reason: null, code: 'T-B' },
    ];
    for (const { ids, reason, code } of cases) {
      const job = again(ids, reason);
      const attempt = desk.handOver(job);
      for (const said of [scan, confirm]) expect(said(job, code).end).toBe('being-printed');
      desk.queue.settle(attempt, { end: 'lost', why: 'printer-gave-up' });
      expect([desk.statesOf(job), desk.read.job(job).scans]).toMatchObject([['unconfirmed'], { scanned: 0 }]);
    }
  });

  it('of a corrected order needs a confirmation, and counts once a person confirms the new label', () => {
    const id = corrected('A');
    const job = again([id], null);
    desk.printNext(job, noProof);
    for (const code of ['T-A', 'A'])
      expect(scan(job, code)).toMatchObject({ end: 'which-print', which: { by: 'corrected', id, copy: 1 }, left: 1 });
    expect([desk.statesOf(job), desk.read.job(job).scans]).toMatchObject([
      ['unconfirmed'],
      { scanned: 0, strangers: 0 },
    ]);
    expect(confirm(job, 'T-A')).toMatchObject({ end: 'stuck-on', over: true });
    expect(desk.read.labels(job, 0, 1)).toMatchObject([{ state: 'on-paper', proof: 'person-said' }]);
  });

  it('of a copy needs a confirmation, even if the printer proved it: the first label may be the one stuck on', () => {
    const [a = ''] = desk.createOrders('A');
    desk.printNext(desk.beginJob([a]));
    const job = again([a], 'torn');
    desk.printNext(job);
    expect(scan(job, 'T-A')).toMatchObject({ end: 'which-print', which: { by: 'copy', copy: 2 } });
    expect(desk.read.job(job).scans).toMatchObject({ open: true, scanned: 0 });
    expect(confirm(job, 'T-A').over).toBe(true);
  });

  it('of a final number needs a confirmation if the provisional label had the same number', () => {
    const [a = ''] = desk.createOrders('A');
    desk.db.prepare('UPDATE entry SET tracking_final = 0 WHERE id = ?').run(a);
    desk.printNext(desk.beginJob([a]));
    desk.db.prepare('UPDATE entry SET tracking_final = 1 WHERE id = ?').run(a);
    const job = again([a], null);
    desk.printNext(job, noProof);
    expect(scan(job, 'T-A')).toMatchObject({ end: 'which-print', which: { by: 'number-final' } });
  });

  it('does not prove the label with a number if a label without one was printed', () => {
    const { id } = desk.outbox.enqueue(desk.command(), labelCapture('P'), 'Mia', false);
    const wanted = { ids: [id], printer: 'Zebra', reason: null };
    const { job: first } = desk.queue.provisional(desk.command(), wanted, 'Mia');
    const next = desk.queue.next(first);
    const sent = {
      printer: 'Zebra',
      way: 'raw',
      reprints: false,
      ...desk.printedLabel(next?.entry ?? 0),
      number: '',
      provisional: true,
    };
    desk.queue.settle(desk.queue.handOver(next?.seq ?? 0, sent), { end: 'proved', why: 'printer-counted' });
    desk.settleAs('T-P');
    const job = again([id], null);
    desk.printNext(job, noProof);
    expect(scan(job, 'P').end).toBe('scan-number');
    expect(scan(job, 'T-P').end).toBe('stuck-on');
  });

  it('does not identify the last good label', () => {
    const answer = (job: string, scanned: string) =>
      desk.queue.answerAndContinue(desk.command(), job, { scanned }, false, 'Ana');
    const changed = desk.addJob([renumbered('A')]).job;
    desk.queue.begin(desk.command(), changed, 'Mia');
    desk.printNext(changed, { end: 'lost', why: 'printer-silent' });
    expect(() => answer(changed, 'A')).toThrow(/barcode of the number/);
    expect(answer(changed, 'T-NEW')).toEqual({ onPaper: 1, waiting: 0 });
    const same = desk.addJob([corrected('B')]).job;
    desk.queue.begin(desk.command(), same, 'Mia');
    desk.printNext(same, { end: 'lost', why: 'printer-silent' });
    for (const code of ['B', 'T-B']) expect(() => answer(same, code)).toThrow(/from the list/);
    expect(desk.statesOf(same)).toEqual(['unconfirmed']);
  });

  it('counts for its label, even if the order was printed again later', () => {
    const [a = '', b = ''] = desk.createOrders('A', 'B');
    const job = start([a, b]);
    desk.printNext(job);
    desk.printNext(job);
    desk.printNext(again([a], 'gone'));
    expect(scan(job, 'T-A').end).toBe('stuck-on');
  });
});
