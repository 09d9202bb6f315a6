import { verifyDatabase } from '../../electron/copies/verify/verify.ts';
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

describe('a print job', () => {
  it('prints in the requested order once a person starts it, and finishes when every label is on paper', () => {
    const [a = '', b = '', c = ''] = desk.createOrders('A', 'B', 'C');
    const { job, labels } = desk.addJob([c, a, b]);
    expect(labels).toBe(3);
    expect(desk.queue.next(job)).toBeNull();
    desk.queue.begin(desk.command(), job, 'Mia');
    for (const _ of [1, 2, 3]) desk.printNext(job);
    expect(desk.read.labels(job, 0, 10)).toMatchObject([
      { place: 1, key: 'C', state: 'on-paper', number: 'T-C', proof: 'printer-counted', copy: 1 },
      { place: 2, key: 'A' },
      { place: 3, key: 'B' },
    ]);
    expect(desk.read.job(job)).toMatchObject({ state: 'finished', labels: { 'on-paper': 3, waiting: 0 } });
    expect(desk.reader.labels.counts()).toMatchObject({ printed: 3, ready: 0 });
    expect(desk.read.openJobs()).toEqual([]);
  });

  it('has the attempt on disk before anything is sent, with printer, protocol and number', () => {
    const job = desk.beginJob(desk.createOrders('A'));
    const attempt = desk.handOver(job);
    // Another connection sees only committed data.
    const others = openDeskReader(desk.folder);
    const row = others.prepare(
      'SELECT printer, way, number, reprints, ended_at, verdict FROM print_attempt WHERE id = ?',
    );
    expect(row.get(attempt)).toEqual({
      ...{ printer: 'Zebra', way: 'raw', number: 'T-A', reprints: 0, ended_at: null, verdict: null },
    });
    others.close();
    desk.queue.settle(attempt, { end: 'proved', why: 'printer-said', said: 'completed' });
    expect(() => desk.queue.settle(attempt, { end: 'lost', why: 'no-proof' })).toThrow(/over/);
  });

  it('skips a label that cannot be printed, which waits for a person', () => {
    const job = desk.beginJob(desk.createOrders('A', 'B'));
    desk.queue.refuse(desk.queue.next(job)?.seq ?? 0, 'A letter has no glyph.');
    desk.printNext(job);
    expect(desk.statesOf(job)).toEqual(['failed', 'on-paper']);
    expect(desk.read.labels(job, 0, 1)).toMatchObject([{ fault: 'A letter has no glyph.' }]);
    expect(desk.read.job(job).state).toBe('printing');
    expect(desk.queue.retryFailed(desk.command(), job, 'Ana')).toBe(1);
    desk.printNext(job);
    expect(desk.read.job(job).state).toBe('finished');
  });

  it('requeues a label that provably was not sent, and prints it next', () => {
    const job = desk.beginJob(desk.createOrders('A', 'B'));
    desk.printNext(job, { end: 'not-left', why: 'not-reached' });
    expect(desk.statesOf(job)).toEqual(['waiting', 'waiting']);
    expect(desk.queue.next(job)?.place).toBe(1);
  });

  it('can be moved to another printer while it is held, but not while it prints', () => {
    const job = desk.beginJob(desk.createOrders('A'));
    expect(() => desk.queue.move(desk.command(), job, 'Other', 'Ana')).toThrow(/Stop/);
    desk.queue.stop(desk.command(), job, 'Ana');
    desk.queue.move(desk.command(), job, 'Other', 'Ana');
    desk.queue.begin(desk.command(), job, 'Ana');
    desk.printNext(job);
    const printers = desk.db.prepare<[], string>('SELECT printer FROM print_attempt').pluck().all();
    expect(printers).toEqual(['Other']);
    expect(desk.stepsOf(job)).toContain('job Ana move moved');
  });

  it('is handed over only to its current printer, not to one it was moved away from', () => {
    const job = desk.beginJob(desk.createOrders('A'));
    const next = desk.queue.next(job);
    const sent = { printer: 'Zebra', way: 'raw', reprints: false, ...desk.printedLabel(next?.entry ?? 0) };
    desk.queue.stop(desk.command(), job, 'Ana');
    desk.queue.move(desk.command(), job, 'Other', 'Ana');
    desk.queue.begin(desk.command(), job, 'Ana');
    expect(() => desk.queue.handOver(next?.seq ?? 0, sent)).toThrow(/another printer/);
    expect(desk.statesOf(job)).toEqual(['waiting']);
  });

  it('is created once by one command, however often it arrives', () => {
    const [a = ''] = desk.createOrders('A');
    const wanted = { ids: [a], printer: 'Zebra', reason: null };
    const first = desk.queue.add('same', wanted, 'Mia');
    expect(desk.queue.add('same', wanted, 'Mia')).toEqual(first);
    expect(desk.read.openJobs()).toHaveLength(1);
  });

  it('does not hand over a label whose order changed after it was drawn', () => {
    const [a = ''] = desk.createOrders('A');
    const job = desk.beginJob([a]);
    const next = desk.queue.next(job);
    const sent = { printer: 'Zebra', way: 'raw', reprints: false, ...desk.printedLabel(next?.entry ?? 0) };
    desk.outbox.replace(desk.command(), a, labelCapture('A2'), 'Mia');
    expect(() => desk.queue.handOver(next?.seq ?? 0, sent)).toThrow(/another since/);
    expect(desk.statesOf(job)).toEqual(['waiting']);
  });
});

