import type { Exchange } from '../../electron/delivery/service/exchange.ts';
import { judge } from '../../electron/delivery/service/verdict.ts';
import { decideAttempt } from '../../electron/delivery/sync/decide-attempt.ts';
import type { CreateNumber } from '../../shared/creates/create-kinds.ts';
import { why } from '../../shared/outbox/whys.ts';
import { claimedEntry, decisionContext } from '../support/entries.ts';
import { httpAnswer, possiblySent, neverSent } from '../support/exchanges.ts';
import { describe, expect, it } from 'vitest';

function settled(create: CreateNumber, exchange: Exchange, given: Parameters<typeof claimedEntry>[1] = {}) {
  const entry = claimedEntry(create, given);
  const isCreateNewOrder = JSON.stringify(entry.request.body).includes('"IsCreateNewOrder":true');
  return decideAttempt(
    entry,
    judge(create, exchange, { isCreateNewOrder, maybeTaken: entry.maybeTaken }),
    decisionContext(),
  );
}
const wait = (forMs: number) => ({ setAt: 1_000_000, forMs });

describe('an accepted entry', () => {
  it('is checked soon after, and is no longer possibly sent', () => {
    expect(settled(6, httpAnswer(201), { maybeTaken: true })).toMatchObject({
      events: ['accepted'],
      wait: wait(2000),
      maybeTaken: false,
      asks: null,
      reads: 0,
    });
  });
  it('is done at once if the answer already contains its number', () => {
    expect(settled(2, httpAnswer(200, { PackageId: 'k1', TrackingNumber: 'T1' }))).toMatchObject({
      events: ['accepted', 'made'],
      wait: null,
      outcome: { TrackingNumber: 'T1' },
    });
  });
  it('is still checked if its number is not final', () => {
    const reply = { PackageId: 'K1', TrackingNumber: 'T1', IsFinalTrackingNumber: false };
    expect(settled(2, httpAnswer(200, reply))).toMatchObject({ events: ['accepted', 'made'], wait: wait(2000) });
  });
  it('records how it was accepted: as new, as there before, or by a receipt without an id', () => {
    const code = (create: CreateNumber, exchange: Exchange) => settled(create, exchange).why;
    expect(code(6, httpAnswer(201))).toEqual(why('taken'));
    expect(code(6, httpAnswer(200))).toEqual(why('was-there-before'));
    expect(code(8, httpAnswer(201, { SvcOrderId: 'S1' }))).toEqual(why('taken'));
    expect(code(8, httpAnswer(201, { Message: '?' }))).toEqual(why('receipt-silent'));
  });
  it('is refused at once if the answer already contains a failure, and is still checked', () => {
    const reply = { PackageId: 'K1', CreateFailedReason: { ReasonCode: 'R', ReasonText: 'bad' } };
    expect(settled(2, httpAnswer(200, reply))).toMatchObject({
      events: ['accepted', 'failed'],
      wait: wait(600_000),
      reason: { code: 'R', text: 'bad' },
    });
  });
  it.each([7, 15] as const)('of endpoint %i is done with its acceptance', (create) => {
    expect(settled(create, httpAnswer(201))).toMatchObject({ events: ['accepted', 'made'], wait: null });
  });
  it('of batch outbound is done with Success or SvcOrderId, and with nothing less', () => {
    const done = { events: ['accepted', 'made'] };
    expect(settled(8, httpAnswer(201, { SvcOrderId: 'S1' }))).toMatchObject({ ...done, outcome: { SvcId: 'S1' } });
    expect(settled(8, httpAnswer(201, { Success: true }))).toMatchObject(done);
    expect(settled(8, httpAnswer(201, { Success: false, SvcOrderId: 'S1' }))).toMatchObject(done);
    expect(settled(8, httpAnswer(201, { Message: '?' }))).toMatchObject({ events: ['accepted'], wait: null });
    expect(settled(8, httpAnswer(201, { Success: false, Message: 'no' }))).toMatchObject({ events: ['refused'] });
  });
  it.each([4, 6, 9, 10] as const)(
    'of endpoint %i that is "not changed" at the first attempt is a conflict, and is still checked',
    (create) => {
      expect(settled(create, httpAnswer(200, { ShipmentId: 'K1' }))).toMatchObject({
        events: ['accepted'],
        asks: 'was-there-before',
        wait: wait(2000),
      });
    },
  );
  it.each([8, 15] as const)(
    'of endpoint %i that is "not changed" at the first attempt waits for a person',
    (create) => {
      expect(settled(create, httpAnswer(200, { Success: true }))).toMatchObject({
        events: ['accepted'],
        asks: 'was-there-before',
        wait: null,
      });
    },
  );
  it('that is "not changed" after a lost answer is this order', () => {
    expect(settled(15, httpAnswer(200), { maybeTaken: true })).toMatchObject({
      events: ['accepted', 'made'],
      asks: null,
    });
  });
  it('whose answer shows another key never gets the number of that answer', () => {
    const change = settled(2, httpAnswer(200, { PackageId: 'OTHER', TrackingNumber: 'T9' }));
    expect(change).toMatchObject({ events: ['accepted'], asks: 'another-record' });
    expect(change.outcome).toBeUndefined();
  });
  it.each([
    [4, { PackageId: 'P9', SvcOrderId: 'S9' }],
    [8, { ShipmentId: 'IN-9', SvcOrderId: 'S9', Success: true }],
    [10, { ShipmentId: 'IN-9' }],
  ] as const)('whose answer to endpoint %i shows a key of another kind raises a question', (endpoint, record) => {
    const change = settled(endpoint, httpAnswer(201, record));
    expect(change).toMatchObject({ events: ['accepted'], asks: 'another-record' });
    expect(change.outcome).toBeUndefined();
  });
});

