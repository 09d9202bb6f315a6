import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../electron/backup/verify.ts';
import { printQueueReader } from '../../electron/print-queue/read-queue.ts';
import { openDeskReader } from '../../electron/database/open-desk.ts';
import { labelCapture } from '../support/open-test-outbox.ts';
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

  it('count a label that is scanned twice also after the clock was set back', () => {
    const job = start(desk.orders('A', 'B'));
    desk.print(job);
    scan(job, 'T-A');
    desk.pass(-3_600_000);
    expect(desk.queue.scan(desk.command(), job, 'T-A', 'Ana').end).toBe('stuck-on-twice');
    expect(desk.read.job(job).scans).toMatchObject({ scanned: 1, twice: 1 });
  });

  it('of several orders with one number are each asked about by it, and told by their packages', () => {
    const job = start(desk.orders('A', 'B', 'C'));
    desk.db.exec("UPDATE entry SET tracking_number = 'SAME' WHERE key IN ('A', 'C')");
    for (const _ of [1, 2, 3]) desk.print(job, { end: 'lost', why: 'no-proof' });
    expect(scan(job, 'SAME')).toMatchObject({ end: 'which-print', key: 'A', which: { by: 'shared-number' } });
    desk.pass(2000);
    expect(desk.queue.scan(desk.command(), job, 'SAME', 'Ana', true)).toMatchObject({ end: 'stuck-on', key: 'A' });
    // the same paper once more would be the other's
    expect(scan(job, 'SAME')).toMatchObject({ end: 'which-print', key: 'C' });
    expect(scan(job, 'C')).toMatchObject({ end: 'stuck-on', key: 'C' });
    expect(desk.statesOf(job)).toEqual(['on-paper', 'unconfirmed', 'on-paper']);
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

describe('a code that earlier paper of the order has too', () => {
  const again = (ids: string[], reason: string | null): string =>
    desk.queue.start(desk.command(), { ids, printer: 'Zebra', reason }, 'Mia', true).job;
  function confirm(job: string, code: string) {
    desk.pass(2000);
    return desk.queue.scan(desk.command(), job, code, 'Ana', true);
  }
  const noProof = { end: 'lost', why: 'no-proof' } as const;
  /** An order whose provisional number is on paper, and has changed since. */
  function renumbered(key: string): string {
    const [id = ''] = desk.orders(key);
    desk.db.prepare('UPDATE entry SET tracking_final = 0 WHERE id = ?').run(id);
    desk.print(desk.begun([id]));
    desk.db.prepare("UPDATE entry SET tracking_number = 'T-NEW', tracking_final = 1 WHERE id = ?").run(id);
    return id;
  }
  /** An order that was corrected after its label was printed, under the same number. */
  function corrected(key: string): string {
    const [id = ''] = desk.orders(key);
    desk.print(desk.begun([id]));
    desk.db.prepare("UPDATE entry SET state = 'refused', settled_at = NULL, reason_text = 'no' WHERE id = ?").run(id);
    const changed = labelCapture(key, { ShipToAddress: { Contact: 'Bea', Country: 'PT' } });
    desk.outbox.mend(desk.command(), id, changed, 'Mia', true);
    desk.settleAs(`T-${key}`);
    return id;
  }

  it('is no proof of a label whose number is new: only the barcode of the new number is', () => {
    const job = again([renumbered('A')], null);
    desk.print(job, noProof);
    expect(scan(job, 'T-A').end).toBe('other-batch');
    expect(scan(job, 'A')).toMatchObject({ end: 'scan-number', key: 'A', left: 1, over: false });
    // nor does a person prove it by a code that is on both
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

  it('of an order that was corrected is asked about, and counts when a person says that it is the new label', () => {
    const id = corrected('A');
    const job = again([id], null);
    desk.print(job, noProof);
    for (const code of ['T-A', 'A'])
      expect(scan(job, code)).toMatchObject({ end: 'which-print', which: { by: 'corrected', id, copy: 1 }, left: 1 });
    expect([desk.statesOf(job), desk.read.job(job).scans]).toMatchObject([
      ['unconfirmed'],
      { scanned: 0, strangers: 0 },
    ]);
    expect(confirm(job, 'T-A')).toMatchObject({ end: 'stuck-on', over: true });
    expect(desk.read.labels(job, 0, 1)).toMatchObject([{ state: 'on-paper', proof: 'person-said' }]);
  });

  it('of a copy is asked about, also where its printer has proved it: the first may be what is stuck on', () => {
    const [a = ''] = desk.orders('A');
    desk.print(desk.begun([a]));
    const job = again([a], 'torn');
    desk.print(job);
    expect(scan(job, 'T-A')).toMatchObject({ end: 'which-print', which: { by: 'copy', copy: 2 } });
    expect(desk.read.job(job).scans).toMatchObject({ open: true, scanned: 0 });
    expect(confirm(job, 'T-A').over).toBe(true);
  });

  it('of a final number is asked about where the provisional label had the same', () => {
    const [a = ''] = desk.orders('A');
    desk.db.prepare('UPDATE entry SET tracking_final = 0 WHERE id = ?').run(a);
    desk.print(desk.begun([a]));
    desk.db.prepare('UPDATE entry SET tracking_final = 1 WHERE id = ?').run(a);
    const job = again([a], null);
    desk.print(job, noProof);
    expect(scan(job, 'T-A')).toMatchObject({ end: 'which-print', which: { by: 'number-final' } });
  });

  it('is no proof of the label with the number where a label without one was out', () => {
    const { id } = desk.outbox.enqueue(desk.command(), labelCapture('P'), 'Mia', false);
    const wanted = { ids: [id], printer: 'Zebra', reason: null };
    const { job: first } = desk.queue.provisional(desk.command(), wanted, 'Mia');
    const next = desk.queue.next(first);
    const sent = {
      printer: 'Zebra',
      way: 'raw',
      reprints: false,
      ...desk.paperOf(next?.entry ?? 0),
      number: '',
      provisional: true,
    };
    desk.queue.settle(desk.queue.handOver(next?.seq ?? 0, sent), { end: 'proved', why: 'printer-counted' });
    desk.settleAs('T-P');
    const job = again([id], null);
    desk.print(job, noProof);
    expect(scan(job, 'P').end).toBe('scan-number');
    expect(scan(job, 'T-P').end).toBe('stuck-on');
  });

  it('does not tell which label was the last good one', () => {
    const answer = (job: string, scanned: string) =>
      desk.queue.answerAndGoOn(desk.command(), job, { scanned }, false, 'Ana');
    const changed = desk.add([renumbered('A')]).job;
    desk.queue.begin(desk.command(), changed, 'Mia');
    desk.print(changed, { end: 'lost', why: 'printer-silent' });
    expect(() => answer(changed, 'A')).toThrow(/barcode of the number/);
    expect(answer(changed, 'T-NEW')).toEqual({ onPaper: 1, waiting: 0 });
    const same = desk.add([corrected('B')]).job;
    desk.queue.begin(desk.command(), same, 'Mia');
    desk.print(same, { end: 'lost', why: 'printer-silent' });
    for (const code of ['B', 'T-B']) expect(() => answer(same, code)).toThrow(/from the list/);
    expect(desk.statesOf(same)).toEqual(['unconfirmed']);
  });

  it('counts for the label it is on, however often another print of the order came after', () => {
    const [a = '', b = ''] = desk.orders('A', 'B');
    const job = start([a, b]);
    desk.print(job);
    desk.print(job);
    desk.print(again([a], 'gone'));
    expect(scan(job, 'T-A').end).toBe('stuck-on');
  });
});