describe('a label', () => {
  it('is in only one job at a time', () => {
    const [a = '', b = ''] = desk.createOrders('A', 'B');
    desk.addJob([a]);
    const { labels, problems } = desk.addJob([a, b, b]);
    expect(labels).toBe(1);
    expect(problems).toMatchObject([{ id: a, problem: { kind: 'wrong-state' } }, { id: b }]);
    expect(() => desk.addJob([a])).toThrow(/in a print job already/);
    expect(desk.read.openJobs()).toHaveLength(2);
  });

  it('on paper is printed again only with a reason, as COPY n, with operator and time', () => {
    const ids = desk.createOrders('A');
    desk.printNext(desk.beginJob(ids));
    expect(() => desk.addJob(ids, ' ')).toThrow(/reason/);
    desk.advance(60_000);
    const { job } = desk.addJob(ids, 'smudged');
    desk.queue.begin(desk.command(), job, 'Ana');
    desk.printNext(job);
    expect(desk.read.labels(job, 0, 1)).toMatchObject([{ copy: 2, reason: 'smudged', state: 'on-paper' }]);
    expect(desk.read.steps(job, 0, 9)).toMatchObject([
      { event: 'add', place: null },
      { event: 'add', place: 1, who: 'Mia', why: 'reprint', said: 'smudged', at: desk.now() },
      { event: 'begin', who: 'Ana' },
      { event: 'hand-over' },
      { event: 'proved' },
      { event: 'finish' },
    ]);
    expect(desk.addJob(ids, 'torn').labels).toBe(1);
    expect(desk.read.labels(desk.read.openJobs()[0]?.id ?? '', 0, 1)).toMatchObject([{ copy: 3 }]);
  });

  it('does not exist for an order without a number', () => {
    const { id } = desk.outbox.enqueue(desk.command(), labelCapture('X'), 'Mia', false);
    expect(() => desk.addJob([id])).toThrow(/no number yet, or no label/);
  });
});

describe('a label handed over without proof', () => {
  it('is unconfirmed after a crash, is not printed again, and blocks its job until a person answers', () => {
    const job = desk.beginJob(desk.createOrders('A', 'B', 'C'));
    desk.printNext(job);
    desk.handOver(job);
    desk.queue.recoverAfterRestart();
    expect(desk.statesOf(job)).toEqual(['on-paper', 'unconfirmed', 'waiting']);
    expect(desk.read.job(job)).toMatchObject({ state: 'held', heldFor: 'restart' });
    expect(desk.queue.next(job)).toBeNull();
    expect(() => desk.queue.begin(desk.command(), job, 'Mia')).toThrow(/Say first/);
    desk.queue.recoverAfterRestart();
    expect(desk.statesOf(job)).toEqual(['on-paper', 'unconfirmed', 'waiting']);
  });

  it.each([
    ['the last label that was printed, by scan', 2, 'scanned', ['on-paper', 'on-paper', 'waiting', 'waiting']],
    ['that all were printed', 3, 'person-said', ['on-paper', 'on-paper', 'on-paper', 'waiting']],
    ['that none was printed', 0, 'person-said', ['waiting', 'waiting', 'waiting', 'waiting']],
  ] as const)('lets the job continue from where a person says: %s', (_name, upTo, how, states) => {
    const job = desk.beginJob(desk.createOrders('A', 'B', 'C', 'D'));
    for (const _ of [1, 2, 3]) desk.printNext(job, { end: 'lost', why: 'no-proof' });
    desk.queue.hold(job, 'asks');
    const onPaper = desk.queue.answer(desk.command(), job, { upTo, how }, 'Ana').onPaper;
    expect([onPaper, desk.statesOf(job)]).toEqual([upTo, states]);
    if (upTo > 0) expect(desk.stepsOf(job)).toContain(`1 Ana seen ${how}`);
    desk.queue.begin(desk.command(), job, 'Ana');
    expect(desk.queue.next(job)?.place).toBe(upTo + 1);
  });

  it.each([']C1T-B', '\u001dT-B', ' T-B\r', 'B', 'T-B'])(
    'is settled by a scan of the last good label, however its scanner writes the code: %j',
    (scanned) => {
      const job = desk.beginJob(desk.createOrders('A', 'B', 'C'));
      for (const _ of [1, 2, 3]) desk.printNext(job, { end: 'lost', why: 'no-proof' });
      desk.queue.hold(job, 'asks');
      const answer = desk.queue.answerAndContinue(desk.command(), job, { scanned }, false, 'Ana');
      expect(answer).toEqual({ onPaper: 2, waiting: 1 });
    },
  );

  it('is settled by a number with a US postal routing prefix', () => {
    const [a = '', b = ''] = desk.createOrders('A', 'B');
    desk.db.prepare("UPDATE entry SET tracking_number = '9400111899223197428490' WHERE id = ?").run(a);
    const job = desk.beginJob([a, b]);
    for (const _ of [1, 2]) desk.printNext(job, { end: 'lost', why: 'no-proof' });
    desk.queue.hold(job, 'asks');
    const scanned = ']C1420123459400111899223197428490';
    expect(desk.queue.answerAndContinue(desk.command(), job, { scanned }, false, 'Ana')).toEqual({
      onPaper: 1,
      waiting: 1,
    });
  });

  it('is not settled by a number that several labels of the job have', () => {
    const job = desk.beginJob(desk.createOrders('A', 'B', 'C'));
    desk.db.exec("UPDATE entry SET tracking_number = 'SAME' WHERE key IN ('A', 'C')");
    for (const _ of [1, 2, 3]) desk.printNext(job, { end: 'lost', why: 'no-proof' });
    desk.queue.hold(job, 'asks');
    const answer = (scanned: string) => desk.queue.answerAndContinue(desk.command(), job, { scanned }, false, 'Ana');
    expect(() => answer('SAME')).toThrow(/from the list/);
    expect(desk.statesOf(job)).toEqual(['unconfirmed', 'unconfirmed', 'unconfirmed']);
    expect(answer('A')).toEqual({ onPaper: 1, waiting: 2 });
  });

  it('is not settled by a label that was never sent, nor twice', () => {
    const job = desk.beginJob(desk.createOrders('A', 'B'));
    desk.printNext(job, { end: 'lost', why: 'connection-cut' });
    const answer = (upTo: number) => desk.queue.answer(desk.command(), job, { upTo, how: 'scanned' }, 'Ana');
    expect(() => answer(2)).toThrow(/not sent/);
    answer(1);
    expect(() => answer(1)).toThrow(/Nothing is asked/);
  });
});