describe('an attempt that is not accepted', () => {
  it('if refused, keeps the reason and waits for nothing', () => {
    expect(settled(2, httpAnswer(400, { Errors: [{ Code: 'E', Message: 'Weight must be positive' }] }))).toEqual({
      events: ['refused'],
      why: { said: 'Weight must be positive' },
      wait: null,
      asks: null,
      reason: { code: 'E', text: 'Weight must be positive', field: 'Weight' },
    });
  });
  it('if retried, waits longer after each attempt, at most the longest wait', () => {
    const waits = [1, 2, 3, 8, 40].map((tries) => settled(6, neverSent(), { tries }).wait?.forMs);
    expect(waits).toEqual([500, 1000, 2000, 64_000, 150_000]);
  });
  it('if retried, is possibly sent only if it may have left', () => {
    expect(settled(6, possiblySent()).maybeTaken).toBe(true);
    expect(settled(6, neverSent()).maybeTaken).toBeUndefined();
    expect(settled(6, httpAnswer(429)).maybeTaken).toBeUndefined();
  });
  it('if retried, waits as long as Retry-After demands', () => {
    expect(settled(6, httpAnswer(503, '', { retryAfterMs: 9000 })).wait).toEqual(wait(9000));
  });
  it('if lost, is checked from the moment of the loss on', () => {
    expect(settled(2, possiblySent())).toMatchObject({
      events: ['lost'],
      wait: wait(2000),
      maybeTaken: true,
      asks: null,
      absences: 0,
      lostAtRunningMs: 50_000,
    });
  });
  it('if lost a second time without any way to check, is a possible duplicate', () => {
    const lostAgain = (maybeTaken: boolean) => {
      const verdict = judge(7, possiblySent(), { isCreateNewOrder: false, maybeTaken, alwaysAsk: true });
      return decideAttempt(claimedEntry(7, { maybeTaken }), verdict, decisionContext());
    };
    expect(lostAgain(true)).toMatchObject({ events: ['lost'], maybeTwice: true });
    expect(lostAgain(false).maybeTwice).toBeUndefined();
  });
  it('if lost with IsCreateNewOrder, raises a question', () => {
    expect(settled(2, possiblySent(), { packageFields: { IsCreateNewOrder: true } })).toMatchObject({
      events: ['lost'],
      wait: null,
      asks: 'may-be-there',
    });
  });
  it('if refused after a lost answer, is checked, and the reason is kept', () => {
    expect(settled(10, httpAnswer(400, { Message: 'exists' }), { maybeTaken: true })).toMatchObject({
      events: ['lost'],
      wait: wait(2000),
      reason: { text: 'exists' },
    });
    expect(settled(15, httpAnswer(400), { maybeTaken: true })).toMatchObject({
      events: ['lost'],
      wait: null,
      asks: 'may-be-there',
    });
  });
  it('if paused, does not count', () => {
    expect(settled(2, httpAnswer(401))).toMatchObject({ events: ['paused'], wait: null, costsNoTry: true });
  });
});
