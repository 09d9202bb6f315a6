import { labelCapture, type TestOutbox } from '../support/open-test-outbox.ts';
import { because, freshOutbox, refused } from './fresh-outbox.ts';
import { beforeEach, describe, expect, it } from 'vitest';

const { box, command, add, claim, settle, row } = freshOutbox();
let desk: TestOutbox;
beforeEach(() => {
  desk = box();
});

describe('settling', () => {
  it('shows when a refused entry is checked again, and nothing if it is not', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, refused);
    expect(row(id).waitsFor).toEqual({ for: 'mend' });

    const failed = add(labelCapture('A2'));
    settle(claim()[0]!, { events: ['accepted'], wait: { setAt: desk.now(), forMs: 0 } });
    const [due] = desk.outbox.sync.dueChecks(1, desk.now());
    const wait = { setAt: desk.now(), forMs: 600 };
    desk.outbox.sync.settleCheck(due!, { ...refused, events: ['failed'], why: because, wait }, desk.now());
    expect(row(failed.id).waitsFor).toEqual({ for: 'mend', until: desk.now() + 600 });
  });

  it('keeps every attempt with its answer', () => {
    const { id } = add(labelCapture('A1'));
    const [first] = claim();
    const answer = { status: 503, contentType: 'text/plain', body: 'busy' };
    const wait = { setAt: desk.now(), forMs: 1000 };
    const again = { events: ['again'], why: because, wait, maybeTaken: true } as const;
    desk.outbox.sync.settle(first!, answer, 'again', again, desk.now());
    desk.advance(1000);
    settle(claim()[0]!, { events: ['accepted'] });
    expect(desk.reader.detail(id)?.attempts).toMatchObject([
      { status: 503, answer: 'busy', verdict: 'again' },
      { status: null, verdict: 'test' },
    ]);
  });

  it('finds entries that an earlier run left in sending, with their attempts', () => {
    add(labelCapture('A1'));
    const [claimed] = claim();
    expect(desk.outbox.sync.interrupted()).toMatchObject([
      { id: claimed!.id, attemptId: claimed!.attemptId, tries: 1 },
    ]);
  });

  it('ignores a status for an entry that a person has moved on meanwhile', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['lost'], maybeTaken: true, wait: { setAt: desk.now(), forMs: 0 } });
    const [due] = desk.outbox.sync.dueChecks(1, desk.now());
    desk.outbox.decide(command(), id, 'withdraw', 'Mia', 'by phone');
    expect(desk.outbox.sync.settleCheck(due!, { events: ['found'], why: because, wait: null }, desk.now())).toBe(false);
    expect(row(id)).toMatchObject({ state: 'withdrawn', toCancel: true });
  });

  it('continues to check a provisional number after the order is done, until it is final', () => {
    const { id } = add(labelCapture('A1'));
    const outcome = {
      TrackingNumber: 'T1',
      IsFinalTrackingNumber: false,
      ShippingProvider: null,
      SvcId: null,
      record: {},
    };
    settle(claim()[0]!, { events: ['accepted', 'made'], outcome, wait: { setAt: desk.now(), forMs: 10 } });
    expect(desk.reader.labels.counts()).toMatchObject({ provisional: 1 });
    desk.queue.markPrinted(command(), [id], 'Mia');
    desk.advance(10);
    const [due] = desk.outbox.sync.dueChecks(1, desk.now());
    const final = { ...outcome, TrackingNumber: 'T2', IsFinalTrackingNumber: true };
    desk.outbox.sync.settleCheck(due!, { events: [], why: null, wait: null, outcome: final }, desk.now());
    expect(desk.reader.labels.counts()).toMatchObject({ reprint: 1, provisional: 0, printed: 0 });
  });

  it('keeps the last record for the next check, and none if the outcome came without one', () => {
    add(labelCapture('A1'));
    const number = { TrackingNumber: 'T1', IsFinalTrackingNumber: false, ShippingProvider: null, SvcId: null };
    const wait = { setAt: desk.now(), forMs: 0 };
    const lastRecord = () => desk.outbox.sync.dueChecks(1, desk.now())[0]?.lastRecord;
    settle(claim()[0]!, { events: ['accepted'], outcome: { ...number, record: { Status: 'Creating' } }, wait });
    expect(lastRecord()).toEqual({ Status: 'Creating' });
    const [due] = desk.outbox.sync.dueChecks(1, desk.now());
    desk.outbox.sync.settleCheck(
      due!,
      { events: [], why: null, wait, outcome: { ...number, record: null } },
      desk.now(),
    );
    expect(lastRecord()).toBeNull();
  });

  it('does not count an attempt that ended in a pause', () => {
    const { id } = add(labelCapture('A1'));
    settle(claim()[0]!, { events: ['paused'], costsNoTry: true });
    expect(row(id)).toMatchObject({ state: 'queued', tries: 0 });
  });

  it('keeps counters equal to a count', () => {
    for (const n of ['A', 'B', 'C', 'D']) add(labelCapture(n));
    const [a, b] = claim(3);
    settle(a!, { events: ['accepted', 'made'] });
    settle(b!, refused);
    const counted = desk.db.prepare('SELECT state, count(*) AS n FROM entry GROUP BY state').all() as {
      state: string;
      n: number;
    }[];
    for (const { state, n } of counted) expect(desk.reader.counts().byState).toHaveProperty(state, n);
  });
});