describe('cancelling', () => {
  it('reports which labels are printed and which may be, and keeps open questions', () => {
    const job = desk.beginJob(desk.createOrders('A', 'B', 'C', 'D'));
    desk.printNext(job);
    desk.printNext(job, { end: 'lost', why: 'connection-cut' });
    const attempt = desk.handOver(job);
    expect(desk.queue.cancel(desk.command(), job, 'Ana')).toEqual({
      job,
      cancelled: 1,
      out: [{ place: 1, number: 'T-A' }],
      unconfirmed: [
        { place: 2, number: 'T-B' },
        { place: 3, number: 'T-C' },
      ],
    });
    // The label under way ends as it would; a label returned to the queue does not wait in a cancelled job.
    desk.queue.settle(attempt, { end: 'not-left', why: 'not-reached' });
    expect(desk.read.openJobs()).toMatchObject([{ id: job, state: 'cancelled' }]);
    desk.queue.answer(desk.command(), job, { upTo: 0, how: 'person-said' }, 'Ana');
    expect(desk.statesOf(job)).toEqual(['on-paper', 'cancelled', 'cancelled', 'cancelled']);
    expect(desk.read.openJobs()).toEqual([]);
    expect(desk.reader.labels.counts()).toMatchObject({ printed: 1, ready: 3 });
  });
});

describe("a person's confirmation of labels printed by dialog", () => {
  it('puts them on paper in the queue, with that proof', () => {
    const ids = desk.createOrders('A', 'B');
    desk.queue.markPrinted(desk.command(), ids, 'Ana');
    const jobs = desk.db.prepare('SELECT printer, state FROM print_job').all();
    expect(jobs).toEqual([{ printer: '', state: 'finished' }]);
    const rows = desk.db.prepare('SELECT state, number, proof, copy FROM print_label').all();
    const said = { state: 'on-paper', proof: 'printed-by-dialog', copy: 1 };
    expect(rows).toEqual([
      { ...said, number: 'T-A' },
      { ...said, number: 'T-B' },
    ]);
    expect(() => desk.addJob(ids)).toThrow(/reason/);
  });

  it("settles the queue's questions about them, and removes waiting ones from their job", () => {
    const ids = desk.createOrders('A', 'B');
    const job = desk.beginJob(ids);
    desk.printNext(job, { end: 'lost', why: 'no-proof' });
    desk.queue.markPrinted(desk.command(), ids, 'Ana');
    expect(desk.statesOf(job)).toEqual(['on-paper', 'cancelled']);
    expect(desk.read.job(job).state).toBe('finished');
    const copies = desk.db.prepare('SELECT copies FROM entry').pluck().all();
    expect(copies).toEqual([1, 1]);
  });
});

describe('the history of the queue', () => {
  it('cannot be changed or deleted', () => {
    desk.printNext(desk.beginJob(desk.createOrders('A')));
    for (const column of ['seq', 'job', 'label', 'at', 'who', 'event', 'from_state', 'to_state', 'why', 'said'])
      expect(() => desk.db.exec(`UPDATE print_history SET ${column} = '7'`), column).toThrow(/append-only/);
    expect(() => desk.db.exec('DELETE FROM print_history')).toThrow(/append-only/);
  });
});
